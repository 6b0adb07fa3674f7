import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { createHistoryStore } from '../../../../service/history/store/history-store.ts';
import { migrate } from '../../../../service/history/store/schema.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { TestArchive } from './support/archives.ts';
import { series } from './support/batches.ts';
import { temporaryFolder } from './support/folder.ts';
import { addColumn, beginImport, columnOf, undoImport } from './support/imports.ts';
import { expectExactly } from './support/model.ts';

const T0 = Date.UTC(2026, 1, 3, 22, 17);

function database(): DatabaseSync {
  const made = new DatabaseSync(':memory:');
  onTestFinished(() => made.close());
  return made;
}

function version(of: DatabaseSync): unknown {
  return of.prepare('PRAGMA user_version').get()?.['user_version'];
}

const STEPS = [
  'CREATE TABLE reading (at REAL NOT NULL) STRICT',
  "CREATE TABLE note (text TEXT NOT NULL) STRICT; INSERT INTO note SELECT 'at ' || at FROM reading",
  'ALTER TABLE note ADD COLUMN author TEXT',
];

test('an older file gets the tables that it lacks, and keeps what is in it', () => {
  const file = database();
  migrate(file, STEPS.slice(0, 1));
  file.exec('INSERT INTO reading VALUES (7)');
  migrate(file, STEPS);
  expect(version(file)).toBe(3);
  expect(file.prepare('SELECT text, author FROM note').all()).toEqual([{ text: 'at 7.0', author: null }]);
  migrate(file, STEPS);
  expect(file.prepare('SELECT count(*) AS notes FROM note').get()).toEqual({ notes: 1 });
});

test('a step that fails leaves the file as it was', () => {
  const file = database();
  migrate(file, STEPS.slice(0, 1));
  expect(() => migrate(file, [...STEPS, 'CREATE TABLE reading (at REAL)'])).toThrow('already exists');
  expect(version(file)).toBe(1);
  expect(file.prepare("SELECT count(*) AS notes FROM sqlite_schema WHERE name = 'note'").get()).toEqual({ notes: 0 });
  migrate(file, STEPS);
  expect(version(file)).toBe(3);
});

test('an empty file that was made by hand, of version 0, becomes one of today', async () => {
  const folder = await temporaryFolder();
  const file = new TestArchive(folder);
  file.archive.close();
  const byHand = new DatabaseSync(file.path);
  for (const { name, type } of byHand.prepare('SELECT name, type FROM sqlite_schema WHERE sql IS NOT NULL').all()) {
    if (type === 'table' && !String(name).startsWith('sqlite_')) byHand.exec(`DROP TABLE ${String(name)}`);
  }
  byHand.exec('PRAGMA user_version = 0');
  byHand.close();
  file.reopen();
  const rows = series(0, T0, 50, 1000, (index) => index);
  file.commit(rows);
  expectExactly(file, 0, rows);
  expect(version(file.archive.database)).toBe(6);
});

test('a file of before channels had labels keeps what is in it, and takes labels from then on', async () => {
  const folder = await temporaryFolder();
  const file = new TestArchive(folder);
  const rows = series(0, T0, 50, 1000, (index) => index);
  file.commit(rows);
  file.archive.close();
  const older = new DatabaseSync(file.path);
  older.exec(`
    ALTER TABLE channel DROP COLUMN label;
    ALTER TABLE marker DROP COLUMN device;
    DROP TABLE import_part;
    DROP TABLE import;
    DROP TABLE run_attachment;
    DROP TABLE run;
    PRAGMA user_version = 1;
  `);
  older.close();
  file.reopen();
  expectExactly(file, 0, rows);
  const labels = (): unknown[] => file.archive.database.prepare('SELECT label FROM channel').all();
  expect(labels()).toEqual([{ label: '' }]);
  file.commit(series(0, T0 + 60_000, 1, 1000, () => 7));
  expect(labels()).toEqual([{ label: 'Probe 0' }]);
});

test('markers of before they had a device are in all charts', async () => {
  const file = new TestArchive(await temporaryFolder());
  file.archive.close();
  const older = new DatabaseSync(file.path);
  older.exec(`
    ALTER TABLE marker DROP COLUMN device;
    DROP TABLE import_part;
    DROP TABLE import;
    DROP TABLE run_attachment;
    DROP TABLE run;
    INSERT INTO marker (at, text) VALUES (${T0}, 'Door opened');
    PRAGMA user_version = 2;
  `);
  older.close();
  file.reopen();
  const { markers } = file.archive;
  expect(markers.list(T0, T0 + 1, 'usb/E1')).toEqual([{ id: 1, at: T0, text: 'Door opened', device: null }]);
});

test('a file of before imports keeps what is in it, and takes imports from then on', async () => {
  const file = new TestArchive(await temporaryFolder());
  const rows = series(0, T0, 50, 1000, (index) => index);
  file.commit(rows);
  file.archive.close();
  const older = new DatabaseSync(file.path);
  older.exec('DROP TABLE import_part; DROP TABLE import; PRAGMA user_version = 5;');
  older.close();
  file.reopen();
  const more = series(0, T0 + 500, 50, 1000, (index) => index);
  const id = beginImport(file);
  addColumn(file, id, 0, columnOf(more));
  expectExactly(file, 0, [...rows, ...more]);
  expect(undoImport(file, id)).toBe(0);
  expectExactly(file, 0, rows);
});

test('a file of a newer Mensura is refused in plain words, and left as it is', async () => {
  const folder = await temporaryFolder();
  const file = new TestArchive(folder);
  file.archive.database.exec('PRAGMA user_version = 99');
  file.archive.close();
  const store = createHistoryStore({ dataDir: folder, logger: silentLogger });
  onTestFinished(() => store.close());
  await expect(store.open()).rejects.toMatchObject({
    fault: 'failed',
    message: expect.stringMatching(/created by a newer Mensura \(schema version 99; supported: 6\)/) as string,
  });
  expect((await readdir(dirname(file.path))).filter((name) => name.includes('damaged'))).toEqual([]);
});
