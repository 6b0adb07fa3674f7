/** Kills the history's thread, with its process, at random times under load. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killAgain } from '../service/history/store/support/kills.ts';
import { type AtEnd, withEnds } from '../support/ends.ts';
import { Random } from '../support/random.ts';
import type { Outcome } from './support/outcome.ts';

/** Minimum age at a kill of readings that must be on disk, even a slow one, in milliseconds. */
const SURE_MS = 3000;

export function historyKills(options: { kills: number; seed: number }): Promise<Outcome> {
  return withEnds((atEnd) => run(atEnd, options));
}

async function run(atEnd: AtEnd, { kills, seed }: { kills: number; seed: number }): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'mensura-history-kills-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const random = new Random(seed);
  const { readings, problems } = await killAgain({
    folder,
    kills,
    lifeMs: 5000,
    sureMs: SURE_MS,
    random: () => random.next(),
  });
  return { facts: [`${kills} kills (seed ${seed}); ${readings} readings of each channel stored`], problems };
}
