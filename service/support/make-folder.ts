/** Folders below the data folder. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder where there is none, for this user alone; never the data folder itself: that may be on a disk that was
 * pulled and comes back, and what is written in its place meanwhile would be seen by nobody.
 * @param levels how many folders at the end of the path may be missing
 * @throws what the file system says
 */
export async function makeFolder(path: string, levels = 1): Promise<void> {
  if (levels > 1) await makeFolder(dirname(path), levels - 1);
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST' && (await stat(path)).isDirectory();
    if (!isThere) throw error;
  }
}
