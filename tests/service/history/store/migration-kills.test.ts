/** A process that is killed while it brings a file of the history up to date. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { migrate } from '../../../../service/history/store/schema.ts';
import { TestArchive } from './support/archives.ts';
import { type Row, series } from './support/batches.ts';
import { temporaryFolder } from './support/folder.ts';
import { expectExactly } from './support/model.ts';

const TARGET = fileURLToPath(new URL('./support/migrate-target.ts', import.meta.url));

/** So many blocks that the write-ahead log has some of them before the transaction ends. */
const CHANNELS = 8;
const READINGS = 4000;

/** What a version to come may do: every block becomes another. */
const STEP = `
  ALTER TABLE block ADD COLUMN form INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE note (text TEXT NOT NULL) STRICT;
  UPDATE block SET form = 1, data = CAST(data || zeroblob(4096) AS BLOB) WHERE pass(id);
  INSERT INTO note SELECT 'block ' || id FROM block;
`;

const T0 = Date.UTC(2026, 1, 3, 22, 17);

async function killIn(path: string, statement: string, row: number): Promise<void> {
  const child = spawn(process.execPath, [TARGET, path, STEP, statement, String(row)], { stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
}

const one = (of: DatabaseSync, sql: string): unknown => Object.values(of.prepare(sql).get() ?? {})[0];

/** The file as SQLite finds it, whatever is in the write-ahead log. */
function read<Found>(path: string, look: (database: DatabaseSync) => Found): Found {
  const database = new DatabaseSync(path);
  try {
    expect(one(database, 'PRAGMA integrity_check')).toBe('ok');
    return look(database);
  } finally {
    database.close();
  }
}

const version = (path: string): unknown => read(path, (database) => one(database, 'PRAGMA user_version'));

async function fullFile(): Promise<{ file: TestArchive; rows: Row[]; blocks: number }> {
  const file = new TestArchive(await temporaryFolder());
  const rows = Array.from({ length: CHANNELS }, (_, slot) =>
    series(slot, T0, READINGS, 1000, (index) => Math.sin(index * (slot + 1))),
  ).flat();
  file.commit(rows);
  file.writeBlocks();
  file.archive.close();
  return { file, rows, blocks: read(file.path, (database) => Number(one(database, 'SELECT max(id) FROM block'))) };
}

test.each([
  ['at the first block', '', () => 1, 6],
  ['in the midst of the blocks', '', (blocks: number) => Math.ceil(blocks / 2), 6],
  ['at the last block', '', (blocks: number) => blocks, 6],
  ['before the new version is written', 'PRAGMA user_version', () => 0, 6],
  ['before the commit', 'COMMIT', () => 0, 6],
  ['after the commit', '', () => 0, 7],
])(
  'a step of a migration that is killed %s is done as a whole or not at all',
  async (_where, statement, row, found) => {
    const { file, rows, blocks } = await fullFile();
    await killIn(file.path, statement, row(blocks));
    const isSpilled = row(blocks) > 1 || statement !== '' || found === 7;
    if (isSpilled) expect(statSync(`${file.path}-wal`).size).toBeGreaterThan(100_000);
    expect(version(file.path)).toBe(found);
    if (found === 6) {
      // As it was: the Mensura of before still reads all of it.
      file.reopen();
      expectExactly(file, 0, rows);
      expectExactly(file, CHANNELS - 1, rows);
      file.archive.close();
    }
    // The next start of the newer one.
    const database = new DatabaseSync(file.path);
    database.function('pass', (number) => number);
    migrate(database, ['', '', '', '', '', '', STEP]);
    database.close();
    expect(version(file.path)).toBe(7);
    const counts = read(file.path, (done) => done.prepare('SELECT count(*) AS notes FROM note').get());
    expect(counts).toEqual({ notes: blocks });
    expect(read(file.path, (done) => one(done, 'SELECT count(*) FROM block WHERE form = 1'))).toBe(blocks);
  },
);
