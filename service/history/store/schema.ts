import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { StoreError } from '../types.ts';
import { damaged } from './faults.ts';

export class MetaTable {
  readonly #get: StatementSync;
  readonly #set: StatementSync;

  constructor(database: DatabaseSync) {
    this.#get = database.prepare('SELECT value FROM meta WHERE name = ?');
    this.#set = database.prepare(
      'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
    );
  }

  /** @throws StoreError `damaged` */
  get<Value>(name: string, otherwise: Value): Value {
    const text = this.#get.get(name)?.['value'];
    return text === undefined ? otherwise : parseStored<Value>(text);
  }

  set(name: string, value: unknown): void {
    this.#set.run(name, JSON.stringify(value));
  }
}

/** Parses JSON that this store wrote. @throws StoreError `damaged` */
export function parseStored<Value>(text: unknown): Value {
  try {
    return JSON.parse(String(text)) as Value;
  } catch (cause) {
    throw damaged('invalid metadata', { cause });
  }
}

/** Values of `level` in the file. */
export const RESOLUTION_ID = { raw: 0, minute: 1, hour: 2 } as const;

/**
 * Each entry migrates from the version of its index (0: empty) to the next. A released one never changes.
 *
 * - channel: a channel in one unit; a changed unit is another channel. `label` distinguishes channels with the same
 *   description. `line`: the state of its runs (JSON). `written`: newest timestamp among its blocks. `entry`: last
 *   journal row contained in them. `gone`: deleted, its blocks are being removed.
 * - block: `level` 0: up to 1024 points with their aggregate; 1: minute aggregates of one hour or six; 2: hour
 *   aggregates of one day or eight (multiples of that since 1970, UTC). `first` and `last` are milliseconds since
 *   1970; of aggregates: the start of the block and of its last bucket. NULL in an aggregate is NaN.
 * - marker: `device` is `family/serial`; NULL: in all charts.
 * - run: `start` (see `runStart`) and `end` (NULL: active); `removed`: when it was deleted, which may be undone; `words`: what a
 *   search finds, in lower case; `hold`: what retention does not delete;
 *   `former`: what it held before it was `changed`, which may be undone.
 * - import: `state` is applying, applied or undoing; `data`: its summary (JSON).
 * - import_part: timestamps that an import added to a channel in one step, packed as points: the value of a reading is 0.
 * - journal: committed data that is not in every channel's blocks yet, in order.
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
  'ALTER TABLE marker ADD COLUMN device TEXT',
  `
  CREATE TABLE run (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    start REAL NOT NULL,
    end REAL,
    removed REAL,
    words TEXT NOT NULL,
    data TEXT NOT NULL,
    hold TEXT NOT NULL,
    former TEXT,
    changed REAL
  ) STRICT;
  CREATE INDEX run_start ON run (start);
  CREATE TABLE run_attachment (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    length INTEGER NOT NULL,
    UNIQUE (run, name)
  ) STRICT;
  `,
  // `start` was that of the readings, which may be before the start of the run.
  `
  UPDATE run SET start = moved.started
  FROM (SELECT id, round(unixepoch(json_extract(data, '$.started'), 'subsec') * 1000) AS started FROM run) AS moved
  WHERE moved.id = run.id AND moved.started > run.start AND (run.end IS NULL OR moved.started < run.end)
  `,
  `
  CREATE TABLE import (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL,
    data TEXT NOT NULL
  ) STRICT;
  CREATE TABLE import_part (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    import TEXT NOT NULL REFERENCES import (id) ON DELETE CASCADE,
    channel INTEGER NOT NULL,
    first REAL NOT NULL,
    last REAL NOT NULL,
    readings INTEGER NOT NULL,
    data BLOB NOT NULL
  ) STRICT;
  CREATE INDEX import_part_place ON import_part (import, channel, first);
  CREATE INDEX import_part_channel ON import_part (channel);
  `,
];

/**
 * Migrates a file to the newest version, or changes nothing.
 * @param migrations for tests of the mechanism
 * @throws StoreError `failed` if a newer Mensura created the file
 */
export function migrate(database: DatabaseSync, migrations: readonly string[] = MIGRATIONS): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
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

/** Does all of the work or, if it throws, none of it; rethrows its error. */
export function transaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // Some failures, such as a full disk, have already rolled back.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
