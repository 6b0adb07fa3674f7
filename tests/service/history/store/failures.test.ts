import { chmodSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { SQLITE_SIDE_FILES } from '../../../../service/history/store/database.ts';
import { toStoreError } from '../../../../service/history/store/faults.ts';
import { STORE_LIMITS } from '../../../../service/history/store/limits.ts';
import { Store } from '../../../../service/history/store/store.ts';
import { StoreError } from '../../../../service/history/types.ts';
import { TestArchive } from './support/archives.ts';
import { declaredChannel, type Row, series } from './support/batches.ts';
import { temporaryFolder } from './support/folder.ts';
import { expectExactly } from './support/model.ts';

const T0 = Date.UTC(2026, 1, 3, 22, 17);

function faultOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    const known = toStoreError(error);
    return known instanceof StoreError ? known.fault : known.code;
  }
}

function allowPages(file: TestArchive, pages: number): void {
  file.archive.database.exec(`PRAGMA max_page_count = ${pages}`);
}

/** Digits that cannot be packed much, to fill a disk with. */
const noise = (index: number): number => Math.sin(index * 12.9898) * 43_758.5453;

test('what is committed is on disk, and dropped pages can be given back', async () => {
  const { database } = new TestArchive(await temporaryFolder()).archive;
  const pragma = (name: string): unknown => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  const [wal, full, incremental] = ['wal', 2, 2];
  expect([pragma('journal_mode'), pragma('synchronous'), pragma('auto_vacuum')]).toEqual([wal, full, incremental]);
});

test('a full disk takes nothing of a batch; the same batch goes in once there is room', async () => {
  const file = new TestArchive(await temporaryFolder());
  const taken: Row[] = [];
  const next = (part: number) => series(part % 3, T0 + part * 1_000_000, 1000, 1000, noise);
  file.commit(next(0));
  taken.push(...next(0));
  allowPages(file, 60);
  let part = 1;
  for (; faultOf(() => file.commit(next(part))) === undefined; part += 1) taken.push(...next(part));
  expect(part).toBeGreaterThan(2);
  expect(faultOf(() => file.commit(next(part)))).toBe('full');
  for (const slot of [0, 1, 2]) expectExactly(file, slot, taken);
  // Bringing it into blocks needs room as well, and changes nothing where there is none.
  expect(faultOf(() => file.archive.writeBlocks(1000))).toBe('full');
  expect(file.archive.totals.amounts.rawReadings).toBe(0);
  for (const slot of [0, 1, 2]) expectExactly(file, slot, taken);
  allowPages(file, 100_000);
  file.commit(next(part));
  taken.push(...next(part));
  for (const slot of [0, 1, 2]) expectExactly(file, slot, taken);
  file.writeBlocks();
  expect(file.archive.totals.amounts.rawReadings).toBe(taken.length);
  file.reopen();
  for (const slot of [0, 1, 2]) expectExactly(file, slot, taken);
});

test('a channel that could not be declared on a full disk is declared with the next attempt', async () => {
  const file = new TestArchive(await temporaryFolder());
  allowPages(file, 1);
  const rows = series(4, T0, 2000, 1000, noise);
  expect(faultOf(() => file.commit(rows))).toBe('full');
  expect(file.archive.channels.shown()).toEqual([]);
  allowPages(file, 10_000);
  file.commit(rows);
  expectExactly(file, 4, rows);
});

test('a disk that becomes read-only is told as that, and questions go on', async () => {
  const file = new TestArchive(await temporaryFolder());
  const rows = series(0, T0, 100, 1000, noise);
  file.commit(rows);
  file.archive.database.exec('PRAGMA query_only = ON');
  expect(faultOf(() => file.commit(series(0, T0 + 100_000, 100, 1000, noise)))).toBe('read-only');
  expectExactly(file, 0, rows);
  file.archive.database.exec('PRAGMA query_only = OFF');
  const more = series(0, T0 + 100_000, 100, 1000, noise);
  file.commit(more);
  expectExactly(file, 0, [...rows, ...more]);
});

test.skipIf(process.platform === 'win32')(
  'a folder or a file that cannot be written at the start is told as that, and nothing is set aside',
  async () => {
    asOrdinaryUser();
    const folder = await temporaryFolder();
    const path = join(folder, 'history', 'history.sqlite');
    const aside: string[] = [];
    const store = new Store({
      path,
      limits: STORE_LIMITS,
      setAside: ({ reason }) => void aside.push(reason),
      replaced: () => {},
    });
    onTestFinished(() => store.close());
    const open = (): void => store.open([]);
    chmodSync(folder, 0o500);
    expect(faultOf(open)).toBe('read-only');
    chmodSync(folder, 0o700);
    const file = new TestArchive(folder);
    file.commit(series(0, T0, 5, 1000, noise));
    file.archive.close();
    chmodSync(dirname(path), 0o500);
    expect(faultOf(open)).toBe('read-only');
    chmodSync(path, 0o400);
    chmodSync(dirname(path), 0o700);
    expect(faultOf(open)).toBe('read-only');
    expect(aside).toEqual([]);
    // SQLite makes what it keeps beside the file as that is.
    for (const companion of SQLITE_SIDE_FILES) if (existsSync(path + companion)) chmodSync(path + companion, 0o600);
    open();
    expect(store.count([declaredChannel(0)], 0, 1e14)).toBe(5);
  },
);

/** Root may write everywhere: until the test is over it is somebody else. */
function asOrdinaryUser(): void {
  if (process.getuid?.() !== 0) return;
  process.seteuid?.('nobody');
  onTestFinished(() => process.seteuid?.(0));
}

test('memory and journal stay bounded while nothing can be brought into blocks', async () => {
  const file = new TestArchive(await temporaryFolder(), { journalBytes: 50_010 });
  const rows = (part: number) => series(0, T0 + part * 1_000_000, 1000, 1000, noise);
  // Blocks fail as they would on a disk with a bad sector; the journal does not.
  file.archive.database.exec(
    "CREATE TRIGGER no_blocks BEFORE INSERT ON block BEGIN SELECT raise(ABORT, 'no blocks'); END",
  );
  let part = 0;
  while (part < 100 && faultOf(() => file.commit(rows(part))) === undefined) part += 1;
  expect(part).toBe(6);
  file.archive.database.exec('DROP TRIGGER no_blocks');
  file.commit(rows(part));
  expectExactly(file, 0, Array.from({ length: 7 }, (_, index) => rows(index)).flat());
});

test('a batch with a slot that was never declared, or a reading without a moment, is refused whole', async () => {
  const file = new TestArchive(await temporaryFolder());
  expect(faultOf(() => file.commit([...series(0, T0, 5, 1000, noise), { slot: 99, at: T0, value: 1 }]))).toBe(
    'internal',
  );
  for (const at of [Number.NaN, Number.POSITIVE_INFINITY, 1e16]) {
    expect(faultOf(() => file.commit([{ slot: 0, at, value: 1 }]))).toBe('internal');
  }
  expect(file.archive.channels.shown()).toEqual([]);
});

test('a file that another program has locked fails, and is not called damaged', async () => {
  const file = new TestArchive(await temporaryFolder());
  const other = new DatabaseSync(file.path);
  other.exec('BEGIN IMMEDIATE');
  expect(faultOf(() => file.commit(series(0, T0, 5, 1000, noise)))).toBe('failed');
  other.close();
  file.commit(series(0, T0, 5, 1000, noise));
  expectExactly(file, 0, series(0, T0, 5, 1000, noise));
});
