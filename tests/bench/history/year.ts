/** A year of one channel: size and query times. */
import { withEnds } from '../../support/ends.ts';
import { type Result, resultOf, type Section, type Wanted } from '../results.ts';
import { quantile } from '../statistics.ts';
import { fillStore, makeFolder, openStore, POINTS, readingsOf, stretchesOf, timesOfStore } from './one-channel.ts';

export interface YearOptions {
  rounds: number;
  days: number;
  questions: number;
}

const WANTED_MS = 50;
/** Readings in one commit. */
const BATCH = 100_000;

/** The result of one round. */
interface Round {
  perSecond: number;
  /** Bytes of a reading. */
  raw: number;
  sums: number;
  file: number;
  /** Query times in milliseconds. */
  times: readonly number[];
  /** Stored readings. */
  stored: number;
}

function run(days: number, questions: number): Promise<Round> {
  return withEnds(async (atEnd) => {
    const readings = readingsOf(days);
    const store = await openStore(atEnd, await makeFolder(atEnd));
    const began = performance.now();
    await fillStore(store, days, BATCH);
    const perSecond = (readings / (performance.now() - began)) * 1000;
    const { bytes, rawBytes, rawReadings, sumBytes } = await store.status();
    const times = await timesOfStore(store, stretchesOf(days, questions));
    const size = { raw: rawBytes / rawReadings, sums: sumBytes / readings, file: bytes / readings };
    return { perSecond, ...size, times, stored: rawReadings };
  });
}

export async function measureYear({ rounds, days, questions }: YearOptions): Promise<Section> {
  const readings = readingsOf(days);
  const runs: Round[] = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await run(days, questions));
  const figure = (name: string, unit: string, pick: (round: Round) => number, wanted?: Wanted): Result =>
    resultOf(name, unit, runs.map(pick), wanted);
  const median = 'Mensura: query, p50';
  return {
    title: `History: ${days} days of one channel`,
    method:
      `${readings.toLocaleString('en')} readings at 1 Hz with four decimals, a daily wave, noise, and timestamps that ` +
      `jitter by up to 3 ms, stored in a file. Then ${questions} queries of random ranges, from a minute to all of it ` +
      `(a length is as likely as its double), with ${POINTS} points each, timed until the caller's thread has the ` +
      "response of the store's thread. Bytes: raw blocks, minute and hour aggregates, and the whole file. " +
      `${rounds} rounds, each with a new file.`,
    problems: runs
      .filter(({ stored }) => stored !== readings)
      .map(({ stored }) => `${stored} of ${readings} readings are on disk.`),
    results: [
      figure('Mensura: readings generated and stored', '1/s', ({ perSecond }) => perSecond),
      figure('Mensura: raw blocks, per reading', 'bytes', ({ raw }) => raw),
      figure('Mensura: aggregates, per reading', 'bytes', ({ sums }) => sums),
      figure('Mensura: whole file, per reading', 'bytes', ({ file }) => file),
      figure(median, 'ms', ({ times }) => quantile(times, 0.5)),
      figure('Mensura: query, p95', 'ms', ({ times }) => quantile(times, 0.95)),
      figure('Mensura: slowest query', 'ms', ({ times }) => Math.max(...times), {
        is: 'below',
        value: WANTED_MS,
        beside: median,
      }),
    ],
  };
}
