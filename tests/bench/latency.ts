/** From a line on a pseudo terminal to the event at a client of the event stream. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadingsEvent } from '../../service/contract/index.ts';
import { errorText } from '../../service/support/errors.ts';
import { type Emulator, startEmulator } from '../emulator/emulator.ts';
import { SOCAT_MISSING } from '../emulator/pty.ts';
import { openEventStream } from './event-stream.ts';
import { PATIENCE_MS } from './patience.ts';
import type { Section } from './results.ts';
import { resultOf } from './results.ts';
import { ServerProcess } from './server-process.ts';
import { startWatchedService } from './services.ts';
import { quantile } from './statistics.ts';

/** Lines before counting starts, to warm up driver, stream and client. */
const WARM_UP_LINES = 50;

/** Time between the arrival of an event and the next line: a fixed and a random part, in milliseconds. */
const GAP_MS = { fixed: 10, random: 15 };

/** Time after which a line without an event counts as lost, in milliseconds. */
const LOST_AFTER_MS = 60_000;

/** Number of lost lines after which the benchmark fails. */
const MOST_LOST = 3;

/** Pressure of the first counted line, in pascals. Each has another, which identifies its event. */
const FIRST_PRESSURE = 90_000;

/** Pressure of all other lines, in pascals. */
const NEUTRAL_PRESSURE = 80_000;

function valuesWith(pressure: number): string[] {
  return [String(pressure), '24.87', '66.81'];
}

export interface LatencyOptions {
  rounds: number;
  /** Counted lines of a round. */
  lines: number;
}

export async function measureLatency({ rounds, lines }: LatencyOptions): Promise<Section> {
  const section: Section = {
    title: 'Serial line to event',
    method:
      'An emulated VCP-PTH450-CAL on a pseudo terminal (socat), the headless service with `--serial-port`, and one client ' +
      'of `/app/v1/events`. One process takes both times: right before it writes the line, and when it has parsed the ' +
      'event. The bare relay reads the terminal with `fs` and forwards each line with `node:http`, without parsing it. ' +
      `${rounds} rounds with fresh processes; ${lines} lines each after ${WARM_UP_LINES} of warm-up, ` +
      `${GAP_MS.fixed} to ${GAP_MS.fixed + GAP_MS.random} ms apart.`,
    results: [],
  };
  const relay: number[][] = [];
  const service: number[][] = [];
  const problems: string[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      relay.push(await runRound(startRelay, lines, problems));
      service.push(await runRound(startServiceOn, lines, problems));
    }
  } catch (error) {
    if (errorText(error) !== SOCAT_MISSING) throw error;
    return { ...section, skipped: SOCAT_MISSING };
  }
  const of = (latencies: readonly number[][], q: number): number[] => latencies.map((each) => quantile(each, q));
  return {
    ...section,
    problems,
    results: [
      resultOf('bare relay: line to event, p50', 'ms', of(relay, 0.5)),
      resultOf('Mensura: line to event, p50', 'ms', of(service, 0.5)),
      resultOf('bare relay: line to event, p99', 'ms', of(relay, 0.99)),
      resultOf('Mensura: line to event, p99', 'ms', of(service, 0.99), {
        is: 'below',
        value: 5,
        beside: 'bare relay: line to event, p99',
      }),
      resultOf('bare relay: slowest', 'ms', of(relay, 1)),
      resultOf('Mensura: slowest', 'ms', of(service, 1)),
    ],
  };
}

/** A program between terminal and event stream. */
interface Subject {
  name: string;
  url: string;
  /** The pressure of an event in pascals, undefined for any other event. */
  pressureOf(event: string, data: unknown): number | undefined;
  stop(): Promise<unknown>;
}

async function startServiceOn(path: string): Promise<Subject> {
  const service = await startWatchedService({ args: ['--no-simulate', '--serial-port', path] });
  return {
    name: 'The service',
    url: service.url,
    pressureOf: (event, data) => {
      if (event !== 'readings') return undefined;
      return Math.round(((data as ReadingsEvent).values['atmospheric_pressure']?.magnitude ?? Number.NaN) * 1000);
    },
    stop: () => service.stop(),
  };
}

async function startRelay(path: string): Promise<Subject> {
  const relay = await ServerProcess.start('relay', path);
  return {
    name: 'The bare relay',
    url: relay.url,
    pressureOf: (_event, data) => Number(String(data).split(',')[4]),
    stop: () => relay.stop(),
  };
}

async function runRound(
  start: (path: string) => Promise<Subject>,
  lines: number,
  problems: string[],
): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'mensura-bench-'));
  const path = join(folder, 'instrument');
  let emulator: Emulator | undefined;
  let subject: Subject | undefined;
  try {
    emulator = await startEmulator({ product: 'VCP-PTH450-CAL', serial: 'E24638', path });
    subject = await start(path);
    const { latencies, lost } = await measureLines(emulator, subject, lines);
    if (lost > 0) problems.push(`${subject.name}: ${lost} of ${latencies.length + lost} lines caused no event.`);
    return latencies.slice(WARM_UP_LINES);
  } finally {
    await subject?.stop();
    await emulator?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Times the event of each line, and counts lines without an event. */
async function measureLines(
  emulator: Emulator,
  subject: Subject,
  lines: number,
): Promise<{ latencies: number[]; lost: number }> {
  /** The pending wait for an event, and its pressure; undefined for any. */
  let awaited: { pressure: number | undefined; arrived: () => void } | undefined;
  const stream = await openEventStream(subject.url, (name, data) => {
    const pressure = subject.pressureOf(name, data);
    if (awaited && pressure !== undefined && (awaited.pressure ?? pressure) === pressure) awaited.arrived();
  });
  const event = (pressure: number | undefined, timeoutMs: number): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (hasArrived: boolean): void => {
        clearTimeout(deadline);
        awaited = undefined;
        resolve(hasArrived);
      };
      const deadline = setTimeout(() => end(false), timeoutMs);
      awaited = { pressure, arrived: () => end(true) };
    });
  try {
    if (!(await event(undefined, PATIENCE_MS))) throw new Error(`${subject.name} sent no reading.`);
    const latencies: number[] = [];
    let lost = 0;
    for (let line = 0; line < WARM_UP_LINES + lines; line += 1) {
      await new Promise((resolve) => setTimeout(resolve, GAP_MS.fixed + GAP_MS.random * Math.random()));
      const pressure = FIRST_PRESSURE + line;
      emulator.show(valuesWith(pressure));
      const arrived = event(pressure, LOST_AFTER_MS);
      const begin = performance.now();
      emulator.sendBurst(1);
      // Lines that the emulator sends by itself do not count.
      emulator.show(valuesWith(NEUTRAL_PRESSURE));
      if (await arrived) latencies.push(performance.now() - begin);
      else lost += 1;
      if (lost === MOST_LOST) throw new Error(`${subject.name}: ${lost} of ${line + 1} lines caused no event.`);
    }
    return { latencies, lost };
  } finally {
    stream.close();
  }
}
