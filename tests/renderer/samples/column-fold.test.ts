import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ColumnFold } from '../../../renderer/data/samples/column-fold.ts';
import { type Pair, Recorder } from './support.ts';

function folded(points: readonly Pair[], width: number): Pair[] {
  const sink = new Recorder();
  const fold = new ColumnFold(width, sink);
  for (const [time, value] of points) fold.add(time, value ?? Number.NaN);
  fold.flush();
  return sink.points;
}

describe('ColumnFold', () => {
  test('passes sparse points on as they are', () => {
    const points: Pair[] = [
      [5, 1],
      [17, 3],
      [17, null],
      [48, 2],
    ];
    expect(folded(points, 10)).toEqual(points);
  });

  test('keeps the least and the greatest of a column in the order they came', () => {
    expect(
      folded(
        [
          [0, 5],
          [1, 9],
          [2, 6],
          [3, 1],
          [4, 5],
        ],
        10,
      ),
    ).toEqual([
      [1, 9],
      [3, 1],
    ]);
  });

  test('makes one point of a constant column', () => {
    expect(
      folded(
        [
          [0, 5],
          [1, 5],
          [2, 5],
        ],
        10,
      ),
    ).toEqual([[0, 5]]);
  });

  test('keeps breaks before, between and after what remains', () => {
    const points: Pair[] = [
      [0, null],
      [1, 1],
      [2, null],
      [3, 9],
      [4, null],
      [5, 5],
    ];
    expect(folded(points, 10)).toEqual([
      [1, null],
      [1, 1],
      [3, null],
      [3, 9],
      [3, null],
    ]);
  });

  const point = fc.record({ step: fc.integer({ min: 1, max: 40 }), value: fc.option(fc.integer({ min: -9, max: 9 })) });

  test('keeps extremes, order, breaks, and at most two points a column', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 200 }), fc.integer({ min: 1, max: 100 }), (steps, width) => {
        let time = 0;
        const points = steps.map(({ step, value }): Pair => [(time += step), value]);
        const result = folded(points, width);
        const columnOf = ([at]: Pair): number => Math.floor(at / width);
        const values = (all: readonly Pair[]) => all.filter(([, value]) => value !== null);
        const before = Map.groupBy(values(points), columnOf);
        const after = Map.groupBy(values(result), columnOf);
        expect([...after.keys()]).toEqual([...before.keys()]);
        for (const [column, all] of before) {
          const kept = after.get(column) ?? [];
          expect(kept.length).toBeLessThanOrEqual(2);
          const numbers = (list: readonly Pair[]): number[] => list.map(([, value]) => value ?? 0);
          expect(Math.min(...numbers(kept))).toBe(Math.min(...numbers(all)));
          expect(Math.max(...numbers(kept))).toBe(Math.max(...numbers(all)));
        }
        expect(result.map(([at]) => at)).toEqual(result.map(([at]) => at).toSorted((a, b) => a - b));
        // Two points are joined only where no break was between them.
        for (const [index, second] of result.slice(1).entries()) {
          const first = result[index] ?? second;
          if (first[1] === null || second[1] === null) continue;
          expect(points.some(([at, value]) => value === null && at > first[0] && at < second[0])).toBe(false);
        }
      }),
    );
  });
});
