import { expect } from 'vitest';
import { GAP } from '../../../../../service/history/types.ts';
import type { TestArchive } from './archives.ts';
import type { Row } from './batches.ts';

const LEVELS = [
  { level: 'minute', width: 60_000 },
  { level: 'hour', width: 3_600_000 },
] as const;

/** What a file must say of a channel of which exactly these readings were committed, in this order. */
export function expectExactly(file: TestArchive, slot: number, committed: readonly Row[]): void {
  const rows = committed.filter((row) => row.slot === slot && row.value !== GAP);
  if (rows.length === 0) return;
  const points = file.points(slot);
  const moments = points.map(({ at }) => at);
  expect(moments, 'in order of time').toEqual(moments.toSorted((a, b) => a - b));
  const readings = points.filter(({ value }) => value !== GAP);
  expect(texts(readings), 'every reading once').toEqual(texts(rows));
  points.forEach(({ value }, index) => {
    if (value === GAP) expect(index, 'no mark before the first reading').toBeGreaterThan(0);
  });
  for (const { level, width } of LEVELS) {
    const buckets = file.reader(slot).buckets(level, 0, 1e14);
    const starts = new Set(rows.map(({ at }) => Math.floor(at / width) * width));
    expect([...buckets.at], level).toEqual([...starts].toSorted((a, b) => a - b));
    buckets.at.forEach((at, index) => {
      const inside = rows.filter((row) => row.at >= at && row.at < at + width);
      const valid = inside.map(({ value }) => value).filter((value) => !Number.isNaN(value));
      expect(buckets.count[index]).toBe(valid.length);
      expect(buckets.failed[index]).toBe(inside.length - valid.length);
      if (valid.length === 0) return;
      expect(buckets.min[index]).toBe(Math.min(...valid));
      expect(buckets.max[index]).toBe(Math.max(...valid));
      const mean = valid.reduce((sum, value) => sum + value, 0) / valid.length;
      expect(buckets.mean[index]).toBeCloseTo(mean, 8);
      const m2 = valid.reduce((sum, value) => sum + (value - mean) ** 2, 0);
      expect(Math.abs((buckets.m2[index] ?? Number.NaN) - m2)).toBeLessThan(1e-6 * (1 + m2));
      expect(buckets.gaps[index], `gaps of ${level} ${at}`).toBe(gapsWithin(points, at, width));
    });
  }
}

/** Interruptions between two valid readings of a bucket. */
function gapsWithin(points: readonly { at: number; value: number }[], from: number, width: number): number {
  let gaps = 0;
  let isBroken = false;
  let hasValid = false;
  for (const { at, value } of points) {
    if (at < from || at >= from + width) continue;
    if (!Number.isFinite(value)) isBroken = true;
    else {
      if (hasValid && isBroken) gaps += 1;
      hasValid = true;
      isBroken = false;
    }
  }
  return gaps;
}

function texts(rows: readonly { at: number; value: number }[]): string[] {
  return rows.map(({ at, value }) => `${at} ${value}`).toSorted();
}
