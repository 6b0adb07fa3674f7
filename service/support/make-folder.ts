import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder for this user only, but never the data folder itself: it may be on an unplugged disk, which would
 * hide files written in its place when it returns.
 * @param levels number of folders at the end of the path that may be missing
 * @throws the error of the file system
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
