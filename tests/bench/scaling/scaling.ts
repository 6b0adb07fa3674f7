/** Devices and rates, from one device at 1 Hz to beyond saturation, with everything on. */
import { mqttObstacle } from '../mqtt/obstacle.ts';
import { type Result, resultOf, type Section } from '../results.ts';
import { type Load, nameOf } from './load.ts';
import { saturationOf } from './points.ts';
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
      'Simulated devices, all sampled at the same time in each period, so that the last one waits for the first, unlike ' +
      'real devices. Each has seven channels (three real, four virtual) unless its load names five (two and three) or ' +
      'one. Everything is on: the history, one MQTT client to Mosquitto (QoS 1) with `mosquitto_sub` behind it, one reader ' +
      'of the event stream, and a program that requests the values of all devices every 50 ms, the last two in another ' +
      'process. Delays start at the timestamp of a reading. History lag: the longest time from the oldest reading of a ' +
      'commit to its end on disk. A timer of 10 ms measures the event loop delay and is part of it. Bare: the least a ' +
      'Node process can do that sends the same readings to one event stream, one broker and one SQLite file. ' +
      `${rounds} rounds of ${times.durationMs} ms (up to 10 s at low rates, until 100 events were due) with fresh ` +
      `processes, after ${times.warmUpMs} ms of warm-up. After each, when sampling has stopped, every reading is ` +
      'accounted for: on disk, at the reader and at the subscriber. Losses are shown if a round has any.',
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
    remarks: [saturationOf(service.map(({ runs }) => runs))],
    problems: service.flatMap(({ name, runs }) =>
      runs.flatMap(({ problems }) => problems.map((problem) => `${name}: ${problem}`)),
    ),
  };
}

const FIGURES: readonly [what: string, unit: string, pick: (run: RunFigures) => number][] = [
  ['share of one core, all threads', '', ({ cpuMs, elapsedMs }) => cpuMs / elapsedMs],
  ['share of one core, main thread', '', ({ mainCpuMs, elapsedMs }) => mainCpuMs / elapsedMs],
  ['resident memory', 'MiB', ({ residentMiB }) => residentMiB],
  ['not sampled, of the readings due', '', unsampled],
  ['not at the reader, of the readings due', '', missed],
  ['skipped for the reader, counted', '', leftOutForReader],
  ['discarded for broker or history, counted', '', dropped],
  ['reading to event, p50', 'ms', ({ delayP50 }) => delayP50],
  ['reading to event, p99', 'ms', ({ delayP99 }) => delayP99],
  ['reading to subscriber, p99', 'ms', ({ mqttP99 }) => mqttP99],
  ['history lag', 'ms', ({ historyLagMs }) => historyLagMs],
  ['request, p99', 'ms', ({ apiP99 }) => apiP99],
  ['event loop delay, p99', 'ms', ({ loopDelayP99 }) => loopDelayP99],
];

/** Reported only if not zero. */
const RARE: ReadonlySet<unknown> = new Set([unsampled, missed, leftOutForReader, dropped]);

/** By figure, to show how it grows with the load. Figures that a load lacks are omitted. */
function resultsOf(measured: readonly Measured[]): Result[] {
  return FIGURES.flatMap(([what, unit, pick]) =>
    measured
      .map(({ name, runs }) => resultOf(`${name}: ${what}`, unit, runs.map(pick)))
      .filter(({ median, max }) => !Number.isNaN(median) && (max > 0 || !RARE.has(pick))),
  );
}

/** Processor time per reading over that of the yardstick in the same round. */
function ratiosOf(service: readonly Measured[], bare: readonly Measured[]): Result[] {
  return bare.flatMap(({ load, runs: yardstick }) => {
    const runs = service.find((each) => each.load === load)?.runs ?? [];
    const ratio = (pick: (run: RunFigures) => number): number[] =>
      runs.map((run, round) => pick(run) / (yardstick[round] ? pick(yardstick[round]) : Number.NaN));
    const name = `Mensura over bare, ${nameOf(load)}: processor time per reading`;
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
