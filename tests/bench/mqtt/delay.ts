/** From the moment of a reading to its arrival at a subscriber: the service beside bare MQTT.js. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../contract/support/until.ts';
import { quietBroker } from '../../soak/support/brokers.ts';
import { type AtEnd, withEnds } from '../../soak/support/ends.ts';
import { addClients, dataFolder, type Load, startPublishing } from '../../soak/support/publishing.ts';
import { startWitness } from '../../soak/support/witness.ts';
import { type Result, resultOf, type Section } from '../results.ts';
import { quantile } from '../statistics.ts';
import { mqttObstacle } from './obstacle.ts';
import { startPublisher } from './publisher-process.ts';
import { record } from './recording.ts';

export interface DelayOptions {
  rounds: number;
  warmUpMs: number;
  durationMs: number;
}

/** A thousand readings per second, as evenly as the simulation can. */
const LOAD: Load = { devices: 10, periodMs: 10 };

/** So much of what is wanted must have arrived at least, or the round shows nothing. */
const LEAST_SHARE = 0.95;

interface Run {
  /** Milliseconds, one for each reading. */
  delays: number[];
  perSecond: number;
}

type Start = (atEnd: AtEnd, port: number) => Promise<unknown>;

export async function measureDelay({ rounds, warmUpMs, durationMs }: DelayOptions): Promise<Section> {
  const perSecond = (LOAD.devices * 1000) / LOAD.periodMs;
  const section: Section = {
    title: 'MQTT: from the reading to the subscriber',
    method:
      `${perSecond} readings per second: ${LOAD.devices} simulated instruments at ${LOAD.periodMs} ms, QoS 1, to ` +
      'Mosquitto and on to `mosquitto_sub` (QoS 0), which stamps each arrival to the microsecond; all on one machine, by ' +
      'one clock. The time of the reading is the time stamp in its payload, which is cut to whole milliseconds: every ' +
      'delay, of both, is shown up to 1 ms too long, on average half of that. Bare: MQTT.js publishes the same messages ' +
      'in the same rhythm, stamped at each beat with the same resolution. ' +
      `${rounds} rounds of ${durationMs} ms in turn, each with fresh processes, after ${warmUpMs} ms of warm-up.`,
    results: [],
  };
  const obstacle = mqttObstacle();
  if (obstacle) return { ...section, skipped: obstacle };
  const folder = await mkdtemp(join(tmpdir(), 'mensura-bench-'));
  try {
    const { json } = await record(folder);
    const rhythm = { perPeriod: LOAD.devices, periodMs: LOAD.periodMs };
    const startBare: Start = async (atEnd, port) =>
      startPublisher(atEnd, { port, recording: json, manner: { rhythm } });
    const bare: Run[] = [];
    const service: Run[] = [];
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await run(startBare, warmUpMs, durationMs, perSecond));
      service.push(await run(startMensura, warmUpMs, durationMs, perSecond));
    }
    return { ...section, results: resultsOf(bare, service) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const startMensura: Start = async (atEnd, port) => {
  const service = await startPublishing(atEnd, await dataFolder(atEnd), LOAD);
  await addClients(service.url, { bench: port });
};

function run(start: Start, warmUpMs: number, durationMs: number, perSecond: number): Promise<Run> {
  return withEnds(async (atEnd) => {
    const broker = await quietBroker(atEnd);
    let lines: string[] = [];
    await startWitness(atEnd, {
      port: broker.port,
      qos: 0,
      format: '%U %p',
      onLine: (line) => lines.push(line),
    });
    await start(atEnd, broker.port);
    await until('readings', () => lines.length > 0);
    await delay(warmUpMs);
    lines = [];
    const begin = performance.now();
    await delay(durationMs);
    const counted = lines;
    const rate = (counted.length / (performance.now() - begin)) * 1000;
    if (rate < LEAST_SHARE * perSecond) throw new Error(`Only ${Math.round(rate)} readings per second arrived.`);
    return { delays: counted.map(delayOf), perSecond: rate };
  });
}

/** Milliseconds from the time stamp of a reading to its arrival. */
function delayOf(line: string): number {
  const end = line.indexOf(' ');
  const { timestamp } = JSON.parse(line.slice(end + 1)) as { timestamp: string };
  return Number(line.slice(0, end)) * 1000 - Date.parse(timestamp);
}

function resultsOf(bare: readonly Run[], service: readonly Run[]): Result[] {
  const of = (runs: readonly Run[], q: number): number[] => runs.map(({ delays }) => quantile(delays, q));
  const rates = (runs: readonly Run[]): number[] => runs.map(({ perSecond }) => perSecond);
  return [
    resultOf('bare MQTT.js: readings that arrived', '1/s', rates(bare)),
    resultOf('Mensura: readings that arrived', '1/s', rates(service)),
    resultOf('bare MQTT.js: reading to subscriber, p50', 'ms', of(bare, 0.5)),
    resultOf('Mensura: reading to subscriber, p50', 'ms', of(service, 0.5)),
    resultOf('bare MQTT.js: reading to subscriber, p99', 'ms', of(bare, 0.99)),
    resultOf('Mensura: reading to subscriber, p99', 'ms', of(service, 0.99), { is: 'below', value: 10 }),
    resultOf('bare MQTT.js: slowest', 'ms', of(bare, 1)),
    resultOf('Mensura: slowest', 'ms', of(service, 1)),
  ];
}
