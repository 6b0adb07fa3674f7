import { describe, expect, test } from 'vitest';
import { MemoryBudget } from '../../../renderer/data/samples/memory-budget.ts';
import { SampleRing } from '../../../renderer/data/samples/sample-ring.ts';
import { chartTable, MAX_TABLE_ROWS } from '../../../renderer/features/charts/accessible-text/chart-table.ts';
import { trendOf } from '../../../renderer/features/charts/accessible-text/write-summary.ts';
import type { ChartChannel } from '../../../renderer/features/charts/channels.ts';
import type { PointBuffer } from '../../../renderer/features/charts/data/point-buffer.ts';
import type { ReadingSource } from '../../../renderer/features/charts/data/readings.ts';

type Point = readonly [time: number, value: number, low?: number, high?: number];

/** A channel whose past is drawn through these points. */
function kept(points: readonly Point[]): ReadingSource {
  return {
    ring: undefined,
    isStored: true,
    ringFrom: Number.POSITIVE_INFINITY,
    fill: (_view, _width, out: PointBuffer) => {
      out.clear();
      for (const [time, value, low = value, high = value] of points) out.append(time, value, low, high);
    },
  };
}

const channel = (key: string): ChartChannel => ({ key }) as ChartChannel;

function tableOf(sources: Record<string, ReadingSource>, from: number, to: number) {
  const channels = Object.keys(sources).map(channel);
  return chartTable({ channels, sources: new Map(Object.entries(sources)), view: { from, to }, width: 800 });
}

describe('charts as a table', () => {
  test('has a row for each timestamp of few readings', () => {
    const { step, rows } = tableOf(
      {
        a: kept([
          [1000, 20],
          [2000, 21],
        ]),
        b: kept([
          [2000, 50],
          [3000, 51],
        ]),
      },
      0,
      10_000,
    );
    expect(step).toBe(0);
    expect(rows.map(({ at, cells }) => [at, cells.map((cell) => cell?.mean ?? null)])).toEqual([
      [1000, [20, null]],
      [2000, [21, 50]],
      [3000, [null, 51]],
    ]);
  });

  test('has equal ranges with mean, minimum and maximum for many readings', () => {
    const many = Array.from({ length: 1000 }, (_, index): Point => [index * 1000, index % 10]);
    const { step, rows } = tableOf({ a: kept(many) }, 0, 999_000);
    expect(step).toBe(10_000);
    expect(rows).toHaveLength(100);
    expect(rows[3]).toEqual({ at: 30_000, cells: [{ count: 10, mean: 4.5, low: 0, high: 9 }] });
  });

  test.each([1, 59, 3600, 86_400, 40 * 86_400, 3000 * 86_400])('never has more than 200 rows: %i s', (seconds) => {
    const from = 1_700_000_000_123;
    const to = from + seconds * 1000;
    const many = Array.from({ length: 5000 }, (_, index): Point => [from + (index / 5000) * (to - from), index]);
    const { rows, step } = tableOf({ a: kept(many) }, from, to);
    expect(rows.length).toBeLessThanOrEqual(MAX_TABLE_ROWS);
    expect(rows.length).toBeGreaterThan(MAX_TABLE_ROWS / 6);
    expect(step).toBeGreaterThan(0);
  });

  test('counts the readings behind a point, and has no row for a gap', () => {
    const { rows } = tableOf(
      {
        a: kept([
          [0, 20, 18, 22],
          [1000, Number.NaN],
          [5000, 21],
        ]),
      },
      0,
      10_000,
    );
    expect(rows.map(({ at }) => at)).toEqual([0, 5000]);
    expect(rows[0]?.cells[0]).toMatchObject({ mean: 20, low: 18, high: 22 });
  });

  test('excludes readings outside the view', () => {
    const { rows } = tableOf(
      {
        a: kept([
          [0, 1],
          [5000, 2],
          [9000, 3],
        ]),
      },
      1000,
      8000,
    );
    expect(rows.map(({ at }) => at)).toEqual([5000]);
  });

  test('includes each reading of the event stream', () => {
    const ring = new SampleRing(new MemoryBudget(1e6));
    for (let index = 0; index < 5; index += 1) ring.push(1000 * index, index === 2 ? null : index);
    const live: ReadingSource = { ring, isStored: false, ringFrom: 0, fill: () => undefined };
    expect(tableOf({ a: live }, 0, 10_000).rows.map(({ at }) => at)).toEqual([0, 1000, 3000, 4000]);
  });
});

describe('the trend', () => {
  const trend = (values: readonly number[]) => {
    const points = values.map((value, index): Point => [index * 1000, value]);
    return trendOf(kept(points), { from: 0, to: (values.length - 1) * 1000 }, 800);
  };

  test('is rising, falling or steady', () => {
    expect(trend([1, 2, 3, 4, 5, 6, 7, 8, 9])).toBe('rising');
    expect(trend([9, 8, 7, 6, 5, 4, 3, 2, 1])).toBe('falling');
    expect(trend([5, 5, 5, 5, 5, 5])).toBe('steady');
    expect(trend([5, 6, 5, 6, 5, 6, 5, 6])).toBe('steady');
  });

  test('is unknown if the view starts or ends without readings', () => {
    const nan = Number.NaN;
    expect(trend([nan, nan, nan, nan, 5, 6, 7])).toBeUndefined();
    expect(trend([])).toBeUndefined();
  });
});
