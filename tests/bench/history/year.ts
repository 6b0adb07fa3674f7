/** A year of one channel: what it takes on disk, and how long questions about it take. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistoryStore, type RunningStore } from '../../../service/history/store/index.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { type AtEnd, withEnds } from '../../soak/support/ends.ts';
import { type Result, resultOf, type Section } from '../results.ts';
import { quantile } from '../statistics.ts';

export interface YearOptions {
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

export async function measureYear({ days, questions }: YearOptions): Promise<Section> {
  const readings = (days * DAY) / SECOND;
  const { results, seconds } = await withEnds(async (atEnd) => {
    const store = await openStore(atEnd);
    const began = performance.now();
    await fill(store, readings);
    const filled = (performance.now() - began) / 1000;
    return {
      seconds: filled,
      results: [...(await sizes(store, readings)), ...(await timesOf(store, days, questions))],
    };
  });
  const perSecond = resultOf('readings generated and stored per second', '1/s', [readings / seconds]);
  return {
    title: `History: ${days} days of one channel`,
    method:
      `${readings.toLocaleString('en')} readings at 1 Hz, of four decimals with a daily wave and noise, stamped with a ` +
      `jitter of up to 3 ms, through the store into a file. Then ${questions} stretches at random, from a minute to all ` +
      `of it (each length as likely as twice that), ${POINTS} points each: the time until the answer of the store's ` +
      "thread is on the caller's. Bytes: raw blocks alone, and the whole file with the sums of minutes and hours.",
    results: [perSecond, ...results],
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

async function sizes(store: RunningStore, readings: number): Promise<Result[]> {
  const { bytes, rawBytes, rawReadings, sumBytes } = await store.status();
  return [
    resultOf('raw blocks, of a reading', 'bytes', [rawBytes / rawReadings]),
    resultOf('sums, of a reading', 'bytes', [sumBytes / readings]),
    resultOf('the whole file, of a reading', 'bytes', [bytes / readings]),
  ];
}

async function timesOf(store: RunningStore, days: number, questions: number): Promise<Result[]> {
  const times: number[] = [];
  for (let number = 0; number < questions; number += 1) {
    const length = MINUTE * ((days * DAY) / MINUTE) ** noise(number + 0.1);
    const from = BEGIN + Math.floor((days * DAY - length) * noise(number + 0.2));
    const began = performance.now();
    const [answer] = await store.query([CHANNEL], { from, to: from + Math.ceil(length), points: POINTS });
    times.push(performance.now() - began);
    if (!answer || answer.parts.length === 0) throw new Error(`Nothing is answered from ${from} on.`);
  }
  const wanted = { is: 'below', value: WANTED_MS } as const;
  return [
    resultOf('a question, p50', 'ms', [quantile(times, 0.5)]),
    resultOf('a question, p95', 'ms', [quantile(times, 0.95)]),
    resultOf('a question, the slowest', 'ms', [Math.max(...times)], wanted),
  ];
}
