import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Permissions of the group and of other accounts. */
const OTHERS = 0o077;

/**
 * Creates an empty file for this user only, or removes others' permissions from an existing one. For files that a
 * library opens with the umask. Does not open an existing file: closing it would release this process's locks on it.
 * @throws the error of the file system
 */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    makePrivate(path);
  }
}

/**
 * Removes others' permissions from a file or folder that belongs to this user. Windows has no such permissions: the
 * user profile folder protects them.
 * @returns whether something changed, and whether others still have access
 * @throws the error of the file system if the path is missing
 */
export function makePrivate(path: string): { isChanged: boolean; isOpen: boolean } {
  if (!isOpenToOthers(path)) return { isChanged: false, isOpen: false };
  const { mode, uid } = statSync(path);
  if (uid !== process.getuid?.()) return { isChanged: false, isOpen: true };
  try {
    chmodSync(path, mode & 0o7777 & ~OTHERS);
  } catch {
    // Some file systems have no permissions; the current state is read below.
  }
  const isOpen = isOpenToOthers(path);
  return { isChanged: !isOpen, isOpen };
}

/** @throws the error of the file system */
export function isOpenToOthers(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & OTHERS) !== 0;
}

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
