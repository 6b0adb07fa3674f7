/**
 * The broker stops during sampling and starts again. A second client of the same service publishes to an undisturbed
 * broker; the first must receive the same payloads.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type AtEnd, withEnds } from '../support/ends.ts';
import { keepingBroker, quietBroker } from '../support/load/brokers.ts';
import {
  addClients,
  clientStatus,
  dataFolder,
  type Load,
  startPublishing,
  untilDrained,
} from '../support/load/publishing.ts';
import { untilQuiet } from '../support/load/quiet.ts';
import { startWitness } from '../support/load/witness.ts';
import { until } from '../support/until.ts';
import { type Outcome, Problems } from './support/outcome.ts';
import { account, few, fromCommonStart, twinsIn } from './support/readings.ts';
import { startTap, type Tap } from './support/tap.ts';

export interface BrokerAwayOptions {
  load: Load;
  /** Time with the broker before and after the outage, and the outage itself, in milliseconds. */
  beforeMs: number;
  awayMs: number;
  afterMs: number;
}

/** Minimum number of queued readings for a valid test. */
const LEAST_WAITING = 100;

/** Time for which the connection stalls before it ends, in milliseconds. */
const STALL_MS = 300;

export function brokerAway(options: BrokerAwayOptions): Promise<Outcome> {
  return withEnds((atEnd) => run(atEnd, options));
}

async function run(atEnd: AtEnd, { load, beforeMs, awayMs, afterMs }: BrokerAwayOptions): Promise<Outcome> {
  const steady = await quietBroker(atEnd);
  const leaving = await keepingBroker(atEnd);
  await leaving.start();
  const tap = await startTap(atEnd, leaving.port);
  const truth: string[] = [];
  const arrivals: string[] = [];
  await startWitness(atEnd, { port: steady.port, onLine: (reading) => truth.push(reading) });
  await startWitness(atEnd, { port: leaving.port, onLine: (reading) => arrivals.push(reading) });

  const folder = await dataFolder(atEnd);
  const service = await startPublishing(atEnd, folder, load);
  await addClients(service.url, { steady: steady.port, leaving: tap.port });
  await until('readings at both brokers', () => truth.length > 0 && arrivals.length > 0);
  await delay(beforeMs);
  // First a stall, so that readings in flight never arrive.
  tap.stall();
  await delay(STALL_MS);
  await leaving.stop();
  await tap.close();
  await delay(awayMs);
  const { queued, queued_bytes: bytes } = await clientStatus(service.url, 'leaving');
  const comeback = performance.now();
  await leaving.start();
  await tap.open();
  const perSecond = (load.devices * 1000) / load.periodMs;
  await untilDrained(service.url, 'leaving', { atMost: perSecond / 2, patienceMs: 60_000 + 2 * awayMs });
  const catchUpMs = performance.now() - comeback;
  await delay(afterMs);
  await service.stop();

  // Readings in flight at the stop follow after the next start.
  const rest = await startPublishing(atEnd, folder);
  await untilDrained(rest.url, 'steady');
  await untilDrained(rest.url, 'leaving');
  await rest.stop();
  await untilQuiet(() => truth.length + arrivals.length);
  return judge({ truth, arrivals, tap, queued, bytes, catchUpMs, wanted: (perSecond * awayMs) / 1000 });
}

interface Seen {
  truth: string[];
  arrivals: string[];
  tap: Tap;
  queued: number;
  bytes: number;
  catchUpMs: number;
  /** Readings due during the outage. */
  wanted: number;
}

function judge({ truth, arrivals, tap, queued, bytes, catchUpMs, wanted }: Seen): Outcome {
  const { arrived, missing, unknown, repeated, late } = account(...fromCommonStart(truth, arrivals));
  const problems = new Problems();
  problems.unless(missing.length === 0, `${missing.length} readings never arrived: ${few(missing)}`);
  problems.unless(unknown.length === 0, `${unknown.length} readings arrived at only one broker: ${few(unknown)}`);
  problems.unless(late.length === 0, `${late.length} readings arrived out of order: ${few(late)}`);
  const { connections, repeats, mostInFlight } = tap;
  const twins = twinsIn(truth);
  const needless = tap.needless.filter((reading) => !twins.has(reading));
  problems.unless(needless.length === 0, `${needless.length} acknowledged readings were repeated: ${few(needless)}`);
  problems.unless(connections > 1, 'the connection was never lost');
  // A loaded machine samples less often than it should.
  problems.unless(queued > LEAST_WAITING, `only ${queued} readings were queued, of about ${wanted}: too little load`);
  return {
    facts: [
      `${arrived} readings, ${queued} of them (${bytes} bytes) queued when the broker returned`,
      `queue empty ${(catchUpMs / 1000).toFixed(1)} s after the broker started`,
      `${missing.length} missing, ${late.length} out of order, ${repeated.length} arrived twice, ${twins.size} of them published twice`,
      `on the wire: ${connections} connections, at most ${mostInFlight} in flight, ${repeats} repeated, ` +
        `${needless.length} of them needlessly`,
    ],
    problems: problems.list,
  };
}
