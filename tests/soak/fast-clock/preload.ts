/**
 * Loaded before everything else in the program and in each of its worker threads. In a thread the clocks follow those
 * of the program, by memory that they share; what its timers ask for is looked at every millisecond of real time. By the
 * same memory a thread tells what it holds.
 */
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import { type Held, heldNow } from './held.ts';
import { realTime, VirtualTime } from './time.ts';

/** Under which the shared memory is handed to threads. */
const KEY = 'mensura-soak-clock';

/**
 * What is where in it: elapsed milliseconds, the wall clock at the start; how often a thread was asked what it holds,
 * the last of these that was answered, and the answer in MiB.
 */
const PLACES = { elapsed: 0, wall: 1, asked: 2, answered: 3, heap: 4, heapRoom: 5, buffers: 6 } as const;

/** Friday, 1 May 2026, 00:00 UTC. */
const START = Date.UTC(2026, 4, 1);

/** How often a thread looks, in milliseconds of real time. */
const LOOK_MS = 1;

/** A thread may have so many timers due at a look. */
const MOST_DUE = 100;

/** How long a thread may take to say what it holds, in milliseconds of real time: it may be tidying. */
const ANSWER_MS = 60_000;

function followProgram(shared: Float64Array): VirtualTime {
  const time = new VirtualTime(shared[PLACES.wall] ?? START);
  time.elapsed = shared[PLACES.elapsed] ?? 0;
  // Work is measured out by it, in real milliseconds.
  const work = performance.now;
  time.install();
  performance.now = work;
  realTime.every(() => {
    time.wallAtStart = shared[PLACES.wall] ?? START;
    const until = shared[PLACES.elapsed] ?? 0;
    for (let due = 0; due < MOST_DUE && time.elapsed < until; due += 1) time.step(until - time.elapsed);
    if (shared[PLACES.asked] !== shared[PLACES.answered]) answer(shared);
  }, LOOK_MS);
  return time;
}

function answer(shared: Float64Array): void {
  const { heapMiB, heapRoomMiB, buffersMiB } = heldNow();
  shared[PLACES.heap] = heapMiB;
  shared[PLACES.heapRoom] = heapRoomMiB;
  shared[PLACES.buffers] = buffersMiB;
  shared[PLACES.answered] = shared[PLACES.asked] ?? 0;
}

interface Leading {
  time: VirtualTime;
  /** Lets the threads know the time. */
  share(): void;
  /** What the one thread that runs holds. @throws Error when there is none, or none that answers */
  askThread(): Promise<Held>;
}

function lead(): Leading {
  const shared = new Float64Array(new SharedArrayBuffer(Object.keys(PLACES).length * Float64Array.BYTES_PER_ELEMENT));
  const at = (place: keyof typeof PLACES): number => shared[PLACES[place]] ?? 0;
  const time = new VirtualTime(START);
  const share = (): void => {
    shared[PLACES.elapsed] = time.elapsed;
    shared[PLACES.wall] = time.wallAtStart;
  };
  share();
  setEnvironmentData(KEY, shared);
  time.install();
  const askThread = async (): Promise<Held> => {
    shared[PLACES.asked] = at('asked') + 1;
    const begin = realTime.now();
    while (at('answered') !== at('asked')) {
      if (realTime.now() - begin > ANSWER_MS) throw new Error('No thread says what it holds.');
      await realTime.wait(LOOK_MS);
    }
    return { heapMiB: at('heap'), heapRoomMiB: at('heapRoom'), buffersMiB: at('buffers') };
  };
  return { time, share, askThread };
}

/** The program's own; undefined in a thread. */
export const leading = isMainThread ? lead() : undefined;
if (!isMainThread) {
  const shared = getEnvironmentData(KEY);
  if (shared instanceof Float64Array) followProgram(shared);
}
