/** One channel at 1 Hz for days, and query ranges: the same in every round. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistoryStore } from '../../../service/history/store/history-store.ts';
import type { HistoryStore } from '../../../service/history/types.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import type { AtEnd } from '../../support/ends.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 86_400 * SECOND;

/** First timestamp, in milliseconds since 1970. */
const BEGIN = Date.UTC(2025, 0, 1);

/** Points of a query. */
export const POINTS = 1500;

const CHANNEL = { family: 'usb', serial: 'E1', channel: 'temperature' } as const;

/** Retention that deletes nothing during the run. */
const FOR_EVER = { rawDays: 36_500, minuteDays: 36_500, maxBytes: 2 ** 40 };

/** Number of readings in a number of days. */
export function readingsOf(days: number): number {
  return (days * DAY) / SECOND;
}

export interface Batch {
  /** Number of earlier readings. */
  done: number;
  /** Milliseconds since 1970, and °C. */
  at: Float64Array<ArrayBuffer>;
  values: Float64Array<ArrayBuffer>;
}

/**
 * The readings of a number of days: four decimals, a daily wave, noise, and timestamps that jitter by up to 3 ms.
 * @param size readings in a batch
 */
export function* batchesOf(days: number, size: number): Generator<Batch> {
  const readings = readingsOf(days);
  for (let done = 0; done < readings; done += size) {
    const length = Math.min(size, readings - done);
    const at = new Float64Array(length);
    const values = new Float64Array(length);
    for (let index = 0; index < length; index += 1) {
      const number = done + index;
      const moment = BEGIN + number * SECOND;
      at[index] = moment + Math.floor(4 * noise(-number - 1));
      const wave = 20 + 3 * Math.sin((2 * Math.PI * moment) / DAY) + 2 * Math.sin((2 * Math.PI * moment) / (11 * DAY));
      values[index] = Math.round(1e4 * (wave + 0.01 * (noise(number) + noise(number + 0.5) - 1))) / 1e4;
    }
    yield { done, at, values };
  }
}

/** Between 0 and 1; the same for the same number. */
function noise(number: number): number {
  return Math.abs(Math.sin(number * 12.9898) * 43_758.5453) % 1;
}

/** Milliseconds since 1970; `to` is exclusive. */
export interface Stretch {
  from: number;
  to: number;
}

/** Random ranges, from a minute to all of it; a length is as likely as its double. */
export function stretchesOf(days: number, count: number): Stretch[] {
  return Array.from({ length: count }, (_, number) => {
    const length = MINUTE * ((days * DAY) / MINUTE) ** noise(number + 0.1);
    const from = BEGIN + Math.floor((days * DAY - length) * noise(number + 0.2));
    return { from, to: from + Math.ceil(length) };
  });
}

/** An empty folder. */
export async function makeFolder(atEnd: AtEnd): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mensura-bench-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A store with a new file. */
export async function openStore(atEnd: AtEnd, dataDir: string): Promise<HistoryStore> {
  const store = createHistoryStore({ dataDir, logger: silentLogger });
  atEnd(() => store.close());
  await store.open();
  await store.configure(FOR_EVER);
  return store;
}

/** @param size how many readings make a commit */
export async function fillStore(store: HistoryStore, days: number, size: number): Promise<void> {
  const declared = {
    ...CHANNEL,
    slot: 0,
    unit: '°C',
    description: 'Temperature',
    label: '',
    product: 'VCP-PTH450-CAL',
    order: 0,
  };
  for (const { done, at, values } of batchesOf(days, size)) {
    const slots = new Uint32Array(at.length);
    await store.commit({ id: String(done), declared: done === 0 ? [declared] : [], slots, at, values });
  }
}

/** Number of stored readings. */
export async function countOfStore(store: HistoryStore, days: number): Promise<number> {
  return store.count([CHANNEL], BEGIN, BEGIN + days * DAY);
}

/** @returns the time of each query, in milliseconds @throws Error if a response is empty */
export async function timesOfStore(store: HistoryStore, stretches: readonly Stretch[]): Promise<number[]> {
  const times: number[] = [];
  for (const stretch of stretches) {
    const began = performance.now();
    const [answer] = await store.query([CHANNEL], { ...stretch, points: POINTS });
    times.push(performance.now() - began);
    if (!answer || answer.parts.length === 0) throw new Error(`Nothing is answered from ${stretch.from} on.`);
  }
  return times;
}
