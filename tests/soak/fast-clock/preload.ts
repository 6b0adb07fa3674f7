/**
 * Loaded before everything else in the program and in each of its worker threads. In a thread the clocks follow those
 * of the program, by memory that they share; what its timers ask for is looked at every millisecond of real time.
 */
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import { realTime, VirtualTime } from './time.ts';

/** Under which the shared clock is handed to threads: elapsed milliseconds, and the wall clock at the start. */
const KEY = 'mensura-soak-clock';

/** Friday, 1 May 2026, 00:00 UTC. */
const START = Date.UTC(2026, 4, 1);

/** How often a thread looks, in milliseconds of real time. */
const LOOK_MS = 1;

/** A thread may have so many timers due at a look. */
const MOST_DUE = 100;

function followProgram(shared: Float64Array): VirtualTime {
  const time = new VirtualTime(shared[1] ?? START);
  time.elapsed = shared[0] ?? 0;
  // Work is measured out by it, in real milliseconds.
  const work = performance.now;
  time.install();
  performance.now = work;
  realTime.every(() => {
    time.wallAtStart = shared[1] ?? START;
    const until = shared[0] ?? 0;
    for (let due = 0; due < MOST_DUE && time.elapsed < until; due += 1) time.step(until - time.elapsed);
  }, LOOK_MS);
  return time;
}

function lead(): { time: VirtualTime; share(): void } {
  const shared = new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT));
  const time = new VirtualTime(START);
  const share = (): void => {
    shared[0] = time.elapsed;
    shared[1] = time.wallAtStart;
  };
  share();
  setEnvironmentData(KEY, shared);
  time.install();
  return { time, share };
}

/** The program's own; undefined in a thread. */
export const leading = isMainThread ? lead() : undefined;
if (!isMainThread) {
  const shared = getEnvironmentData(KEY);
  if (shared instanceof Float64Array) followProgram(shared);
}
