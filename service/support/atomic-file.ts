/** Files that survive a crash and a power cut: either the old text or the new, never half of one. */
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
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

/** How often a rename is tried that another program blocks, and the pause between, in milliseconds. */
const RENAME = { tries: 10, pauseMs: 50 } as const;

/** On Windows a virus scanner or an indexer that has the old file open blocks its replacement for a moment. */
async function renameOver(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      const blocked = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(code);
      if (!blocked || tries >= RENAME.tries) throw error;
      await pause(RENAME.pauseMs);
    }
  }
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
