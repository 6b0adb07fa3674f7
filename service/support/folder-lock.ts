/** One data folder has one owner. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorText, MensuraError } from './errors.ts';

/** Held until released or until the process ends, however it ends. */
export interface FolderLock {
  release(): void;
}

/**
 * Takes the folder's exclusive lock. An open SQLite transaction is used because its lock is the operating system's own
 * on every platform: unlike a file with a process number in it, it cannot outlive its owner.
 * @returns undefined when another process holds it
 * @throws MensuraError `data-folder-unusable` when the folder cannot be written
 */
export function lockFolder(folder: string): FolderLock | undefined {
  const path = join(folder, 'lock');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    if (errorText(error).includes('locked')) return undefined;
    throw new MensuraError(
      'data-folder-unusable',
      `The data folder ${folder} cannot be written: ${errorText(error)}. Give another with --data-dir, or make it writable.`,
      { cause: error },
    );
  }
  const held = database;
  return {
    release: () => {
      if (held.isOpen) held.close();
    },
  };
}
