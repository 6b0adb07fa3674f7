/** A small disk in memory that can be full. */
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { atEnd } from './at-end.ts';
import { freshFolder } from './process.ts';

/** Whether this user may mount one. */
export const MAY_MOUNT = process.platform === 'linux' && process.getuid?.() === 0;

/** What is written at a time when the disk is filled: large pieces first, in bytes. */
const PIECES = [1024 * 1024, 64 * 1024, 4096, 1];

export interface SmallDisk {
  /** A folder on it. */
  folder: string;
  /** Takes every free byte. @param leave bytes that stay free, roughly */
  fill(leave?: number): void;
  /** Gives back what was taken. */
  free(): void;
}

/** Unmounted at the end of the test file. Needs root. @param size as `mount` takes it: `24m` */
export function mountSmallDisk(size: string): SmallDisk {
  const folder = freshFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `mode=0700,size=${size}`, 'tmpfs', folder]);
  atEnd(() => void execFileSync('umount', ['--lazy', folder]));
  const ballast = join(folder, 'fill');
  return {
    folder,
    fill: (leave = 0) => {
      const { bavail, bsize } = statfsSync(folder);
      fillFile(ballast, leave === 0 ? Infinity : bavail * bsize - leave);
    },
    free: () => rmSync(ballast, { force: true }),
  };
}

/** Writes to a file until the disk is full, or the file has so many bytes. */
export function fillFile(path: string, limit = Infinity): void {
  const file = openSync(path, 'w');
  let size = 0;
  for (const bytes of PIECES) while (size + bytes <= limit && isWritten(file, bytes)) size += bytes;
  closeSync(file);
}

function isWritten(file: number, bytes: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(bytes)) === bytes;
  } catch {
    return false;
  }
}
