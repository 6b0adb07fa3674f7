/** A broker that is unreachable for an hour's readings: memory, disk, and delivery afterwards. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withEnds } from '../../support/ends.ts';
import { freePort } from '../../support/free-port.ts';
import type { Load } from '../../support/load/publishing.ts';
import { residentMiB } from '../process-figures.ts';
import { type Result, resultOf, type Section } from '../results.ts';
import { accountProblems } from './account.ts';
import { type AwayRun, runAway } from './away.ts';
import { mqttObstacle } from './obstacle.ts';
import { startPublisher } from './publisher-process.ts';
import { type Recording, record } from './recording.ts';

export interface AbsenceOptions {
  /** Rounds, readings during each outage, and devices. */
  runs: readonly { rounds: number; readings: number; devices: number }[];
  /** Readings and rounds of the yardstick, which holds them in memory. */
  bare: { rounds: number; readings: number };
}

/** Sampling period of each device, in milliseconds. */
const PERIOD_MS = 10;

/** Of the yardstick. A multiple of the number of simulated products. */
const BARE: Load = { devices: 120, periodMs: PERIOD_MS };

export async function measureAbsence({ runs, bare }: AbsenceOptions): Promise<Section> {
  const section: Section = {
    title: 'MQTT: unreachable broker',
    method:
      `${runs.map(({ readings, devices }) => `${readings.toLocaleString('en')} readings of ${devices}`).join(' and ')} ` +
      `simulated devices, each sampled every ${PERIOD_MS} ms where the machine can, are published while nothing listens ` +
      "on the broker's port: an hour's readings in minutes. Then Mosquitto starts, sampling continues, and a " +
      '`mosquitto_sub` with QoS 1 receives everything. Resident memory is read twice a second. Compared are the medians ' +
      'of the first and last third of the outage, and the lowest script memory, which remains after garbage collection. ' +
      'The outbox holds 256 MiB and discards the oldest messages beyond that. Growth over bare MQTT.js: growth of script ' +
      'memory over what MQTT.js, with its defaults, uses for as many readings; it publishes the same messages to the ' +
      'same port. Gaps: readings of a sample set that arrived without the others. Unaccounted: readings of the registry ' +
      '(`mensura_readings_total`) that are neither acknowledged, queued, nor counted as discarded, in one response of ' +
      '`/metrics`.',
    results: [],
  };
  const obstacle = mqttObstacle();
  if (obstacle) return { ...section, skipped: obstacle };
  const folder = await mkdtemp(join(tmpdir(), 'mensura-bench-'));
  try {
    const recording = await record(folder);
    const growth: number[] = [];
    for (let round = 0; round < bare.rounds; round += 1) growth.push(await growthOfBare(recording, bare.readings));
    const yardstick = resultOf(
      'bare MQTT.js: memory per reading',
      'KiB',
      growth.map((mebibytes) => (mebibytes * 1024) / bare.readings),
    );
    const results: Result[] = [];
    const problems: string[] = [];
    for (const { rounds, readings, devices } of runs) {
      const what = `${readings.toLocaleString('en')} readings`;
      const done: AwayRun[] = [];
      for (let round = 0; round < rounds; round += 1) {
        done.push(await runAway({ devices, periodMs: PERIOD_MS }, readings));
      }
      results.push(...resultsOf(what, done, yardstick));
      problems.push(...done.flatMap(problemsOf).map((problem) => `${what}: ${problem}`));
    }
    return { ...section, problems, results: [...results, yardstick] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function growthOfBare({ json }: Recording, readings: number): Promise<number> {
  return withEnds(async (atEnd) => {
    const rhythm = { perPeriod: BARE.devices, periodMs: BARE.periodMs };
    const { pid } = startPublisher(atEnd, { port: await freePort(), recording: json, manner: { rhythm } });
    await delay(500);
    const before = residentMiB(pid);
    await delay((readings / BARE.devices) * BARE.periodMs);
    return residentMiB(pid) - before;
  });
}

function problemsOf({ unaccounted, absent, missing, dropped }: AwayRun): string[] {
  return [
    ...accountProblems(unaccounted),
    ...(absent === 0 ? [] : [`${absent} acknowledged readings did not reach the subscriber.`]),
    // Whole blocks are discarded, which may end within a sample set.
    ...(missing === 0 || dropped > 0 ? [] : [`${missing} readings between others did not reach the subscriber.`]),
  ];
}

function resultsOf(what: string, runs: readonly AwayRun[], yardstick: Result): Result[] {
  const figure = (name: string, unit: string, pick: (run: AwayRun) => number): Result =>
    resultOf(`${what}: ${name}`, unit, runs.map(pick));
  return [
    figure('readings during the outage', '', (run) => run.taken),
    figure('length of the outage', 's', (run) => run.seconds),
    figure('resident memory, first third', 'MiB', (run) => run.firstThird),
    figure('resident memory, last third', 'MiB', (run) => run.lastThird),
    figure('growth between these', 'MiB', (run) => run.lastThird - run.firstThird),
    figure('resident memory, highest', 'MiB', (run) => run.most),
    figure('script memory, first third', 'MiB', (run) => run.heapFirst),
    figure('script memory, last third', 'MiB', (run) => run.heapLast),
    resultOf(
      `${what}: growth of script memory over bare MQTT.js`,
      '',
      runs.map(({ heapFirst, heapLast, taken }) => ((heapLast - heapFirst) * 1024) / taken / yardstick.median),
      { is: 'below', value: 0.05, beside: yardstick.name },
    ),
    figure('on disk, highest', 'MiB', (run) => run.disk),
    figure('queued when the broker starts', '', (run) => run.waiting),
    figure('discarded, counted', '', (run) => run.dropped),
    figure('received afterwards', '1/s', (run) => run.perSecond),
    figure('gaps at the subscriber', '', (run) => run.missing),
    figure('repeated or late', '', (run) => run.repeated),
    figure('unaccounted', '', (run) => run.unaccounted),
    figure('acknowledged, not at the subscriber', '', (run) => run.absent),
  ];
}
