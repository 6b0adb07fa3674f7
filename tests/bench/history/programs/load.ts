/** The common part of both programs of the ingest benchmark: generated devices, and figures of this process. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The task of a program, as JSON in its first argument. */
export interface IngestTask {
  /** An empty folder. */
  folder: string;
  devices: number;
  channels: number;
  periodMs: number;
  warmUpMs: number;
  durationMs: number;
}

/** Its result, as its only message. */
export interface IngestFigures {
  readings: number;
  /** Processor time of all threads over elapsed time. */
  cpu: number;
  /** Event loop delay of the main thread, in milliseconds, including its timer of 1 ms. */
  delayP50: number;
  delayP99: number;
  delayMax: number;
  /** Readings generated, stored, and counted as discarded. */
  measured: number;
  stored: number;
  dropped: number;
}

/** Time between groups of devices, in milliseconds, to spread the readings of a period. */
const TURN_MS = 10;
const NANOSECONDS = 1e6;

/**
 * Generates the readings of the devices for the task's time.
 * @param measure takes one reading of each channel of a device, by its index
 * @returns the figures of the time after the warm-up
 */
export async function play(
  { devices, channels, periodMs, warmUpMs, durationMs }: IngestTask,
  measure: (device: number, at: number) => void,
): Promise<Omit<IngestFigures, 'measured' | 'stored' | 'dropped'>> {
  const perTurn = (devices * TURN_MS) / periodMs;
  const began = performance.now();
  let played = 0;
  const timer = setInterval(() => {
    // A late timer makes up for the groups due.
    const due = Math.floor(((performance.now() - began) / TURN_MS) * perTurn);
    const at = Date.now();
    for (; played < due; played += 1) measure(played % devices, at);
  }, TURN_MS);
  await pause(warmUpMs);
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const before = { played, cpu: process.cpuUsage(), at: performance.now() };
  await pause(durationMs);
  delays.disable();
  const { user, system } = process.cpuUsage(before.cpu);
  const figures = {
    readings: (played - before.played) * channels,
    cpu: (user + system) / 1000 / (performance.now() - before.at),
    delayP50: delays.percentile(50) / NANOSECONDS,
    delayP99: delays.percentile(99) / NANOSECONDS,
    delayMax: delays.max / NANOSECONDS,
  };
  clearInterval(timer);
  return figures;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The program's task. */
export function taskOf(argv: readonly string[]): IngestTask {
  return JSON.parse(argv[2] ?? '') as IngestTask;
}

/** A wandering value of four decimals. */
export function valueOf(device: number, channel: number, at: number): number {
  return Math.round(1e4 * (20 + channel + Math.sin(at / 60_000 + device))) / 1e4;
}
