/** Devices x rate, from one device each second to beyond the knee, with everything on. */
import { mqttObstacle } from '../mqtt/obstacle.ts';
import { type Result, resultOf, type Section } from '../results.ts';
import { type Load, nameOf } from './load.ts';
import { kneeOf } from './points.ts';
import { type RunFigures, runBare, runService } from './run.ts';
import { timesFor, valuesText } from './values.ts';
import type { Times } from './window.ts';

export interface ScalingOptions extends Times {
  rounds: number;
  loads: readonly Load[];
  /** Loads at which the yardstick is measured too. */
  beside: readonly Load[];
}

interface Measured {
  load: Load;
  name: string;
  runs: RunFigures[];
}

export async function measureScaling({ rounds, loads, beside, ...times }: ScalingOptions): Promise<Section> {
  const section: Section = {
    title: 'Devices and rates',
    method:
      'Simulated instruments, all sampled in one moment of each period: what comes last of a moment waits for what comes ' +
      'first, which real instruments do not do to each other. Each has seven channels (three real ones, four computed) ' +
      'unless its load says five (two and three) or one. Everything is on: the history, one MQTT client to Mosquitto (QoS 1) with `mosquitto_sub` behind it, one ' +
      'reader of the event stream, and a program that asks for the values of all devices every 50 ms, the last two in a ' +
      'process of their own. Delays are from the time stamp of a reading. History lag: how long after its oldest reading ' +
      'a commit was on disk, the longest of the window. The event loop is watched by a timer of 10 ms, which is in its ' +
      'delay. Bare: the least a Node process can do that tells the same readings to one event stream, one broker and ' +
      'one SQLite file. ' +
      `${rounds} rounds of ${times.durationMs} ms (until 100 events were due where they are few, 10 s at most) with fresh processes after ${times.warmUpMs} ms of warm-up. After each, ` +
      'when nothing is measured any more, every reading is accounted for: on disk, at the reader and at the subscriber.',
    results: [],
  };
  const obstacle = mqttObstacle();
  if (obstacle) return { ...section, skipped: obstacle };
  const service = loads.map((load): Measured => ({ load, name: nameOf(load), runs: [] }));
  const bare = beside.map((load): Measured => ({ load, name: `bare, ${nameOf(load)}`, runs: [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, load] of loads.entries())
      service[index]?.runs.push(await runService(load, timesFor(load, times)));
    for (const [index, load] of beside.entries()) bare[index]?.runs.push(await runBare(load, timesFor(load, times)));
  }
  return {
    ...section,
    method: `${section.method} ${valuesText([...service, ...bare])}`,
    results: [...resultsOf([...service, ...bare]), ...ratiosOf(service, bare)],
    remarks: [kneeOf(service.map(({ runs }) => runs))],
    problems: service.flatMap(({ name, runs }) =>
      runs.flatMap(({ problems }) => problems.map((problem) => `${name}: ${problem}`)),
    ),
  };
}

const FIGURES: readonly [what: string, unit: string, pick: (run: RunFigures) => number][] = [
  ['share of one core, all threads', '', ({ cpuMs, elapsedMs }) => cpuMs / elapsedMs],
  ['share of one core, main thread', '', ({ mainCpuMs, elapsedMs }) => mainCpuMs / elapsedMs],
  ['resident memory', 'MiB', ({ residentMiB }) => residentMiB],
  ['share of the readings due that were not sampled', '', unsampled],
  ['share of the readings due that did not come to the reader', '', missed],
  ['readings left out for the reader, and counted', '', leftOutForReader],
  ['readings dropped before broker or history, and counted', '', dropped],
  ['reading to event, p50', 'ms', ({ delayP50 }) => delayP50],
  ['reading to event, p99', 'ms', ({ delayP99 }) => delayP99],
  ['reading to subscriber, p99', 'ms', ({ mqttP99 }) => mqttP99],
  ['history lag', 'ms', ({ historyLagMs }) => historyLagMs],
  ['request, p99', 'ms', ({ apiP99 }) => apiP99],
  ['delay of the event loop, p99', 'ms', ({ loopDelayP99 }) => loopDelayP99],
];

/** Told only where they are not zero. */
const RARE: ReadonlySet<unknown> = new Set([unsampled, missed, leftOutForReader, dropped]);

/** By figure, so that one reads down how it grows. What cannot be had of a load is left out. */
function resultsOf(measured: readonly Measured[]): Result[] {
  return FIGURES.flatMap(([what, unit, pick]) =>
    measured
      .map(({ name, runs }) => resultOf(`${what}: ${name}`, unit, runs.map(pick)))
      .filter(({ median, max }) => !Number.isNaN(median) && (max > 0 || !RARE.has(pick))),
  );
}

/** What a reading costs beside the yardstick, of one and the same round. */
function ratiosOf(service: readonly Measured[], bare: readonly Measured[]): Result[] {
  return bare.flatMap(({ load, runs: yardstick }) => {
    const runs = service.find((each) => each.load === load)?.runs ?? [];
    const ratio = (pick: (run: RunFigures) => number): number[] =>
      runs.map((run, round) => pick(run) / (yardstick[round] ? pick(yardstick[round]) : Number.NaN));
    const name = `Mensura over bare, processor time of a reading: ${nameOf(load)}`;
    return [
      resultOf(
        `${name}, all threads`,
        '',
        ratio(({ cpuPerReading }) => cpuPerReading),
      ),
      resultOf(
        `${name}, main thread`,
        '',
        ratio(({ mainCpuPerReading }) => mainCpuPerReading),
      ),
    ];
  });
}

function unsampled(run: RunFigures): number {
  return run.unsampled;
}

function missed(run: RunFigures): number {
  return run.missed;
}

function leftOutForReader({ leftOut }: RunFigures): number {
  return leftOut.forReader;
}

function dropped({ leftOut }: RunFigures): number {
  return leftOut.forBroker + leftOut.forHistory;
}
