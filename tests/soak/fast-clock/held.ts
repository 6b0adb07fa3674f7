/** What memory a thread holds, and of what kinds that of the whole process is. */
import { readFileSync } from 'node:fs';

/** Of one thread, in MiB. */
export interface Held {
  /** What its scripts need: a garbage collection comes before. */
  heapMiB: number;
  /** What V8 has taken from the system for that. */
  heapRoomMiB: number;
  /** Array buffers, and what else lies outside of the heap and is held by it. */
  buffersMiB: number;
}

const MIB = 2 ** 20;

/** Of this thread. Node must have been started with `--expose-gc`. */
export function heldNow(): Held {
  // Once more, since the buffers of the first are let go beside it.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, heapTotal, external } = process.memoryUsage();
  return { heapMiB: heapUsed / MIB, heapRoomMiB: heapTotal / MIB, buffersMiB: external / MIB };
}

/** Of the process, in MiB. */
export interface Resident {
  residentMiB: number;
  /** Pages of files: the program itself, libraries, and what lies in a folder in memory. */
  filesMiB: number;
}

/** What is resident of this process (`/proc/self/status`); without such a file only how much. */
export function residentNow(): Resident {
  const residentMiB = process.memoryUsage.rss() / MIB;
  if (process.platform !== 'linux') return { residentMiB, filesMiB: 0 };
  const status = readFileSync('/proc/self/status', 'utf8');
  const kilobytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]);
  return { residentMiB, filesMiB: (kilobytes('RssFile') + kilobytes('RssShmem')) / 1024 };
}
