import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { GAP } from '../../../../service/history/types.ts';
import { TestArchive } from './support/archives.ts';
import type { Row } from './support/batches.ts';
import { temporaryFolder } from './support/folder.ts';
import { addColumn, beginImport, columnOf, undoImport } from './support/imports.ts';
import { expectExactly } from './support/model.ts';

const T0 = Date.UTC(2026, 4, 6, 7, 58);
const DAY = 86_400_000;

const stretch = fc.record({
  slot: fc.integer({ min: 0, max: 1 }),
  from: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 3_600_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -2 * DAY, max: 2 * DAY }) },
  ),
  interval: fc.constantFrom(1, 100, 1000, 60_000),
  count: fc.integer({ min: 1, max: 400 }),
  failing: fc.constantFrom(0, 3, 50),
});

type Stretch = typeof stretch extends fc.Arbitrary<infer Value> ? Value : never;

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('commit' as const), stretch }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      stretches: fc.array(stretch, { minLength: 1, maxLength: 3 }),
      /** The process ends after so many steps. */
      dies: fc.constantFrom(0, 0, 0, 1, 2),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('write' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const) }) },
);

function rowsOf({ slot, from, interval, count, failing }: Stretch, offset: number): Row[] {
  return Array.from({ length: count }, (_, index): Row => {
    const at = T0 + from + index * interval;
    const isFailed = failing > 0 && index % failing === 0;
    return { slot, at, value: isFailed ? Number.NaN : Math.round(Math.cos(at + offset) * 1e4) / 100 };
  });
}

/** In order of time, each timestamp once; with those that end a stretch. */
function columnsOf(stretches: readonly Stretch[]): { slot: number; rows: Row[]; ends: Set<number> }[] {
  return [0, 1].map((slot) => {
    const lists = stretches.filter((one) => one.slot === slot).map((one) => rowsOf(one, 7));
    const byTime = new Map(lists.flat().map((row) => [row.at, row]));
    const rows = [...byTime.values()].toSorted((a, b) => a.at - b.at);
    const ends = new Set(
      rows.filter(({ at }, index) => (rows[index + 1]?.at ?? 1e15) - at > 120_000).map(({ at }) => at),
    );
    return { slot, rows, ends };
  });
}

const texts = (file: TestArchive, slot: number): string[] => {
  try {
    return file.points(slot).map(({ at, value }) => `${at} ${value}`);
  } catch {
    return [];
  }
};

test('has exactly the readings that were recorded and imported, and after an undo those that were recorded', async () => {
  const folder = await temporaryFolder();
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      number += 1;
      const file = new TestArchive(`${folder}/${number}`, { stepMs: 0, longPoints: 200 });
      const other = new TestArchive(`${folder}/${number}-recorded`, { stepMs: 0, longPoints: 200 });
      const recorded: Row[] = [];
      let imports: { id: string; rows: Row[] }[] = [];
      const isThere = (rows: readonly Row[]) => new Set(rows.map(({ slot, at }) => `${slot} ${at}`));
      for (const current of steps) {
        if (current.kind === 'commit') {
          const rows = rowsOf(current.stretch, 0);
          for (const one of [file, other]) one.commit(rows);
          recorded.push(...rows);
        }
        if (current.kind === 'import') {
          const id = beginImport(file);
          const rows: Row[] = [];
          for (const column of columnsOf(current.stretches)) {
            const there = isThere([...recorded, ...imports.flatMap((one) => one.rows)]);
            const fresh = column.rows.filter(({ slot, at }) => !there.has(`${slot} ${at}`));
            const most = current.dies > 0 ? current.dies : Number.POSITIVE_INFINITY;
            const sums = addColumn(file, id, column.slot, columnOf(column.rows, column.ends), most);
            if (current.dies === 0) {
              expect(sums.added).toBe(fresh.length);
              expect(sums.stored).toBe(column.rows.length - fresh.length);
              rows.push(...fresh);
            }
          }
          if (current.dies > 0) {
            file.reopen();
            other.reopen();
            expect(undoImport(file, id)).toBe(0);
          } else imports.push({ id, rows });
        }
        if (current.kind === 'undo') {
          const undone = imports[current.which];
          if (undone) expect(undoImport(file, undone.id)).toBe(0);
          imports = imports.filter((one) => one !== undone);
        }
        if (current.kind === 'write') for (const one of [file, other]) one.writeBlocks();
        if (current.kind === 'reopen') for (const one of [file, other]) one.reopen();
        for (const slot of [0, 1]) expectExactly(file, slot, [...recorded, ...imports.flatMap((one) => one.rows)]);
      }
      const stored = [...recorded, ...imports.flatMap(({ rows }) => rows)];
      file.writeBlocks();
      for (const slot of [0, 1]) expectExactly(file, slot, stored);
      expect(file.archive.totals.amounts.rawReadings).toBe(stored.filter(({ value }) => value !== GAP).length);
      for (const { id } of imports) undoImport(file, id);
      for (const one of [file, other]) one.writeBlocks();
      for (const slot of [0, 1]) {
        expectExactly(file, slot, recorded);
        expect(texts(file, slot).toSorted()).toEqual(texts(other, slot).toSorted());
      }
      expect(file.archive.database.prepare('SELECT count(*) AS n FROM import_part').get()).toEqual({ n: 0 });
      for (const one of [file, other]) one.archive.close();
      await rm(dirname(dirname(file.path)), { recursive: true });
    }),
    { numRuns: Math.ceil(Number(process.env['MENSURA_PROPERTY_RUNS'] ?? 100) / 10) },
  );
}, 300_000);
