/** The tables of the history, and how an older file is brought up to date. */
import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../types.ts';
import { transaction } from './transaction.ts';

/** The levels as the file numbers them. */
export const RESOLUTION_ID = { raw: 0, minute: 1, hour: 2 } as const;

/**
 * Each brings the file from the version of its place (0: empty) to the next. One that was released is never changed.
 *
 * - channel: what readings belong to. A channel whose unit changed is another. `label` tells it from others of its
 *   description. `line` is where its lines stand (JSON),
 *   `written` the newest moment among its blocks, `entry` the last row of the journal that is in them; `gone`:
 *   forgotten, its blocks are being dropped.
 * - block: of `level` 0 up to 1024 points with their summary; of 1 the sums by the minute of one hour, or of six; of 2
 *   those by the hour of one day, or of eight (multiples of that since 1970, UTC). `first` and `last` are milliseconds since 1970; of sums: when the block begins, and when
 *   its last bucket does. NULL in a summary is NaN.
 * - journal: what was committed and is not in every channel's blocks yet, in the order it came.
 */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE channel (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    family TEXT NOT NULL,
    serial TEXT NOT NULL,
    channel TEXT NOT NULL,
    unit TEXT NOT NULL,
    description TEXT NOT NULL,
    product TEXT NOT NULL,
    place INTEGER NOT NULL,
    declared REAL NOT NULL,
    line TEXT,
    written REAL,
    entry INTEGER NOT NULL DEFAULT 0,
    gone INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE block (
    id INTEGER PRIMARY KEY,
    level INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    first REAL NOT NULL,
    last REAL NOT NULL,
    length INTEGER NOT NULL,
    count INTEGER,
    failed INTEGER,
    min REAL,
    max REAL,
    mean REAL,
    m2 REAL,
    gaps INTEGER,
    broken INTEGER,
    data BLOB NOT NULL
  ) STRICT;
  CREATE INDEX block_place ON block (channel, level, first);
  CREATE INDEX block_age ON block (level, last);
  CREATE TABLE journal (id INTEGER PRIMARY KEY, begins INTEGER NOT NULL, data BLOB NOT NULL) STRICT;
  CREATE TABLE marker (id INTEGER PRIMARY KEY AUTOINCREMENT, at REAL NOT NULL, text TEXT NOT NULL) STRICT;
  CREATE INDEX marker_at ON marker (at);
  CREATE TABLE alarm (
    id TEXT PRIMARY KEY,
    since REAL NOT NULL,
    family TEXT NOT NULL,
    serial TEXT NOT NULL,
    data TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX alarm_since ON alarm (since);
  `,
  "ALTER TABLE channel ADD COLUMN label TEXT NOT NULL DEFAULT ''",
];

/**
 * Brings a file to the newest version, all or nothing.
 * @param migrations for tests of the mechanism
 * @throws StoreError `failed` where a newer Mensura made the file
 */
export function migrate(database: DatabaseSync, migrations: readonly string[] = MIGRATIONS): void {
  const version = versionOf(database);
  if (version > migrations.length) {
    throw new StoreError(
      'failed',
      `The history file was created by a newer Mensura (schema version ${version}; supported: ${migrations.length}). Update Mensura, or move the file`,
    );
  }
  if (version === migrations.length) return;
  transaction(database, () => {
    for (const migration of migrations.slice(version)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
}
