/** Clients of the event stream that read slowly or not at all: their cost, and their effect on a fast one. */
import { setTimeout as delay } from 'node:timers/promises';
import { type AtEnd, withEnds } from '../../support/ends.ts';
import { until } from '../../support/until.ts';
import { PATIENCE_MS } from '../patience.ts';
import { HAS_PROC, residentMiB } from '../process-figures.ts';
import { type Result, resultOf, type Section } from '../results.ts';
import { quantile } from '../statistics.ts';
import { type Clients, startClients, startTelling, statusOf, untilStreams } from './played.ts';
import type { Pace } from './telling.ts';

export interface SlowReadersOptions {
  rounds: number;
  /** Numbers of slow readers, measured one after the other. */
  readers: readonly number[];
  paces: readonly Exclude<Pace, 'quick'>[];
  /** Milliseconds. */
  durationMs: number;
  /** Whether to wait until the limit disconnects readers of nothing. */
  untilEnded: boolean;
}

/** 22,500 readings and 2.3 MB per second for each reader, which soon fill the system's buffers. */
const LOAD = { devices: 500, periodMs: 100 };

/** Time after which readers of nothing are disconnected, in milliseconds. */
const STALLED_MS = 60_000;

/** Time of the fast reader alone before it is measured, in milliseconds. */
const WARM_UP_MS = 1000;

interface Run {
  aloneP99: number;
  besideP99: number;
  /** Resident memory of the service, in MiB. */
  aloneMiB: number;
  besideMiB: number;
}

interface Case {
  pace: Exclude<Pace, 'quick'>;
  readers: number;
  runs: Run[];
}

export async function measureSlowReaders(options: SlowReadersOptions): Promise<Section> {
  const { rounds, paces, readers, durationMs, untilEnded } = options;
  const section: Section = {
    title: 'Event streams: slow readers',
    method:
      `${LOAD.devices} simulated devices of 7 channels at 10 Hz, one fast reader in a process of its own, and slow readers ` +
      'in another that read nothing or 1 kB per second. The fast reader is measured alone, and again when the service ' +
      `skips readings for the slow ones. ${rounds} rounds, twice ${durationMs} ms each, with fresh processes.` +
      (untilEnded ? ' The last round lasts until the service has disconnected the readers that read nothing.' : ''),
    results: [],
  };
  if (!HAS_PROC) return { ...section, skipped: 'Requires /proc, which only Linux has.' };
  const cases = paces.flatMap((pace) => readers.map((count): Case => ({ pace, readers: count, runs: [] })));
  const problems: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const each of cases) {
      const isLast = round === rounds - 1 && each.pace === 'not at all' && each.readers === Math.max(...readers);
      each.runs.push(await run(each, durationMs, problems, untilEnded && isLast));
    }
  }
  return { ...section, results: cases.flatMap(resultsOf), problems };
}

function run({ pace, readers }: Case, durationMs: number, problems: string[], untilEnded: boolean): Promise<Run> {
  return withEnds(async (atEnd) => {
    const server = await startTelling(atEnd, 'streams', LOAD);
    const { url, pid } = server;
    const quick = await startClients(atEnd, url, 1, 'quick');
    await delay(WARM_UP_MS);
    const aloneP99 = await p99(quick, durationMs);
    const aloneMiB = residentMiB(pid);
    await fallBehind(atEnd, url, readers, pace);
    const besideP99 = await p99(quick, durationMs);
    const besideMiB = residentMiB(pid);
    if ((await quick.ask()).open !== 1) problems.push(`The fast reader beside ${readers} slow ones was disconnected.`);
    if (untilEnded) await untilLeft(url, problems);
    return { aloneP99, besideP99, aloneMiB, besideMiB };
  });
}

/** Starts the slow readers; resolves when nearly all of them are behind. */
async function fallBehind(atEnd: AtEnd, url: string, readers: number, pace: Pace): Promise<void> {
  await startClients(atEnd, url, readers, pace);
  await untilStreams(url, readers + 1);
  let last = await statusOf(url);
  await until(
    'all of them to be behind',
    async () => {
      const now = await statusOf(url);
      const due = (now.readings_total - last.readings_total) * readers;
      const leftOut = now.coalesced_total - last.coalesced_total;
      last = now;
      return due > 0 && leftOut > 0.9 * due;
    },
    PATIENCE_MS,
  );
}

async function p99(quick: Clients, durationMs: number): Promise<number> {
  await quick.ask();
  // A short round on a busy computer can end before the reader has received anything.
  const delays = await until(
    'events at the fast reader',
    async () => {
      await delay(durationMs);
      const { delays: received } = await quick.ask();
      return received.length > 0 && received;
    },
    PATIENCE_MS,
  );
  return quantile(delays, 0.99);
}

/** Waits until readers of nothing are disconnected. */
async function untilLeft(url: string, problems: string[]): Promise<void> {
  const isOver = async (): Promise<boolean> => (await statusOf(url)).streams === 1;
  await until('the stalled readers to be disconnected', isOver, STALLED_MS + PATIENCE_MS).catch(async () => {
    problems.push(`${(await statusOf(url)).streams - 1} readers that read nothing are still connected.`);
  });
}

function resultsOf({ pace, readers, runs }: Case): Result[] {
  const name = `${readers} readers of ${pace === 'slow' ? '1 kB/s' : 'nothing'}`;
  const of = (key: keyof Run): number[] => runs.map((each) => each[key]);
  return [
    resultOf(`${name}: delay alone, p99`, 'ms', of('aloneP99')),
    resultOf(`${name}: delay beside them, p99`, 'ms', of('besideP99')),
    resultOf(
      `${name}: delay beside them over alone`,
      '',
      runs.map(({ aloneP99, besideP99 }) => besideP99 / aloneP99),
    ),
    resultOf(`${name}: resident memory alone`, 'MiB', of('aloneMiB')),
    resultOf(`${name}: resident memory beside them`, 'MiB', of('besideMiB')),
  ];
}
