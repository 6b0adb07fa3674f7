/** Some days of one channel, beside one row for each reading in SQLite: size and query times. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type AtEnd, withEnds } from '../../support/ends.ts';
import { type Result, resultOf, type Section } from '../results.ts';
import { quantile } from '../statistics.ts';
import {
  batchesOf,
  countOfStore,
  fillStore,
  makeFolder,
  openStore,
  POINTS,
  readingsOf,
  type Stretch,
  stretchesOf,
  timesOfStore,
} from './one-channel.ts';

/** Readings in one commit. */
const BATCH = 10_000;

export interface DaysOptions {
  rounds: number;
  days: number;
  questions: number;
}

/** One round of one of the two. */
interface Round {
  /** Readings stored per second. */
  perSecond: number;
  bytesPerReading: number;
  /** Query times in milliseconds. */
  times: readonly number[];
  /** Stored readings. */
  stored: number;
}

export async function measureDays({ rounds, days, questions }: DaysOptions): Promise<Section> {
  const readings = readingsOf(days);
  const stretches = stretchesOf(days, questions);
  const rows: Round[] = [];
  const service: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rows.push(await withEnds((atEnd) => runRows(atEnd, days, stretches)));
    service.push(await withEnds((atEnd) => runStore(atEnd, days, stretches)));
  }
  return {
    title: `History: ${days} days of one channel, beside rows`,
    method:
      `${readings.toLocaleString('en')} readings and ${questions} queries as above, over ${days} days. Bare rows: ` +
      '`node:sqlite` on the main thread, WAL, `synchronous = FULL`, one row for each reading, in a table that is its own ' +
      `index by channel and time. A query is one SQL statement with ${POINTS} buckets of minimum, maximum, mean and ` +
      "count. Mensura: the service's store, with minute and hour aggregates besides the readings; a query goes to its " +
      `thread and back. Both commit ${BATCH.toLocaleString('en')} readings at a time. Bytes: of the file after \`VACUUM\`, ` +
      'since such fast writing leaves free space in it. ' +
      `${rounds} rounds in turn, each with new files.`,
    problems: [...problemsOf('bare rows', rows, readings), ...problemsOf('Mensura', service, readings)],
    results: FIGURES.flatMap(([what, unit, pick]) => resultsOf(what, unit, rows.map(pick), service.map(pick))),
  };
}

const FIGURES: readonly [what: string, unit: string, pick: (round: Round) => number][] = [
  ['readings generated and stored', '1/s', ({ perSecond }) => perSecond],
  ['on disk, per reading', 'bytes', ({ bytesPerReading }) => bytesPerReading],
  ['query, p50', 'ms', ({ times }) => quantile(times, 0.5)],
  ['query, p95', 'ms', ({ times }) => quantile(times, 0.95)],
  ['slowest query', 'ms', ({ times }) => Math.max(...times)],
];

function resultsOf(what: string, unit: string, rows: readonly number[], service: readonly number[]): Result[] {
  const ratio = service.map((value, round) => value / (rows[round] ?? Number.NaN));
  return [
    resultOf(`bare rows: ${what}`, unit, rows),
    resultOf(`Mensura: ${what}`, unit, service),
    resultOf(`Mensura over bare rows: ${what}`, '', ratio),
  ];
}

function problemsOf(name: string, runs: readonly Round[], readings: number): string[] {
  return runs
    .filter(({ stored }) => stored !== readings)
    .map(({ stored }) => `${name}: ${stored} of ${readings} readings are on disk.`);
}

async function runStore(atEnd: AtEnd, days: number, stretches: readonly Stretch[]): Promise<Round> {
  const folder = await makeFolder(atEnd);
  const store = await openStore(atEnd, folder);
  const began = performance.now();
  await fillStore(store, days, BATCH);
  const perSecond = (readingsOf(days) / (performance.now() - began)) * 1000;
  const times = await timesOfStore(store, stretches);
  const stored = await countOfStore(store, days);
  await store.close();
  const bytes = await compactBytes(join(folder, 'history/history.sqlite'));
  return { perSecond, bytesPerReading: bytes / stored, times, stored };
}

/** Size of an SQLite file without its free space. */
async function compactBytes(path: string): Promise<number> {
  const database = new DatabaseSync(path);
  database.exec('VACUUM');
  database.close();
  return (await stat(path)).size;
}

/** `:width` is that of a bucket, in milliseconds. */
const QUESTION = `
  SELECT CAST((at - :from) / :width AS INTEGER) AS bucket, min(value), max(value), avg(value), count(*)
  FROM reading WHERE channel = 0 AND at >= :from AND at < :to GROUP BY bucket`;

async function runRows(atEnd: AtEnd, days: number, stretches: readonly Stretch[]): Promise<Round> {
  const path = join(await makeFolder(atEnd), 'rows.sqlite');
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  database.exec(
    'CREATE TABLE reading (channel INTEGER, at INTEGER, value REAL, PRIMARY KEY (channel, at)) WITHOUT ROWID',
  );
  const insert = database.prepare('INSERT INTO reading VALUES (0, ?, ?)');
  const began = performance.now();
  for (const { at, values } of batchesOf(days, BATCH)) {
    database.exec('BEGIN');
    for (const [index, moment] of at.entries()) insert.run(moment, values[index] ?? Number.NaN);
    database.exec('COMMIT');
  }
  const perSecond = (readingsOf(days) / (performance.now() - began)) * 1000;
  const times = timesOfRows(database, stretches);
  const stored = Number(database.prepare('SELECT count(*) AS readings FROM reading').get()?.['readings']);
  database.close();
  return { perSecond, bytesPerReading: (await compactBytes(path)) / stored, times, stored };
}

/** @returns milliseconds @throws Error when an answer is empty */
function timesOfRows(database: DatabaseSync, stretches: readonly Stretch[]): number[] {
  const question = database.prepare(QUESTION);
  return stretches.map(({ from, to }) => {
    const began = performance.now();
    const answer = question.all({ from, to, width: (to - from) / POINTS });
    const took = performance.now() - began;
    if (answer.length === 0) throw new Error(`Nothing is answered from ${from} on.`);
    return took;
  });
}
