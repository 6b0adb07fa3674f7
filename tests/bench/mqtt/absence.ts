/** A broker that is away for an hour of readings: what it costs, and what arrives afterwards. */
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
  /** How often, how many readings come while the broker is away each time, and from how many devices. */
  runs: readonly { rounds: number; readings: number; devices: number }[];
  /** Readings for the yardstick, which keeps them all in memory, and how often. */
  bare: { rounds: number; readings: number };
}

/** How often each device measures, in milliseconds. */
const PERIOD_MS = 10;

/** Of the yardstick. A multiple of the number of simulated products. */
const BARE: Load = { devices: 120, periodMs: PERIOD_MS };

export async function measureAbsence({ runs, bare }: AbsenceOptions): Promise<Section> {
  const section: Section = {
    title: 'MQTT: a broker that is away',
    method:
      `${runs.map(({ readings, devices }) => `${readings.toLocaleString('en')} readings of ${devices}`).join(' and ')} ` +
      `simulated instruments, each every ${PERIOD_MS} ms where the machine can, are ` +
      'published while nobody answers at the broker’s port: the readings of an hour in minutes. Then Mosquitto is started, ' +
      'readings go on, and a `mosquitto_sub` with QoS 1 takes everything. Resident memory is looked at twice a second; ' +
      'the medians of the first and the last third of the absence are compared; so is the least script memory, which is ' +
      'what is left after a garbage collection. Gaps: readings of a moment that came without the others of it. Not accounted for: what entered the registry (`mensura_readings_total`) and is ' +
      'neither confirmed, nor waiting, nor counted as dropped, all three from the same answer of `/metrics`. The outbox ' +
      'keeps 256 MiB and drops the oldest beyond that. Flat: what the script memory grows by, over what MQTT.js takes for as many readings. Bare: MQTT.js with its defaults is told to publish the same ' +
      'messages while nobody answers.',
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
      'bare MQTT.js: memory of a reading',
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
    ...(absent === 0 ? [] : [`${absent} readings that the broker confirmed did not reach the subscriber.`]),
    // What is dropped is dropped in whole blocks, which may end within a moment.
    ...(missing === 0 || dropped > 0 ? [] : [`${missing} readings are missing between others at the subscriber.`]),
  ];
}

function resultsOf(what: string, runs: readonly AwayRun[], yardstick: Result): Result[] {
  const figure = (name: string, unit: string, pick: (run: AwayRun) => number): Result =>
    resultOf(`${what}: ${name}`, unit, runs.map(pick));
  return [
    figure('taken while away', '', (run) => run.taken),
    figure('time they took to come', 's', (run) => run.seconds),
    figure('memory in the first third', 'MiB', (run) => run.firstThird),
    figure('memory in the last third', 'MiB', (run) => run.lastThird),
    figure('growth between the two', 'MiB', (run) => run.lastThird - run.firstThird),
    figure('most memory', 'MiB', (run) => run.most),
    figure('least script memory in the first third', 'MiB', (run) => run.heapFirst),
    figure('least script memory in the last third', 'MiB', (run) => run.heapLast),
    resultOf(
      `${what}: growth of script memory, over bare MQTT.js`,
      '',
      runs.map(({ heapFirst, heapLast, taken }) => ((heapLast - heapFirst) * 1024) / taken / yardstick.median),
      { is: 'below', value: 0.05, beside: yardstick.name },
    ),
    figure('most on disk', 'MiB', (run) => run.disk),
    figure('waiting when the broker came back', '', (run) => run.waiting),
    figure('dropped, and counted', '', (run) => run.dropped),
    figure('arrived per second afterwards', '1/s', (run) => run.perSecond),
    figure('gaps at the subscriber', '', (run) => run.missing),
    figure('arrived again or late', '', (run) => run.repeated),
    figure('not accounted for', '', (run) => run.unaccounted),
    figure('confirmed, and not at the subscriber', '', (run) => run.absent),
  ];
}
