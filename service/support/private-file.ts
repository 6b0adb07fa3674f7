/** Files and folders that no other user of the computer may open. */
import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

/** The permissions of the group and of everybody. */
const OTHERS = 0o077;

/**
 * Makes an empty file for this user alone, or takes the permissions of others from the one there is. For files that
 * something else opens, which would make them as the umask says. Nothing is opened that exists: closing it would release
 * the locks that this process has on it.
 * @throws what the file system says
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
 * Takes the permissions of others from a file or folder, where it belongs to this user. Windows has no such permissions:
 * there the folder of the user's profile keeps others out.
 * @returns whether something changed, and whether others may still open it
 * @throws what the file system says where there is nothing
 */
export function makePrivate(path: string): { isChanged: boolean; isOpen: boolean } {
  if (!isOpenToOthers(path)) return { isChanged: false, isOpen: false };
  const { mode, uid } = statSync(path);
  if (uid !== process.getuid?.()) return { isChanged: false, isOpen: true };
  try {
    chmodSync(path, mode & 0o7777 & ~OTHERS);
  } catch {
    // As on a disk whose file system has no permissions: how it is now is looked at.
  }
  const isOpen = isOpenToOthers(path);
  return { isChanged: !isOpen, isOpen };
}

/** Whether the permissions of a file or folder let others open it. @throws what the file system says */
export function isOpenToOthers(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & OTHERS) !== 0;
}
