import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from '../../support/private-file.ts';
import { migrate } from './schema.ts';

/** How long to wait for another program that has the file locked, in milliseconds. */
const LOCKED_MS = 2000;

/** What the write-ahead log is cut back to once it is in the file, in bytes. */
const LOG_BYTES = 8 * 1024 * 1024;

/** What SQLite keeps of the file in memory, in KiB. */
const CACHE_KIB = 8192;

/** The -wal and -shm that SQLite keeps beside a file. */
export const SQLITE_SIDE_FILES = ['', '-wal', '-shm'] as const;

/**
 * Opens or makes the file, in a folder for this user alone, and brings it up to date. Every transaction is on disk when
 * it returns; dropped data leaves free pages, which can be given back in steps.
 * @param maxPages the most pages that the file may have: a full disk, for tests
 * @throws what SQLite and the file system throw; StoreError where a newer Mensura made the file
 */
export function openDatabase(path: string, maxPages?: number): DatabaseSync {
  const folder = dirname(path);
  // Not the folder above it: that may be on a disk that was pulled, and comes back.
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  makePrivateFile(path);
  const database = new DatabaseSync(path, { timeout: LOCKED_MS });
  try {
    database.exec('PRAGMA auto_vacuum = INCREMENTAL');
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    // On macOS alone fsync leaves data in the drive's own memory (https://sqlite.org/pragma.html#pragma_fullfsync).
    database.exec('PRAGMA fullfsync = 1');
    database.exec('PRAGMA checkpoint_fullfsync = 1');
    database.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    database.exec(`PRAGMA journal_size_limit = ${LOG_BYTES}`);
    if (maxPages) database.exec(`PRAGMA max_page_count = ${maxPages}`);
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
