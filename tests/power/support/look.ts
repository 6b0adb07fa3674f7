/** What a cut left on a disk, as a computer that starts again finds it: by SQLite's own check, and by the service. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AppStatus, HistoryStatistics } from '../../../service/contract/index.ts';
import { findProgram } from '../../support/programs.ts';
import { type RunningService, startService } from '../../support/service.ts';
import type { Ask } from './messages.ts';

/** The service's folder on the disk. */
export const DATA = 'data';

/** Beyond this status, e2fsck has failed: 1 is a journal that was played back. */
const REPLAYED = 1;

export interface Found {
  /** What SQLite's own check of the file says: `ok`. */
  integrity: string;
  /** How many valid readings the history has, in the order of the questions. */
  kept: number[];
  /** Open problems of the service. */
  problems: string[];
}

/** A program for file systems: these are not in everybody's PATH. */
export function diskTool(name: 'mkfs.ext4' | 'e2fsck' | 'debugfs'): string {
  return findProgram(name) ?? name;
}

/**
 * Copies the service's folder off a disk that nobody unmounted.
 * @param folder where to
 * @throws Error when the disk cannot be read
 */
function takeOff(disk: string, folder: string): void {
  // What a kernel does when it mounts such a disk, and no more: nothing is repaired.
  const replay = spawnSync(diskTool('e2fsck'), ['-y', '-E', 'journal_only', disk], { encoding: 'utf8' });
  if (replay.error) throw replay.error;
  if (replay.status === null || replay.status > REPLAYED) throw new Error(`e2fsck: ${replay.stdout}${replay.stderr}`);
  execFileSync(diskTool('debugfs'), ['-R', `rdump ${DATA} "${folder}"`, disk], { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Of a copy: the service shall find what the cut left, not what this look at it tidied up. */
function integrity(data: string, copy: string): string {
  cpSync(join(data, 'history'), copy, { recursive: true });
  const database = new DatabaseSync(join(copy, 'history.sqlite'));
  try {
    const [verdict] = database.prepare('PRAGMA integrity_check').all();
    return String(Object.values(verdict ?? {})[0]);
  } finally {
    database.close();
  }
}

async function answer<Answer>(url: string): Promise<Answer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

async function ask(service: RunningService, questions: readonly Ask[]): Promise<Pick<Found, 'kept' | 'problems'>> {
  const kept: number[] = [];
  for (const { serial, channel, from, last } of questions) {
    const query = new URLSearchParams({ channel: `usb/${serial}/${channel}`, from: `${from}`, to: `${last + 1}` });
    const statistics = await answer<HistoryStatistics>(`${service.url}/app/v1/history/statistics?${query.toString()}`);
    kept.push(statistics.channels[0]?.count ?? -1);
  }
  const { problems } = await answer<AppStatus>(`${service.url}/app/v1/status`);
  return {
    kept,
    problems: problems.map(({ code, text }) => `${code}: ${text}`).filter((text) => !text.startsWith('usb-')),
  };
}

/** Starts the service on what a disk has after a cut, and counts what is there. The disk's journal is played back. */
export async function lookAt(disk: string, questions: readonly Ask[]): Promise<Found> {
  const folder = await mkdtemp(join(tmpdir(), 'mensura-power-'));
  try {
    takeOff(disk, folder);
    const dataDir = join(folder, DATA);
    const verdict = integrity(dataDir, join(folder, 'copy'));
    const service = await startService({ dataDir });
    try {
      return { integrity: verdict, ...(await ask(service, questions)) };
    } finally {
      await service.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
