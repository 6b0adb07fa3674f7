import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from '../../support/private-file.ts';
import { migrate } from './schema.ts';

/** Time to wait for another program's lock on the file, in milliseconds. */
const LOCKED_MS = 2000;

/** Size to which the write-ahead log is truncated after a checkpoint, in bytes. */
const LOG_BYTES = 8 * 1024 * 1024;

/** SQLite's page cache, in KiB. */
const CACHE_KIB = 8192;

/** The database file itself and SQLite's files beside it. */
export const SQLITE_SIDE_FILES = ['', '-wal', '-shm'] as const;

/**
 * Opens or creates the file in a folder private to the user, and migrates it. Every transaction is on disk when it
 * returns; deleted data leaves free pages, which can be released in steps.
 * @param maxPages limit of the file's pages: simulates a full disk in tests
 * @throws errors of SQLite and the file system; StoreError if a newer Mensura created the file
 */
export function openDatabase(path: string, maxPages?: number): DatabaseSync {
  const folder = dirname(path);
  // Not recursive: the parent may be on a removed disk that returns.
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  makePrivateFile(path);
  const database = new DatabaseSync(path, { timeout: LOCKED_MS });
  try {
    database.exec('PRAGMA auto_vacuum = INCREMENTAL');
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    // On macOS, fsync alone leaves data in the drive's cache (https://sqlite.org/pragma.html#pragma_fullfsync).
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

/** Distinguishes a file from another at its path; empty if it does not exist. @throws the file system's error */
export function fileIdentity(path: string): string {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return file ? `${file.dev}/${file.ino}` : '';
}
