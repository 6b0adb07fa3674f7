/**
 * Loaded before everything else in the program and in each of its worker threads. The clocks of a thread follow those
 * of the program by shared memory, and due timers are checked every millisecond of real time. A thread reports its
 * memory the same way.
 */
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import { type Held, heldNow } from './held.ts';
import { realTime, VirtualTime } from './time.ts';

/** The name under which threads receive the shared memory. */
const KEY = 'mensura-soak-clock';

/**
 * Its layout: elapsed milliseconds, the wall clock at the start, the number of memory requests to a thread, the last
 * one with a response, and the response in MiB.
 */
const PLACES = { elapsed: 0, wall: 1, asked: 2, answered: 3, heap: 4, heapRoom: 5, buffers: 6 } as const;

/** Friday, 1 May 2026, 00:00 UTC. */
const START = Date.UTC(2026, 4, 1);

/** Interval of a thread's checks, in milliseconds of real time. */
const LOOK_MS = 1;

/** Maximum due timers of a thread in one check. */
const MOST_DUE = 100;

/** Time limit for a thread to report its memory, in milliseconds of real time. */
const ANSWER_MS = 60_000;

function followProgram(shared: Float64Array): VirtualTime {
  const time = new VirtualTime(shared[PLACES.wall] ?? START);
  time.elapsed = shared[PLACES.elapsed] ?? 0;
  // It times work in real milliseconds.
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
  /** Passes the time to the threads. */
  share(): void;
  /** The memory of the one running thread. @throws Error if there is none, or it does not respond */
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
