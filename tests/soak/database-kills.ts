/**
 * Kills the service and two real databases at random times. What either database lacks of the history is at most a few
 * seconds old at a kill, and a backfill writes it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { AppDevices } from '../../service/contract/index.ts';
import { type AtEnd, withEnds } from '../support/ends.ts';
import { dataFolder, kill, type Load, startPublishing } from '../support/load/publishing.ts';
import { Random } from '../support/random.ts';
import { until } from '../support/until.ts';
import { keptValues } from './endurance/kept.ts';
import {
  accountPoints,
  type DatabaseName,
  Databases,
  databasesOf,
  NAMES,
  type Points,
  type StoredPoints,
} from './support/databases.ts';
import { lossesOf, type Run } from './support/losses.ts';
import { type Outcome, Problems } from './support/outcome.ts';
import { few } from './support/readings.ts';

export interface DatabaseKillsOptions {
  load: Load;
  kills: number;
  /** Range of the time before a kill, in milliseconds. */
  runMs: { min: number; max: number };
  seed: number;
}

const CHANNEL = 'temperature';

/** Lines are stored after up to 2.5 s; a busy machine may be late. In milliseconds. */
const LINE_LOSS_MS = 3500;

/** VictoriaMetrics confirms readings that reach its disk seconds later, in milliseconds. */
const UNSTORED_MS = 10_000;

export function databaseKills(options: DatabaseKillsOptions): Promise<Outcome> {
  return withEnds((atEnd) => run(atEnd, options));
}

async function run(atEnd: AtEnd, { load, kills, runMs, seed }: DatabaseKillsOptions): Promise<Outcome> {
  const from = Date.now();
  const random = new Random(seed);
  const databases = await Databases.start(atEnd);
  const folder = await dataFolder(atEnd);
  const first = await startPublishing(atEnd, folder);
  await databases.addTo(first.url);
  await first.stop();

  const runs: Run[] = [];
  const killedAt: Record<DatabaseName, number[]> = { InfluxDB: [], VictoriaMetrics: [] };
  const away = new Set<DatabaseName>();
  let waited = 0;
  for (let count = 1; count <= kills; count += 1) {
    const startedAt = Date.now();
    const service = await startPublishing(atEnd, folder, load);
    const servingAt = Date.now();
    await delay(random.whole(runMs.min, runMs.max) / 2);
    // One of them is killed, or those that are away return.
    if (away.size > 0 && random.next() < 0.5) {
      for (const name of away) await databases.server(name).start();
      away.clear();
    } else {
      const name = random.pick(NAMES);
      if (!away.has(name)) killedAt[name].push(Date.now());
      await databases.server(name).kill();
      away.add(name);
    }
    await delay(random.whole(runMs.min, runMs.max) / 2);
    const waiting = (await databasesOf(service.url)).map(({ status }) => status.waiting);
    waited = Math.max(waited, ...waiting);
    const now = Date.now();
    await kill(service);
    runs.push({ startedAt, servingAt, killedAt: now });
  }
  for (const name of away) await databases.server(name).start();
  const rest = await startPublishing(atEnd, folder, load);
  // Up to here: readings of this last run go on.
  const to = Date.now();
  await databases.untilWritten(rest.url, 1000);

  const problems = new Problems();
  const truth = await historyOf(rest.url, from, to);
  const facts = [`${kills} kills of the service (seed ${seed}), ${truth.size} readings in the history`];
  problems.unless(waited > 100, `at most ${waited} lines waited: too few for a test`);
  facts.push(`at most ${waited} lines waited; discarded: ${await discards(rest.url, problems)}`);
  for (const name of NAMES) {
    const { missing, unknown, changed } = accountPoints(truth, await pointsOf(databases, name, to));
    // Lines that waited since its previous kill may have arrived in its last seconds.
    const isUnstored = (key: string): boolean =>
      name === 'VictoriaMetrics' &&
      killedAt[name].some((at, index, all) => {
        const since = Math.min(at, all[index - 1] ?? at) - UNSTORED_MS;
        return timeOf(key) >= since && timeOf(key) <= at;
      });
    const unstored = missing.filter(isUnstored);
    const others = [...missing, ...unknown].filter((key) => !isUnstored(key));
    const { atKill, atBegin, lost } = lossesOf(asReadings(others), runs, LINE_LOSS_MS);
    problems.unless(lost.length === 0, `${name}: ${lost.length} readings were lost: ${few(lost)}`);
    problems.unless(changed.length === 0, `${name}: ${changed.length} readings have other values: ${few(changed)}`);
    facts.push(
      `${name}, killed ${killedAt[name].length} times: ${missing.length} readings missing, of which ${unstored.length} by its own kills; ${unknown.length} that the history lost; the oldest ${Math.max(0, ...atKill)} ms old at a kill of the service; ${atBegin.length} at a start`,
    );
  }
  await databases.backfill(rest.url, from, to);
  for (const name of NAMES) {
    const { missing, changed } = accountPoints(truth, await pointsOf(databases, name, to));
    problems.unless(missing.length === 0, `${name}: ${missing.length} missing after the backfill: ${few(missing)}`);
    problems.unless(changed.length === 0, `${name}: ${changed.length} changed by the backfill: ${few(changed)}`);
    facts.push(`${name} after the backfill: ${missing.length} missing`);
  }
  const code = await rest.stop();
  problems.unless(code === 0, `the last stop ended with exit code ${code}`);
  return { facts, problems: problems.list };
}

async function historyOf(url: string, from: number, to: number): Promise<Points> {
  const { devices } = (await (await fetch(`${url}/app/v1/devices`)).json()) as AppDevices;
  const truth: Points = new Map();
  for (const { family, serial } of devices) {
    const channel = { family, serial, channel: CHANNEL };
    const kept = await until('the history to be written', async () => {
      const values = await keptValues(url, channel, from);
      return values.some(([at]) => at >= to) && values;
    });
    for (const [at, value] of kept) if (at < to) truth.set(`${serial} ${at}`, value);
  }
  return truth;
}

async function pointsOf(databases: Databases, name: DatabaseName, to: number): Promise<StoredPoints> {
  const points = await databases.points(name, CHANNEL);
  return new Map([...points].filter(([key]) => timeOf(key) < to));
}

async function discards(url: string, problems: Problems): Promise<number> {
  const counts = (await databasesOf(url)).map(({ status }) => status.discarded);
  const sum = counts.reduce((total, count) => total + count, 0);
  problems.unless(sum === 0, `${sum} lines were discarded`);
  return sum;
}

const timeOf = (key: string): number => Number(key.split(' ')[1]);

/** In the form that `takenAt` reads. */
function asReadings(keys: readonly string[]): string[] {
  return keys.map((key) =>
    JSON.stringify({ serial: key.split(' ')[0], timestamp: new Date(timeOf(key)).toISOString() }),
  );
}
