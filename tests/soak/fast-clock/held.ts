/** Memory of a thread, and of the process by kind. */
import { readFileSync } from 'node:fs';

/** Of one thread, in MiB. */
export interface Held {
  /** Script memory after a garbage collection. */
  heapMiB: number;
  /** Heap that V8 has reserved for it. */
  heapRoomMiB: number;
  /** Array buffers and other memory outside the heap that it holds. */
  buffersMiB: number;
}

const MIB = 2 ** 20;

/** Memory of this thread. Requires `--expose-gc`. */
export function heldNow(): Held {
  // Twice, since buffers freed by the first collection are released later.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, heapTotal, external } = process.memoryUsage();
  return { heapMiB: heapUsed / MIB, heapRoomMiB: heapTotal / MIB, buffersMiB: external / MIB };
}

/** Memory of the process, in MiB. */
export interface Resident {
  residentMiB: number;
  /** Pages of files: program, libraries, and files in a folder in memory. */
  filesMiB: number;
}

/** Resident memory of this process by kind (`/proc/self/status`); without that file, only its size. */
export function residentNow(): Resident {
  const residentMiB = process.memoryUsage.rss() / MIB;
  if (process.platform !== 'linux') return { residentMiB, filesMiB: 0 };
  const status = readFileSync('/proc/self/status', 'utf8');
  const kilobytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]);
  return { residentMiB, filesMiB: (kilobytes('RssFile') + kilobytes('RssShmem')) / 1024 };
}
