/** Many remote Mensura installations behind one broker, beside MQTT.js that only parses. */
import { setTimeout as delay } from 'node:timers/promises';
import { withEnds } from '../../support/ends.ts';
import { quietBroker } from '../../support/load/brokers.ts';
import { mqttObstacle } from '../mqtt/obstacle.ts';
import { cpuSeconds, residentMiB } from '../process-figures.ts';
import { type Result, resultOf, type Section } from '../results.ts';
import { quantile } from '../statistics.ts';
import { startChild } from './child.ts';
import type { RemotesCount, RemotesOrder, RemotesTask } from './programs/remotes.ts';
import { type Start, settled, startBare, startMensura } from './readers.ts';

export interface FleetOptions {
  rounds: number;
  remotes: number;
  /** Of each remote. */
  instruments: number;
  /** Milliseconds. */
  warmUpMs: number;
  durationMs: number;
}

/** Sampling period of each device, in milliseconds. */
const PERIOD_MS = 1000;

/** Minimum share of the messages due that must be sent; below it the machine was too busy. */
const LEAST_SHARE = 0.95;

interface Run {
  perSecond: number;
  /** Share of one core. */
  cpu: number;
  cpuPerReadingUs: number;
  kibPerInstrument: number;
  p50: number;
  p99: number;
  /** Sample sets that the emulated remotes skipped. */
  skipped: number;
  /** Channel readings that were sent, but neither arrived nor count as skipped. */
  lost: number;
}

export async function measureFleet(options: FleetOptions): Promise<Section> {
  const { rounds, remotes, instruments, durationMs, warmUpMs } = options;
  const section: Section = {
    title: 'Many remote Mensura installations behind one broker',
    method:
      `${remotes} emulated remote Mensura installations with ${instruments} devices each (1 or 7 channels), one message ` +
      'per device and second, QoS 1, through Mosquitto. Mensura: the headless service with the gateway `fleet/+`; a ' +
      'reading has arrived when `/app/v1/events` sends its event. Bare MQTT.js subscribes to the measurements and parses ' +
      'them. Delays start at the timestamp in the payload, in whole milliseconds of the same clock. Memory: above the ' +
      'resident memory before the first remote Mensura connects. ' +
      `${rounds} rounds of ${durationMs} ms in turn, with fresh processes, after ${warmUpMs} ms of warm-up.`,
    results: [],
  };
  const obstacle = mqttObstacle();
  if (obstacle) return { ...section, skipped: obstacle };
  const bare: Run[] = [];
  const service: Run[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await run(startBare, options));
    service.push(await run(startMensura, options));
  }
  const runs = [
    ...bare.map((one) => ({ name: 'bare MQTT.js', ...one })),
    ...service.map((one) => ({ name: 'Mensura', ...one })),
  ];
  const wanted = (remotes * instruments * 1000) / PERIOD_MS;
  const slow = runs.filter(({ perSecond, skipped }) => skipped > 0 || perSecond < LEAST_SHARE * wanted).length;
  return {
    ...section,
    ...(slow > 0 && {
      remarks: [`The machine was too busy: ${slow} rounds had fewer than ${wanted} readings per second.`],
    }),
    problems: runs
      .filter(({ lost }) => lost !== 0)
      .map(
        ({ name, lost }) => `${name}: ${lost} channel readings were sent, but neither arrived nor count as skipped.`,
      ),
    results: resultsOf(bare, service),
  };
}

function run(start: Start, { remotes, instruments, warmUpMs, durationMs }: FleetOptions): Promise<Run> {
  return withEnds(async (atEnd) => {
    const { port } = await quietBroker(atEnd);
    const all = remotes * instruments;
    const reader = await start(atEnd, port, all);
    const task: RemotesTask = { port, remotes, instruments, periodMs: PERIOD_MS };
    const fleet = await startChild<RemotesCount, RemotesOrder>(atEnd, 'remotes', task);
    await reader.complete();
    // Messages sent before all devices are known do not count.
    await fleet.ask('pause');
    await settled(reader);
    const begin = await fleet.ask('resume');
    await delay(warmUpMs);
    const warmUp = await reader.came();
    const before = { cpu: cpuSeconds(reader.pid), at: performance.now() };
    await delay(durationMs);
    const measured = await reader.came();
    const { delays } = measured;
    const seconds = (performance.now() - before.at) / 1000;
    const cpu = cpuSeconds(reader.pid) - before.cpu;
    const end = await fleet.ask('pause');
    const due = [warmUp, measured].reduce(
      (left, came) => left - came.readings - came.leftOut,
      end.sentReadings - begin.sentReadings,
    );
    const rest = await settled(reader, due);
    const lost = due - rest.readings - rest.leftOut;
    return {
      perSecond: delays.length / seconds,
      cpu: cpu / seconds,
      cpuPerReadingUs: (cpu / delays.length) * 1e6,
      kibPerInstrument: ((residentMiB(reader.pid) - reader.emptyMiB) * 1024) / all,
      p50: quantile(delays, 0.5),
      p99: quantile(delays, 0.99),
      skipped: end.skipped - begin.skipped,
      lost,
    };
  });
}

function resultsOf(bare: readonly Run[], service: readonly Run[]): Result[] {
  const figure = (what: string, unit: string, key: keyof Run): Result[] => [
    resultOf(
      `bare MQTT.js: ${what}`,
      unit,
      bare.map((one) => one[key]),
    ),
    resultOf(
      `Mensura: ${what}`,
      unit,
      service.map((one) => one[key]),
    ),
  ];
  return [
    ...figure('readings received', '1/s', 'perSecond'),
    ...figure('share of one core', '', 'cpu'),
    ...figure('processor time per reading', 'µs', 'cpuPerReadingUs'),
    ...figure('memory per device', 'KiB', 'kibPerInstrument'),
    ...figure('reading to reader, p50', 'ms', 'p50'),
    ...figure('reading to reader, p99', 'ms', 'p99'),
  ];
}
