/** What every system must have right: room, a clock, a history that is kept. */

import { access, constants, statfs } from 'node:fs/promises';
import { counted } from '../support/counted.ts';
import { errorClause } from '../support/errors.ts';
import { type CheckResult, type ChecksOptions, failed, ok } from './check-result.ts';

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

export async function checkDataFolder(options: ChecksOptions): Promise<CheckResult> {
  const { dataDir } = options;
  try {
    await access(dataDir, constants.R_OK | constants.W_OK);
  } catch (error) {
    return failed(
      `Cannot write to the data folder ${dataDir}: ${errorClause(error)}.`,
      'Change its owner to this user, or choose another folder with `--data-dir`.',
    );
  }
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const needs = historyNeeds(options);
  const found = `The data folder ${dataDir} is writable, with ${inGib(free)} free`;
  if (free >= Math.max(MIN_FREE, needs)) return ok(`${found}.`);
  if (free < MIN_FREE) return failed(`${found}. Free space is low.`, 'Free up disk space.');
  return failed(
    `${found}. The history may still grow by ${inGib(needs)}.`,
    'Free up disk space, or lower the maximum size under Settings > History.',
  );
}

export async function checkClock({ clock }: ChecksOptions): Promise<CheckResult> {
  const now = new Date(clock.now());
  if (now.getUTCFullYear() >= FIRST_YEAR) return ok(`The clock shows ${now.toISOString()}.`);
  return failed(
    `The clock shows ${now.toISOString()}, which is wrong. Readings get incorrect timestamps.`,
    'Set the clock, or turn on network time (`sudo timedatectl set-ntp true` on Linux).',
  );
}

export async function checkHistory({ history }: ChecksOptions): Promise<CheckResult> {
  const { state, dropped_total: dropped } = history.figures();
  const lost = dropped > 0 ? ` ${counted(dropped, 'reading')} discarded since the start.` : '';
  if (state === 'recording') return ok(`Readings are recorded.${lost}`);
  if (state === 'off') return ok('Recording is off in the settings.');
  return failed(
    `Readings are held in memory until they can be stored.${lost}`,
    'See the history problems. The disk may be full or failing.',
  );
}
