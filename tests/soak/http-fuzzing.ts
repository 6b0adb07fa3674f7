/**
 * Fuzzes every documented operation over real sockets for a long time. One service; each round has another seed, first
 * with single requests and a check of the settings after each, then with concurrent ones, beside endless requests.
 */

import { type CampaignOptions, fuzzOperations, newTally, type Tally } from '../contract/fuzz/support/campaign.ts';
import { fuzzBytes } from '../contract/fuzz/support/changed-bytes.ts';
import { fuzzTogether } from '../contract/fuzz/support/crowd.ts';
import { dribble } from '../contract/fuzz/support/dribble.ts';
import { startTarget, type Target } from '../contract/fuzz/support/target.ts';
import { ProcessWatch } from '../support/load/process-watch.ts';
import { type Outcome, Problems } from './support/outcome.ts';

export interface HttpFuzzingOptions {
  durationMs: number;
  seed: number;
}

/** Requests to each operation, changed bytes, and concurrent requests of one round. */
const RUNS = { each: 40, bytes: 3000, together: 1000 };

/** Time between samples of the process, in milliseconds. */
const SAMPLE_MS = 500;

/** Number of endless requests in each round. */
const DRIBBLERS = 20;

export async function httpFuzzing(options: HttpFuzzingOptions): Promise<Outcome> {
  const target = await startTarget();
  try {
    return await run(target, options);
  } finally {
    await target.service.stop();
  }
}

async function run(target: Target, { durationMs, seed }: HttpFuzzingOptions): Promise<Outcome> {
  const problems = new Problems();
  const tally = newTally();
  const watch = new ProcessWatch(target.service.process.pid ?? 0, SAMPLE_MS);
  const end = performance.now() + durationMs;
  const ends = new Map<string, number>();
  let rounds = 0;
  watch.start();
  try {
    do {
      const dribbling = dribble(target.service.port, DRIBBLERS);
      problems.list.push(...(await round(target, seed + rounds, tally)));
      for (const { how, problem } of await dribbling) {
        ends.set(how, (ends.get(how) ?? 0) + 1);
        if (problem) problems.list.push(`an endless request: ${problem}`);
      }
      rounds += 1;
    } while (performance.now() < end && problems.list.length === 0);
  } finally {
    watch.stop();
  }
  const [first, last] = watch.thirds();
  const statuses = [...tally.statuses]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([status, count]) => `${status}: ${count}`);
  return {
    facts: [
      `${tally.requests} requests to ${target.api.operations.length} operations in ${rounds} rounds, seeds from ${seed}`,
      `responses by status: ${statuses.join(', ')}`,
      `ends of endless requests: ${[...ends].map(([how, count]) => `${count} of ${how}`).join(', ')}`,
      `memory ${first.toFixed(0)} MiB in the first third, ${last.toFixed(0)} MiB in the last, ${watch.mostMebibytes.toFixed(0)} MiB at most`,
      `open files ${watch.filesAtStart} at the start, ${watch.mostFiles} at most, ${target.handles()} at the end`,
    ],
    problems: problems.list,
  };
}

async function round(target: Target, seed: number, tally: Tally): Promise<string[]> {
  const of = (runs: number): CampaignOptions => ({ seed, runs });
  return [
    ...(await fuzzOperations(target, of(RUNS.each), tally)),
    ...(await fuzzBytes(target, of(RUNS.bytes), tally)),
    ...(await fuzzTogether(target, of(RUNS.together), tally)),
  ];
}
