import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBuckets } from '../../../../service/history/query/codec/buckets.ts';
import { AGGREGATE_BLOCK_MS, RAW_BLOCK } from '../../../../service/history/store/blocks.ts';
import { GAP } from '../../../../service/history/types.ts';
import { TestArchive } from './support/archives.ts';
import { declaredChannel, type Row } from './support/batches.ts';
import { temporaryFolder } from './support/folder.ts';
import { expectExactly } from './support/model.ts';

const T0 = Date.UTC(2026, 4, 6, 7, 58);
const DAY = 86_400_000;

/** A stretch of readings of one channel: mostly onwards, at times far back. */
const run = fc.record({
  slot: fc.integer({ min: 0, max: 2 }),
  /** From where the channel's last run ended, in milliseconds. */
  jump: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 5000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -5000, max: 0 }) },
    { weight: 1, arbitrary: fc.integer({ min: -7_200_000, max: 7_200_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -10 * DAY, max: 20 * DAY }) },
  ),
  interval: fc.constantFrom(0, 1, 100, 1000, 60_000),
  count: fc.integer({ min: 1, max: 300 }),
  failing: fc.constantFrom(0, 3, 50),
  mark: fc.boolean(),
});

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('commit' as const), runs: fc.array(run, { minLength: 1, maxLength: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('write' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('write a little' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('write long ones' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reopen' as const) }) },
);

/** The runs of one commit, one reading of each in turn. */
function interleave(runs: readonly Row[][]): Row[] {
  const longest = Math.max(...runs.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => runs.flatMap((rows) => rows.slice(index, index + 1))).flat();
}

/** Blocks never overlap, and are no larger than they may be. */
function expectApart(file: TestArchive, slot: number): void {
  const { channels, blocks } = file.archive;
  const channel = channels.find(declaredChannel(slot));
  if (!channel) return;
  let end = Number.NEGATIVE_INFINITY;
  for (const { first, last, length } of blocks.heads(channel.id, 0, 1e14, undefined, 1e6)) {
    expect(first).toBeGreaterThanOrEqual(end);
    expect(length).toBeLessThanOrEqual(RAW_BLOCK.points);
    expect(last - first).toBeLessThanOrEqual(RAW_BLOCK.spanMs);
    end = last;
  }
  for (const level of ['minute', 'hour'] as const) {
    let newest = Number.NEGATIVE_INFINITY;
    for (const { data } of blocks.aggregates(channel.id, level, 0, 1e14)) {
      const { at } = decodeBuckets(data);
      expect(at[0]).toBeGreaterThan(newest);
      newest = at.at(-1) ?? newest;
      expect(newest - (at[0] ?? 0)).toBeLessThan(AGGREGATE_BLOCK_MS[level].joined);
    }
  }
}

test('whatever comes in whatever order, and however often the file is opened again: every level is what came', async () => {
  const folder = await temporaryFolder();
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const file = new TestArchive(`${folder}/${++number}`, { stepMs: 0, longPoints: 200 });
      const ends = new Map<number, number>();
      const committed: Row[] = [];
      for (const current of steps) {
        if (current.kind === 'commit') {
          const runs = current.runs.map(({ slot, jump, interval, count, failing, mark }) => {
            const from = Math.max(0, (ends.get(slot) ?? T0) + jump);
            ends.set(slot, from + count * interval);
            const rows = Array.from(
              { length: count },
              (_, index): Row => ({
                slot,
                at: from + index * interval,
                value:
                  failing > 0 && index % failing === 0 ? Number.NaN : Math.round(Math.cos(from + index) * 1e4) / 100,
              }),
            );
            return mark ? [...rows, { slot, at: 0, value: GAP }] : rows;
          });
          const rows = interleave(runs);
          file.commit(rows);
          committed.push(...rows);
        }
        if (current.kind === 'write') file.writeBlocks();
        if (current.kind === 'write a little') file.archive.writeBlocks(0);
        if (current.kind === 'write long ones') file.archive.writeLong(0);
        if (current.kind === 'reopen') file.reopen();
      }
      for (const slot of [0, 1, 2]) expectExactly(file, slot, committed);
      file.writeBlocks();
      for (const slot of [0, 1, 2]) {
        expectExactly(file, slot, committed);
        expectApart(file, slot);
      }
      const kept = committed.filter(({ value }) => value !== GAP).length;
      expect(file.archive.totals.amounts.rawReadings).toBe(kept);
      file.archive.close();
      await rm(dirname(dirname(file.path)), { recursive: true });
    }),
    { numRuns: Math.ceil(Number(process.env['MENSURA_PROPERTY_RUNS'] ?? 100) / 4) },
  );
}, 300_000);
