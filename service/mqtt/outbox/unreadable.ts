/** When what cannot be read is given up. */
import { open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LEVELS } from './segment-file.ts';

/** Written to see whether the disk works. */
const PROBE = 'probe.tmp';

/**
 * Whether a segment that cannot be read seems to be lost: its file was deleted, or the disk has an error in it and is fine
 * otherwise. What else there may be (a disk that was pulled or failed, too few files, no right to read it) passes.
 * @param path of the segment in the outbox's folder
 * @param error of reading it
 */
export async function isSegmentLost(folder: string, path: string, error: unknown): Promise<boolean> {
  const { code } = error as NodeJS.ErrnoException;
  // Once more: all of it may have come back since.
  if (code === 'ENOENT') return (await isThere(dataFolder(folder))) && !(await isThere(path));
  return code === 'EIO' && canWrite(folder);
}

/** The data folder of an outbox's folder. */
function dataFolder(folder: string): string {
  return Array.from({ length: LEVELS }).reduce<string>((path) => dirname(path), folder);
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Whether something can be put safely on the disk of a folder. */
async function canWrite(folder: string): Promise<boolean> {
  const path = join(folder, PROBE);
  try {
    const file = await open(path, 'w', 0o600);
    try {
      await file.writeFile('works');
      await file.sync();
    } finally {
      await file.close();
    }
    await rm(path);
    return true;
  } catch {
    return false;
  }
}
