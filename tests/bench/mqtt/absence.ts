/** A broker that is away for an hour of readings: what it costs, and what arrives afterwards. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../mqtt/support/free-port.ts';
import { withEnds } from '../../soak/support/ends.ts';
import { residentMiB } from '../process-figures.ts';
import { type Result, resultOf, type Section } from '../results.ts';
import { type AwayRun, LOAD, runAway } from './away.ts';
import { mqttObstacle } from './obstacle.ts';
import { startPublisher } from './publisher-process.ts';
import { type Recording, record } from './recording.ts';

export interface AbsenceOptions {
  /** How often, and how many readings come while the broker is away each time. */
  runs: readonly { rounds: number; readings: number }[];
  /** Readings for the yardstick, which keeps them all in memory, and how often. */
  bare: { rounds: number; readings: number };
}

const PER_SECOND = (LOAD.devices * 1000) / LOAD.periodMs;

export async function measureAbsence({ runs, bare }: AbsenceOptions): Promise<Section> {
  const section: Section = {
    title: 'MQTT: a broker that is away',
    method:
      `${LOAD.devices} simulated instruments at ${LOAD.periodMs} ms, up to ${PER_SECOND} readings per second, are ` +
      'published while nobody answers at the broker’s port: the readings of an hour in minutes. Then Mosquitto is started, ' +
      'readings go on, and a `mosquitto_sub` with QoS 1 takes everything. Resident memory is looked at twice a second; ' +
      'the medians of the first and the last third of the absence are compared; so is the least script memory, which is ' +
      'what is left after a garbage collection. Gaps: readings of a moment that came without the others of it. Not accounted for: what entered the registry (`mensura_readings_total`) and is ' +
      'neither confirmed, nor waiting, nor counted as dropped, all three from the same answer of `/metrics`. The outbox ' +
      'keeps 256 MiB and drops the oldest beyond that. Bare: MQTT.js with its defaults is told to publish the same ' +
      'messages while nobody answers.',
    results: [],
  };
  const obstacle = mqttObstacle();
  if (obstacle) return { ...section, skipped: obstacle };
  const folder = await mkdtemp(join(tmpdir(), 'mensura-bench-'));
  try {
    const recording = await record(folder);
    const results: Result[] = [];
    for (const { rounds, readings } of runs) {
      const done: AwayRun[] = [];
      for (let round = 0; round < rounds; round += 1) done.push(await runAway(readings));
      results.push(...resultsOf(`${readings.toLocaleString('en')} readings`, done));
    }
    const growth: number[] = [];
    for (let round = 0; round < bare.rounds; round += 1) growth.push(await growthOfBare(recording, bare.readings));
    const name = `bare MQTT.js: memory that ${bare.readings.toLocaleString('en')} readings took`;
    return { ...section, results: [...results, resultOf(name, 'MiB', growth)] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function growthOfBare({ json }: Recording, readings: number): Promise<number> {
  return withEnds(async (atEnd) => {
    const rhythm = { perPeriod: LOAD.devices, periodMs: LOAD.periodMs };
    const { pid } = startPublisher(atEnd, { port: await freePort(), recording: json, manner: { rhythm } });
    await delay(500);
    const before = residentMiB(pid);
    await delay((readings / PER_SECOND) * 1000);
    return residentMiB(pid) - before;
  });
}

function resultsOf(what: string, runs: readonly AwayRun[]): Result[] {
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
    figure('most on disk', 'MiB', (run) => run.disk),
    figure('waiting when the broker came back', '', (run) => run.waiting),
    figure('dropped, and counted', '', (run) => run.dropped),
    figure('arrived per second afterwards', '1/s', (run) => run.perSecond),
    figure('gaps at the subscriber', '', (run) => run.missing),
    figure('arrived again or late', '', (run) => run.repeated),
    figure('not accounted for', '', (run) => run.unaccounted),
  ];
}
