/**
 * The service is killed again and again at random moments while readings wait on disk for a broker that cannot be
 * reached, or are on their way to it. What was taken before about the last second still arrives, in order. A second
 * client publishes to a broker that never leaves: what came there is the truth.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../contract/support/until.ts';
import { quietBroker } from './support/brokers.ts';
import { type AtEnd, withEnds } from './support/ends.ts';
import { type Outcome, Problems } from './support/outcome.ts';
import {
  addClients,
  clientStatus,
  dataFolder,
  kill,
  type Load,
  startPublishing,
  untilDrained,
} from './support/publishing.ts';
import { untilQuiet } from './support/quiet.ts';
import { Random } from './support/random.ts';
import { account, few, fromCommonStart, readingKey, takenAt } from './support/readings.ts';
import { startTap, type Tap } from './support/tap.ts';
import { startWitness } from './support/witness.ts';

export interface OutboxKillsOptions {
  load: Load;
  kills: number;
  /** How long the service runs before it is killed: at least and at most, in milliseconds. */
  runMs: { min: number; max: number };
  seed: number;
}

/**
 * How old a reading may be, at most, that a kill costs, in milliseconds. Written at least every second is what is
 * promised; a busy machine may be late.
 */
const LOSS_MS = 2000;

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
  await startWitness(atEnd, { port: steady.port, onLine: (line) => truth.push(readingKey(line)) });
  await startWitness(atEnd, { port: remote.port, onLine: (line) => arrivals.push(readingKey(line)) });
  const folder = await dataFolder(atEnd);
  const first = await startPublishing(atEnd, folder);
  await addClients(first.url, { steady: steady.port, remote: tap.port });
  await first.stop();

  const killedAt: number[] = [];
  let waited = 0;
  for (let count = 1; count <= kills; count += 1) {
    // Most kills come while readings wait; some while they are on their way out.
    if (count > 1 && random.next() < 0.3) await tap.open();
    else await tap.close();
    const known = truth.length;
    const service = await startPublishing(atEnd, folder, load);
    await until('readings', () => truth.length > known);
    await delay(random.whole(runMs.min, runMs.max));
    waited = Math.max(waited, (await clientStatus(service.url, 'remote')).queued);
    await kill(service);
    killedAt.push(Date.now());
  }
  await tap.open();
  const rest = await startPublishing(atEnd, folder);
  await untilDrained(rest.url, 'steady', { patienceMs: 300_000 });
  await untilDrained(rest.url, 'remote', { patienceMs: 300_000 });
  const code = await rest.stop();
  await untilQuiet(() => truth.length + arrivals.length);
  const outcome = judge({ truth, arrivals, killedAt, waited, tap });
  outcome.facts.unshift(`${kills} kills (seed ${seed}); at most ${waited} readings waited`);
  if (code !== 0) outcome.problems.push(`the last stop ended with exit code ${code}`);
  return outcome;
}

interface Seen {
  truth: string[];
  arrivals: string[];
  killedAt: number[];
  waited: number;
  tap: Tap;
}

function judge({ truth, arrivals, killedAt, waited, tap }: Seen): Outcome {
  const { arrived, missing, unknown, repeated, late } = account(...fromCommonStart(truth, arrivals));
  const lost = [...missing, ...unknown];
  const ages = lost.map((key) => ageAtKill(takenAt(key), killedAt));
  const tooOld = lost.filter((_, index) => (ages[index] ?? Number.POSITIVE_INFINITY) > LOSS_MS);
  const problems = new Problems();
  problems.unless(
    tooOld.length === 0,
    `${tooOld.length} readings older than ${LOSS_MS} ms at the kill were lost: ${few(tooOld)}`,
  );
  problems.unless(late.length === 0, `${late.length} readings arrived out of order: ${few(late)}`);
  problems.unless(waited > 100, `at most ${waited} readings waited: too little to lose`);
  return {
    facts: [
      `${arrived} readings arrived; ${missing.length} that had come to the other broker did not, ${unknown.length} the other way round`,
      `the oldest that was lost was ${Math.max(0, ...ages)} ms old when the service was killed`,
      `${repeated.length} arrived twice, in ${tap.connections} connections with at most ${tap.mostInFlight} in flight`,
    ],
    problems: problems.list,
  };
}

/** How old a reading was at the next kill, in milliseconds. */
function ageAtKill(at: number, killedAt: readonly number[]): number {
  return Math.min(...killedAt.filter((moment) => moment >= at).map((moment) => moment - at));
}
