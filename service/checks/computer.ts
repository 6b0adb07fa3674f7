/** What every system must have right: room, a clock, a history that is kept. */
import { access, constants, statfs } from 'node:fs/promises';
import { errorWords } from '../support/errors.ts';
import { type ChecksOptions, type Finding, missing, ok } from './parts.ts';

const GIB = 2 ** 30;

/** The least that should be free, in bytes. */
const MIN_FREE = GIB;

/** The year before which no clock can be right. */
const FIRST_YEAR = 2024;

function inGib(bytes: number): string {
  return `${(bytes / GIB).toFixed(1)} GiB`;
}

/** How many more bytes the history may take: up to its limit, or what it will ever need where that is less. */
function historyNeeds({ history }: ChecksOptions): number {
  const { state, bytes, limit_bytes: limit, expected_bytes: expected } = history.figures();
  return state === 'off' ? 0 : Math.max(0, Math.min(limit, expected ?? limit) - bytes);
}

export async function lookAtDataFolder(options: ChecksOptions): Promise<Finding> {
  const { dataDir } = options;
  try {
    await access(dataDir, constants.R_OK | constants.W_OK);
  } catch (error) {
    return missing(
      `The data folder ${dataDir} cannot be written: ${errorWords(error)}.`,
      "Make it this user's own, or give another with `--data-dir`.",
    );
  }
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const needs = historyNeeds(options);
  const found = `The data folder ${dataDir} can be written, and ${inGib(free)} are free there`;
  if (free >= Math.max(MIN_FREE, needs)) return ok(`${found}.`);
  if (free < MIN_FREE) return missing(`${found}: that is little.`, 'Make room on the disk.');
  return missing(
    `${found}, less than the ${inGib(needs)} that the history may still take.`,
    'Make room on the disk, or let the history take less of it: in the settings, under "History".',
  );
}

export async function lookAtClock({ clock }: ChecksOptions): Promise<Finding> {
  const now = new Date(clock.now());
  if (now.getUTCFullYear() >= FIRST_YEAR) return ok(`The clock says ${now.toISOString()}.`);
  return missing(
    `The clock says ${now.toISOString()}, which cannot be: what is measured gets wrong times.`,
    'Set the clock, or let the system set it from the network: `sudo timedatectl set-ntp true` on Linux.',
  );
}

export async function lookAtHistory({ history }: ChecksOptions): Promise<Finding> {
  const { state, dropped_total: dropped } = history.figures();
  const lost = dropped > 0 ? ` ${dropped} readings were lost since the start.` : '';
  if (state === 'recording') return ok(`What is measured is kept.${lost}`);
  if (state === 'off') return ok('What is measured is not kept: the history is switched off in the settings.');
  return missing(
    `What is measured waits in memory for the disk.${lost}`,
    'See what the troubles of the history say: the disk may be full, or broken.',
  );
}
