/** From the timestamp of a reading to its arrival at a subscriber: the service beside bare MQTT.js. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type AtEnd, withEnds } from '../../support/ends.ts';
import { quietBroker } from '../../support/load/brokers.ts';
import { addClients, dataFolder, type Load } from '../../support/load/publishing.ts';
import { startWitness } from '../../support/load/witness.ts';
import { until } from '../../support/until.ts';
import { PATIENCE_MS } from '../patience.ts';
import { type Result, resultOf, type Section } from '../results.ts';
import { startWatchedPublishing } from '../services.ts';
import { quantile } from '../statistics.ts';
import { Account, accountProblems } from './account.ts';
import { mqttObstacle } from './obstacle.ts';
import { startPublisher } from './publisher-process.ts';
import { record } from './recording.ts';
import { takeSnapshot } from './snapshot.ts';

export interface DelayOptions {
  rounds: number;
  warmUpMs: number;
  durationMs: number;
}

/** 1,000 readings per second, as even as possible. */
const LOAD: Load = { devices: 10, periodMs: 10 };

/** Minimum share of the readings due that must arrive; below it the machine was too busy. */
const LEAST_SHARE = 0.95;

interface Run {
  /** Milliseconds, one for each reading. */
  delays: number[];
  perSecond: number;
  problems: string[];
}

/** The account of a service's readings. */
interface Teller {
  account: Account;
  /** Acknowledged readings. */
  published(): Promise<number>;
}

/** @returns undefined without an account */
type Start = (atEnd: AtEnd, port: number) => Promise<Teller | undefined>;

export async function measureDelay({ rounds, warmUpMs, durationMs }: DelayOptions): Promise<Section> {
  const perSecond = (LOAD.devices * 1000) / LOAD.periodMs;
  const section: Section = {
    title: 'MQTT: reading to subscriber',
    method:
      `${perSecond} readings per second: ${LOAD.devices} simulated devices at ${LOAD.periodMs} ms, QoS 1, to Mosquitto ` +
      'and on to `mosquitto_sub` (QoS 0), which stamps each arrival to the microsecond, all on one machine and clock. ' +
      'Delays start at the timestamp in the payload. It has whole milliseconds, so all delays appear up to 1 ms too long, ' +
      'on average 0.5 ms. Bare MQTT.js publishes the same messages at the same intervals, stamped with the same ' +
      'resolution. ' +
      `${rounds} rounds of ${durationMs} ms in turn, with fresh processes, after ${warmUpMs} ms of warm-up.`,
    results: [],
  };
  const obstacle = mqttObstacle();
  if (obstacle) return { ...section, skipped: obstacle };
  const folder = await mkdtemp(join(tmpdir(), 'mensura-bench-'));
  try {
    const { json } = await record(folder);
    const rhythm = { perPeriod: LOAD.devices, periodMs: LOAD.periodMs };
    const startBare: Start = async (atEnd, port) => {
      startPublisher(atEnd, { port, recording: json, manner: { rhythm } });
      return undefined;
    };
    const bare: Run[] = [];
    const service: Run[] = [];
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await run(startBare, warmUpMs, durationMs));
      service.push(await run(startMensura, warmUpMs, durationMs));
    }
    const runs = [...bare, ...service];
    const slow = runs.filter((each) => each.perSecond < LEAST_SHARE * perSecond).length;
    return {
      ...section,
      ...(slow > 0 && {
        remarks: [`The machine was too busy: ${slow} rounds had fewer than ${perSecond} readings per second.`],
      }),
      problems: runs.flatMap(({ problems }) => problems),
      results: resultsOf(bare, service),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const startMensura: Start = async (atEnd, port) => {
  const service = await startWatchedPublishing(atEnd, await dataFolder(atEnd), LOAD);
  await addClients(service.url, { bench: port });
  const account = await Account.open(service.url, LOAD.devices);
  return { account, published: async () => (await takeSnapshot(service.url)).published };
};

function run(start: Start, warmUpMs: number, durationMs: number): Promise<Run> {
  return withEnds(async (atEnd) => {
    const broker = await quietBroker(atEnd);
    let arrived = 0;
    let lines: string[] = [];
    await startWitness(atEnd, {
      port: broker.port,
      qos: 0,
      format: '%U %p',
      onLine: (line) => {
        arrived += 1;
        lines.push(line);
      },
    });
    const teller = await start(atEnd, broker.port);
    await until('readings', () => lines.length > 0, PATIENCE_MS);
    await delay(warmUpMs);
    lines = [];
    const begin = performance.now();
    await delay(durationMs);
    const counted = lines;
    const rate = (counted.length / (performance.now() - begin)) * 1000;
    const problems = teller ? await problemsOf(teller, () => arrived) : [];
    return { delays: counted.map(delayOf), perSecond: rate, problems };
  });
}

async function problemsOf({ account, published }: Teller, arrived: () => number): Promise<string[]> {
  const confirmed = await published();
  const deadline = performance.now() + PATIENCE_MS;
  while (arrived() < confirmed && performance.now() < deadline) await delay(100);
  const missing = confirmed - arrived();
  return [
    ...accountProblems(await account.unaccounted()),
    ...(missing > 0 ? [`${missing} of ${confirmed} readings at the broker did not reach the subscriber.`] : []),
  ];
}

/** Milliseconds from the timestamp of a reading to its arrival. */
function delayOf(line: string): number {
  const end = line.indexOf(' ');
  const { timestamp } = JSON.parse(line.slice(end + 1)) as { timestamp: string };
  return Number(line.slice(0, end)) * 1000 - Date.parse(timestamp);
}

function resultsOf(bare: readonly Run[], service: readonly Run[]): Result[] {
  const of = (runs: readonly Run[], q: number): number[] => runs.map(({ delays }) => quantile(delays, q));
  const rates = (runs: readonly Run[]): number[] => runs.map(({ perSecond }) => perSecond);
  return [
    resultOf('bare MQTT.js: readings received', '1/s', rates(bare)),
    resultOf('Mensura: readings received', '1/s', rates(service)),
    resultOf('bare MQTT.js: reading to subscriber, p50', 'ms', of(bare, 0.5)),
    resultOf('Mensura: reading to subscriber, p50', 'ms', of(service, 0.5)),
    resultOf('bare MQTT.js: reading to subscriber, p99', 'ms', of(bare, 0.99)),
    resultOf('Mensura: reading to subscriber, p99', 'ms', of(service, 0.99), {
      is: 'below',
      value: 10,
      beside: 'bare MQTT.js: reading to subscriber, p99',
    }),
    resultOf('bare MQTT.js: slowest', 'ms', of(bare, 1)),
    resultOf('Mensura: slowest', 'ms', of(service, 1)),
  ];
}
