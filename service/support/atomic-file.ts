import { renameSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Replaces a file so that a crash leaves the old or the new text: temporary file, fsync, rename, fsync of the folder.
 * @param mode permissions of the new file
 */
export async function writeFileAtomic(path: string, text: string, mode = 0o600): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = await open(temporary, 'w', mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await replaceByRename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/**
 * Deletes temporary files left by a crash. Call it while nothing writes the file. One that cannot be deleted is deleted
 * the next time.
 * @param isOurs receives the name of the file that was being written
 */
export async function removeTemporaryFiles(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const leftovers = names.filter((name) => {
    const [, whole] = /^(.+)\.\d+\.tmp$/.exec(name) ?? [];
    return whole !== undefined && isOurs(whole);
  });
  for (const name of leftovers) await rm(join(folder, name), { force: true }).catch(() => {});
}

/** Attempts for a rename that another program blocks, and the pause between them, in milliseconds. */
const RENAME = { tries: 10, pauseMs: 50 } as const;

/** On Windows, a virus scanner or indexer that has the old file open briefly blocks its replacement. */
async function replaceByRename(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (!isBlocked(error) || tries >= RENAME.tries) throw error;
      await pause(RENAME.pauseMs);
    }
  }
}

/**
 * Renames a file that another program may have open. Blocks while it retries: not for the main thread.
 * @throws the error of the file system
 */
export function renameWithRetry(from: string, to: string): void {
  for (let tries = 1; ; tries += 1) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      if (!isBlocked(error) || tries >= RENAME.tries) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RENAME.pauseMs);
    }
  }
}

function isBlocked(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(code);
}

/** Makes a rename or a new file name durable. Windows cannot open a folder and does not need this call. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
