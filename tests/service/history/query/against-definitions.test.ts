/** Random pasts, questions and borders: what is answered is what the definitions say. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runQuery } from '../../../../service/history/query/run-query.ts';
import { readSlice } from '../../../../service/history/query/slice.ts';
import { countOf, statisticsOf } from '../../../../service/history/query/statistics.ts';
import { isReading, isValid, summaryByDefinition, trapezoidsByDefinition } from './support/by-definition.ts';
import { expectedParts, expectNear, expectParts, pointsAsked, resolutionOf } from './support/expected.ts';
import { pasts } from './support/series.ts';

const points = fc.oneof(fc.integer({ min: 2, max: 30 }), fc.integer({ min: 2, max: 500 }));

describe('random questions about random pasts', () => {
  test('are answered as the readings themselves say', () => {
    fc.assert(
      fc.property(pasts, points, (past, most) => {
        const { reader, from, to } = past;
        const answer = runQuery(reader, { from, to, points: most });
        expectParts(answer, expectedParts(past, most));
        expect(answer.reduce((sum, { at }) => sum + at.length, 0)).toBeLessThanOrEqual(most);
      }),
    );
  });

  test('statistics are those of the readings', () => {
    fc.assert(
      fc.property(pasts, (past) => {
        const asked = pointsAsked(past);
        const { count, failed, gaps, min, max, mean, m2 } = summaryByDefinition(asked);
        const found = statisticsOf(past.reader, past.from, past.to);
        const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);
        const { mean: foundMean, standard_deviation: foundDeviation, first, last, ...others } = found;
        const { area, covered_ms: covered, area_missing: missing, ...exact } = others;
        expect(exact).toEqual({
          count,
          failed,
          gaps,
          min: orNull(min),
          max: orNull(max),
          resolution_ms: resolutionOf(past),
        });
        const largest = Math.max(0, ...asked.filter(isValid).map(({ value }) => Math.abs(value)));
        expectNear(foundMean, orNull(mean), largest);
        expect(missing).toBe(resolutionOf(past) === 0 ? null : 'deleted');
        if (missing === null) expect([area, covered]).toEqual(trapezoidsByDefinition(asked));
        if (resolutionOf(past) === 0) {
          const valid = asked.filter(isValid).map(({ at, value }) => ({ at, magnitude: value }));
          expect([first, last]).toEqual([valid[0] ?? null, valid.at(-1) ?? null]);
        }
        // No closer than doubles of that size hold their own differences.
        expectNear(foundDeviation, count < 2 ? null : Math.sqrt(m2 / (count - 1)), largest * 2 ** -20);
      }),
    );
  });

  test('counts are those of the readings, valid or not', () => {
    fc.assert(
      fc.property(pasts, (past) => {
        expect(countOf(past.reader, past.from, past.to)).toBe(pointsAsked(past).filter(isReading).length);
      }),
    );
  });

  test('slices give every reading once, in order of time, and never part one moment', () => {
    fc.assert(
      fc.property(pasts, fc.integer({ min: 1, max: 60 }), ({ reader, from, to }, limit) => {
        const kept = reader.all.filter(({ at }) => reader.isKept('raw', at) && at >= from && at < to);
        const found: { at: number; value: number }[] = [];
        for (let next: number | null = from; next !== null; ) {
          const slice = readSlice(reader, next, to, limit);
          const last = slice.at.at(-1);
          if (slice.next !== null) expect(slice.next).toBeGreaterThan(last ?? Number.POSITIVE_INFINITY);
          // No more than asked for, but for those that share the last one's moment.
          expect(slice.at.filter((at) => at < (last ?? 0)).length).toBeLessThan(limit);
          slice.at.forEach((at, index) => found.push({ at, value: slice.value[index] ?? 0 }));
          next = slice.next;
        }
        expect(found).toEqual(kept.filter(isReading));
      }),
    );
  });
});
