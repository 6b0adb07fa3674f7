/**
 * Kills the service at random times while readings are queued on disk for an unreachable broker, or in flight. All
 * except those of about the last second still arrive, in order. A second client publishes to an undisturbed broker, for
 * comparison.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type AtEnd, withEnds } from '../support/ends.ts';
import { quietBroker } from '../support/load/brokers.ts';
import {
  addClients,
  clientStatus,
  dataFolder,
  kill,
  type Load,
  startPublishing,
  untilDrained,
} from '../support/load/publishing.ts';
import { untilQuiet } from '../support/load/quiet.ts';
import { startWitness } from '../support/load/witness.ts';
import { Random } from '../support/random.ts';
import { until } from '../support/until.ts';
import { LOSS_MS, lossesOf, type Run } from './support/losses.ts';
import { type Outcome, Problems } from './support/outcome.ts';
import { account, few, fromCommonStart } from './support/readings.ts';
import { startTap, type Tap } from './support/tap.ts';

export interface OutboxKillsOptions {
  load: Load;
  kills: number;
  /** Range of the time before a kill, in milliseconds. */
  runMs: { min: number; max: number };
  seed: number;
}

export function outboxKills(options: OutboxKillsOptions): Promise<Outcome> {
  return withEnds((atEnd) => run(atEnd, options));
}

async function run(atEnd: AtEnd, { load, kills, runMs, seed }: OutboxKillsOptions): Promise<Outcome> {
  const random = new Random(seed);
  const steady = await quietBroker(atEnd);
  const remote = await quietBroker(atEnd);
  const tap = await startTap(atEnd, remote.port);
  const truth: string[] = [];
  const arrivals: string[] = [];
  await startWitness(atEnd, { port: steady.port, onLine: (reading) => truth.push(reading) });
  await startWitness(atEnd, { port: remote.port, onLine: (reading) => arrivals.push(reading) });
  const folder = await dataFolder(atEnd);
  const first = await startPublishing(atEnd, folder);
  await addClients(first.url, { steady: steady.port, remote: tap.port });
  await first.stop();

  const runs: Run[] = [];
  let waited = 0;
  for (let count = 1; count <= kills; count += 1) {
    // Most kills happen while readings are queued, some while they are in flight.
    if (count > 1 && random.next() < 0.3) await tap.open();
    else await tap.close();
    const known = truth.length;
    const startedAt = Date.now();
    const service = await startPublishing(atEnd, folder, load);
    const servingAt = Date.now();
    await until('readings', () => truth.length > known);
    await delay(random.whole(runMs.min, runMs.max));
    waited = Math.max(waited, (await clientStatus(service.url, 'remote')).queued);
    // Not at the exit event, which may be late on a busy machine.
    const killedAt = Date.now();
    await kill(service);
    runs.push({ startedAt, servingAt, killedAt });
  }
  await tap.open();
  const rest = await startPublishing(atEnd, folder);
  await untilDrained(rest.url, 'steady', { patienceMs: 300_000 });
  await untilDrained(rest.url, 'remote', { patienceMs: 300_000 });
  const code = await rest.stop();
  await untilQuiet(() => truth.length + arrivals.length);
  const outcome = judge({ truth, arrivals, runs, waited, tap });
  outcome.facts.unshift(`${kills} kills (seed ${seed}); at most ${waited} readings queued`);
  if (code !== 0) outcome.problems.push(`the last stop ended with exit code ${code}`);
  return outcome;
}

export interface Seen {
  truth: string[];
  arrivals: string[];
  runs: Run[];
  waited: number;
  tap: Tap;
}

/** Compares arrivals at the broker with those at the undisturbed one. */
export function judge({ truth, arrivals, runs, waited, tap }: Seen): Outcome {
  const { arrived, missing, unknown, repeated, late } = account(...fromCommonStart(truth, arrivals));
  const problems = new Problems();
  const { atKill, atBegin, lost } = lossesOf([...missing, ...unknown], runs);
  problems.unless(
    lost.length === 0,
    `${lost.length} readings older than ${LOSS_MS} ms at the kill were lost: ${few(lost)}`,
  );
  problems.unless(late.length === 0, `${late.length} readings arrived out of order: ${few(late)}`);
  problems.unless(waited > 100, `at most ${waited} readings were queued: too few for a test`);
  return {
    facts: [
      `${arrived} different readings arrived, ${repeated.length} of them twice, in ${tap.connections} connections with at most ${tap.mostInFlight} in flight`,
      `${atKill.length} lost by the kills; the oldest was ${Math.max(0, ...atKill)} ms old when the service was killed`,
      `${atBegin.length} queued by only one client at the start, the last ${Math.max(0, ...atBegin)} ms after the service was ready`,
    ],
    problems: problems.list,
  };
}
