/** A year of one channel: what it takes on disk, and how long questions about it take. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistoryStore, type RunningStore } from '../../../service/history/store/index.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { type AtEnd, withEnds } from '../../soak/support/ends.ts';
import { type Result, resultOf, type Section, type Wanted } from '../results.ts';
import { quantile } from '../statistics.ts';

export interface YearOptions {
  rounds: number;
  days: number;
  questions: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 86_400 * SECOND;
const BEGIN = Date.UTC(2025, 0, 1);
const POINTS = 1500;
const WANTED_MS = 50;
/** Readings in one commit. */
const BATCH = 100_000;
const CHANNEL = { family: 'usb', serial: 'E1', channel: 'temperature' } as const;
/** Nothing is dropped while this runs. */
const FOR_EVER = { rawDays: 36_500, minuteDays: 36_500, maxBytes: 2 ** 40 };

/** What one round found. */
interface Round {
  perSecond: number;
  /** Bytes of a reading. */
  raw: number;
  sums: number;
  file: number;
  /** Milliseconds that questions took. */
  times: readonly number[];
  /** Readings that are on disk. */
  stored: number;
}

function run(readings: number, days: number, questions: number): Promise<Round> {
  return withEnds(async (atEnd) => {
    const store = await openStore(atEnd);
    const began = performance.now();
    await fill(store, readings);
    const perSecond = (readings / (performance.now() - began)) * 1000;
    const { bytes, rawBytes, rawReadings, sumBytes } = await store.status();
    const times = await timesOf(store, days, questions);
    const size = { raw: rawBytes / rawReadings, sums: sumBytes / readings, file: bytes / readings };
    return { perSecond, ...size, times, stored: rawReadings };
  });
}

export async function measureYear({ rounds, days, questions }: YearOptions): Promise<Section> {
  const readings = (days * DAY) / SECOND;
  const runs: Round[] = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await run(readings, days, questions));
  const figure = (name: string, unit: string, pick: (round: Round) => number, wanted?: Wanted): Result =>
    resultOf(name, unit, runs.map(pick), wanted);
  const median = 'a question, p50';
  return {
    title: `History: ${days} days of one channel`,
    method:
      `${readings.toLocaleString('en')} readings at 1 Hz, of four decimals with a daily wave and noise, stamped with a ` +
      `jitter of up to 3 ms, through the store into a file. Then ${questions} stretches at random, from a minute to all ` +
      `of it (each length as likely as twice that), ${POINTS} points each: the time until the answer of the store's ` +
      "thread is on the caller's. Bytes: raw blocks alone, and the whole file with the sums of minutes and hours. " +
      `${rounds} rounds, each with a new file.`,
    problems: runs
      .filter(({ stored }) => stored !== readings)
      .map(({ stored }) => `Of ${readings} readings ${stored} are on disk.`),
    results: [
      figure('readings generated and stored per second', '1/s', ({ perSecond }) => perSecond),
      figure('raw blocks, of a reading', 'bytes', ({ raw }) => raw),
      figure('sums, of a reading', 'bytes', ({ sums }) => sums),
      figure('the whole file, of a reading', 'bytes', ({ file }) => file),
      figure(median, 'ms', ({ times }) => quantile(times, 0.5)),
      figure('a question, p95', 'ms', ({ times }) => quantile(times, 0.95)),
      figure('a question, the slowest', 'ms', ({ times }) => Math.max(...times), {
        is: 'below',
        value: WANTED_MS,
        beside: median,
      }),
    ],
  };
}

async function openStore(atEnd: AtEnd): Promise<RunningStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mensura-bench-'));
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  const store = createHistoryStore({ dataDir, logger: silentLogger });
  atEnd(() => store.close());
  await store.open();
  await store.configure(FOR_EVER);
  return store;
}

async function fill(store: RunningStore, readings: number): Promise<void> {
  const declared = { ...CHANNEL, slot: 0, unit: '°C', description: 'Temperature', product: 'VCP-PTH450-CAL', order: 0 };
  for (let done = 0; done < readings; done += BATCH) {
    const length = Math.min(BATCH, readings - done);
    const at = new Float64Array(length);
    const values = new Float64Array(length);
    for (let index = 0; index < length; index += 1) {
      const number = done + index;
      const moment = BEGIN + number * SECOND;
      at[index] = moment + Math.floor(4 * noise(-number - 1));
      const wave = 20 + 3 * Math.sin((2 * Math.PI * moment) / DAY) + 2 * Math.sin((2 * Math.PI * moment) / (11 * DAY));
      values[index] = Math.round(1e4 * (wave + 0.01 * (noise(number) + noise(number + 0.5) - 1))) / 1e4;
    }
    await store.commit({
      id: String(done),
      declared: done === 0 ? [declared] : [],
      slots: new Uint32Array(length),
      at,
      values,
    });
  }
}

/** Between 0 and 1; the same for the same number. */
function noise(number: number): number {
  return Math.abs(Math.sin(number * 12.9898) * 43_758.5453) % 1;
}

async function timesOf(store: RunningStore, days: number, questions: number): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < questions; number += 1) {
    const length = MINUTE * ((days * DAY) / MINUTE) ** noise(number + 0.1);
    const from = BEGIN + Math.floor((days * DAY - length) * noise(number + 0.2));
    const began = performance.now();
    const [answer] = await store.query([CHANNEL], { from, to: from + Math.ceil(length), points: POINTS });
    times.push(performance.now() - began);
    if (!answer || answer.parts.length === 0) throw new Error(`Nothing is answered from ${from} on.`);
  }
  return times;
}
