import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorText, MensuraError } from './errors.ts';
import { makePrivateFile } from './private-file.ts';

export const LOCK_FILE = 'lock';

/** Held until `release` or the end of the process. */
export interface FolderLock {
  /**
   * Whether the locked file still protects the folder: `missing` if it was deleted or replaced, `away` if the folder is
   * missing or cannot be read.
   */
  whereabouts(): Promise<'in-place' | 'missing' | 'away'>;
  release(): void;
}

/**
 * Locks the folder exclusively, by an open SQLite transaction: the lock belongs to the operating system on every
 * platform, so it cannot outlive its owner as a file with a process number could. Only this user may open the file,
 * because anyone who can read it can hold a lock on it.
 * @returns undefined when another process holds the lock
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
      const file = await identify(path);
      if (file === identity) return 'in-place';
      // Sequential: each look at a hanging disk holds one of the few threads.
      const above = file === undefined ? undefined : await identify(folder);
      return above === undefined || above === NOTHING ? 'away' : 'missing';
    },
    release: () => {
      if (held.isOpen) held.close();
    },
  };
}

const NOTHING = 'nothing';

/** Identifies the target of a path; undefined if it cannot be read. */
async function identify(path: string): Promise<string | undefined> {
  return stat(path, { bigint: true }).then(identityOf, ({ code }: NodeJS.ErrnoException) =>
    code === 'ENOENT' ? NOTHING : undefined,
  );
}

function identityOf({ dev, ino }: { dev: bigint; ino: bigint }): string {
  return `${dev}:${ino}`;
}
