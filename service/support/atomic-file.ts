/** Files that survive a crash and a power cut: either the old text or the new, never half of one. */
import { renameSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Replaces a file: temporary file, fsync, rename, fsync of the folder.
 * @param mode permissions of the new file; 0o600 by default, since everything in the data folder is the user's own
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
    await renameOver(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/**
 * Deletes the temporary files of writes that a crash ended. Call where nothing writes the file. One that cannot be
 * deleted now is deleted the next time.
 * @param isOurs whether a file of this name is meant, as it is called when it is written
 */
export async function removeTemporaryFiles(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const leftovers = names.filter((name) => {
    const [, whole] = /^(.+)\.\d+\.tmp$/.exec(name) ?? [];
    return whole !== undefined && isOurs(whole);
  });
  for (const name of leftovers) await rm(join(folder, name), { force: true }).catch(() => {});
}

/** How often a rename is tried that another program blocks, and the pause between, in milliseconds. */
const RENAME = { tries: 10, pauseMs: 50 } as const;

/** On Windows a virus scanner or an indexer that has the old file open blocks its replacement for a moment. */
async function renameOver(from: string, to: string): Promise<void> {
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
 * Renames a file that another program may have open for a moment. Waits for that: not for the main thread.
 * @throws what the file system says
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

/** Makes a rename in a folder, or a new file's name, durable. Windows cannot open a folder and needs no such call. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
