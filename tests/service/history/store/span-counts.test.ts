import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { SpanCounts } from '../../../../service/history/store/span-counts.ts';
import type { TimeSpan } from '../../../../service/history/types.ts';

const END = 12;

const spanArbitrary = fc
  .tuple(fc.integer({ min: 0, max: END - 1 }), fc.integer({ min: 1, max: END }))
  .map(([from, length]) => ({ from, to: from + length > END ? Number.POSITIVE_INFINITY : from + length }));

/** The whole units that a range has. */
const unitsOf = (spans: readonly TimeSpan[]): number[] =>
  Array.from({ length: END + 5 }, (_, unit) => unit).filter((unit) =>
    spans.some(({ from, to }) => from <= unit && unit < to),
  );

test('has the union of its ranges, whichever were added and removed', () => {
  fc.assert(
    fc.property(
      fc.array(spanArbitrary, { maxLength: 12 }),
      fc.array(fc.boolean(), { maxLength: 12 }),
      fc.integer({ min: 0, max: END }),
      fc.integer({ min: 0, max: END }),
      (spans, removals, from, to) => {
        const counts = new SpanCounts();
        for (const span of spans) counts.count(span, 1);
        const left = spans.filter((_, index) => !removals[index]);
        for (const [index, span] of spans.entries()) if (removals[index]) counts.count(span, -1);
        expect(unitsOf(counts.union)).toEqual(unitsOf(left));
        expect(counts.isEmpty).toBe(left.length === 0);
        for (const [index, span] of counts.union.entries()) {
          expect(span.from).toBeLessThan(span.to);
          // Ranges that touch are one.
          expect(span.from).toBeGreaterThan(counts.union[index - 1]?.to ?? Number.NEGATIVE_INFINITY);
        }
        const units = unitsOf(left);
        expect(unitsOf(counts.within(from, to))).toEqual(units.filter((unit) => unit >= from && unit < to));
        expect(counts.meets(from, Math.max(from, to))).toBe(
          units.some((unit) => unit >= from && unit <= Math.max(from, to)),
        );
      },
    ),
    { seed: 20_261_130, numRuns: 500 },
  );
});
