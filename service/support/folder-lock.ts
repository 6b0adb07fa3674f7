/** One data folder has one owner. */
import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorText, MensuraError } from './errors.ts';
import { makePrivateFile } from './private-file.ts';

/** The name of the file in the folder. */
export const LOCK_FILE = 'lock';

/** Held until released or until the process ends, however it ends. */
export interface FolderLock {
  /**
   * Where the file is that the lock is on: `missing` where somebody removed it or put another in its place, so that it
   * keeps nobody out any more; `away` where the folder is not there, or cannot be looked at.
   */
  whereabouts(): Promise<'in-place' | 'missing' | 'away'>;
  release(): void;
}

/**
 * Takes the folder's exclusive lock. An open SQLite transaction is used because its lock is the operating system's own
 * on every platform: unlike a file with a process number in it, it cannot outlive its owner. Only this user may open the
 * file: whoever can read it can hold a lock on it.
 * @returns undefined when another process holds it
 * @throws MensuraError `data-folder-unusable` when the folder cannot be written
 */
export function lockFolder(folder: string): FolderLock | undefined {
  const path = join(folder, LOCK_FILE);
  let database: DatabaseSync | undefined;
  let identity: string;
  try {
    makePrivateFile(path);
    database = new DatabaseSync(path);
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    identity = identityOf(statSync(path, { bigint: true }));
  } catch (error) {
    database?.close();
    if (errorText(error).includes('locked')) return undefined;
    throw new MensuraError(
      'data-folder-unusable',
      `Cannot write to the data folder ${folder}: ${errorText(error)}. Make it writable, or choose another with --data-dir.`,
      { cause: error },
    );
  }
  const held = database;
  return {
    whereabouts: async () => {
      const file = await look(path);
      if (file === identity) return 'in-place';
      // One after the other: a look at a disk that hangs holds one of the few threads there are.
      const above = file === undefined ? undefined : await look(folder);
      return above === undefined || above === NOTHING ? 'away' : 'missing';
    },
    release: () => {
      if (held.isOpen) held.close();
    },
  };
}

const NOTHING = 'nothing';

/** What a path leads to; undefined where it cannot be told. */
async function look(path: string): Promise<string | undefined> {
  return stat(path, { bigint: true }).then(identityOf, ({ code }: NodeJS.ErrnoException) =>
    code === 'ENOENT' ? NOTHING : undefined,
  );
}

function identityOf({ dev, ino }: { dev: bigint; ino: bigint }): string {
  return `${dev}:${ino}`;
}
