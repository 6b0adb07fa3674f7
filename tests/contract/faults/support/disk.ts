/** A small disk of its own for the data folder of a service: it can be full, and read-only. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { freshFolder, launch, type ServiceProcess } from '../../../support/process.ts';
import { fillFile } from '../../../support/small-disk.ts';

/** What lets a user mount something. */
const AS_ROOT = process.getuid?.() === 0 ? [] : ['-r'];

export interface DiskService {
  run: ServiceProcess;
  /** The data folder as the service names it. */
  folder: string;
  /** The path of something in the data folder, as it can be reached from here. */
  inside(...names: string[]): string;
  /** Takes every free byte. */
  fill(): void;
  /** Gives back what was taken. */
  free(): void;
}

/**
 * Starts the service on a disk in memory that only it sees.
 * @param mib how large the disk is
 * @param mode `ro`: it cannot be written from the start; `full`: it has no room from the start
 * @param seed a folder whose content is on the disk
 */
export function launchOnDisk(
  args: string[],
  mib: number,
  mode: 'ro' | 'rw' | 'full' = 'rw',
  seed?: string,
): DiskService {
  const folder = freshFolder();
  const steps = [
    `mount -t tmpfs -o mode=0700,size=${mib}m,${mode === 'ro' ? 'ro' : 'rw'} tmpfs "$0"`,
    ...(seed === undefined ? [] : [`cp -a "${seed}/." "$0"`]),
    // Ends with an error: the disk is full then.
    ...(mode === 'full' ? ['{ cat /dev/zero > "$0/fill" 2> /dev/null || true; }'] : []),
  ];
  const script = `${steps.join(' && ')} && exec "$@"`;
  const prefix = ['unshare', ...AS_ROOT, '-m', 'sh', '-c', script, folder];
  const run = launch(['--data-dir', folder, '--port', '0', ...args], {}, prefix);
  const { pid } = run.child;
  const inside = (...names: string[]): string => join(`/proc/${pid}/root`, folder, ...names);
  return {
    run,
    folder,
    inside,
    fill: () => fillFile(inside('fill')),
    free: () => rmSync(inside('fill'), { force: true }),
  };
}
