import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AcknowledgedRanges } from '../../../service/outbox/settled.ts';

describe('the settled ordinals', () => {
  test('grow from below, and join with those beyond', () => {
    const settled = new AcknowledgedRanges(10, [[13, 14]]);
    settled.add(16);
    expect([settled.upTo, settled.ranges, settled.highest]).toEqual([
      10,
      [
        [13, 14],
        [16, 16],
      ],
      16,
    ]);
    settled.add(15);
    expect(settled.ranges).toEqual([[13, 16]]);
    settled.add(11);
    expect([settled.upTo, settled.ranges]).toEqual([11, [[13, 16]]]);
    settled.add(12);
    expect([settled.upTo, settled.ranges, settled.highest]).toEqual([16, [], 16]);
  });

  test('are those of a set, whatever is added in whatever order', () => {
    const range = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.nat({ max: 6 }));
    fc.assert(
      fc.property(fc.nat({ max: 5 }), fc.array(range, { maxLength: 40 }), (upTo, ranges) => {
        const settled = new AcknowledgedRanges(upTo);
        const model = new Set(Array.from({ length: upTo }, (_, index) => index + 1));
        for (const [from, more] of ranges) {
          settled.add(from, from + more);
          for (let ordinal = from; ordinal <= from + more; ordinal += 1) model.add(ordinal);
          const copy = new AcknowledgedRanges(settled.upTo, settled.ranges);
          for (let ordinal = 1; ordinal <= 70; ordinal += 1) {
            expect(settled.has(ordinal)).toBe(model.has(ordinal));
            expect(copy.has(ordinal)).toBe(model.has(ordinal));
          }
          const within = [...model].filter((ordinal) => ordinal >= from - 3 && ordinal <= from + 9);
          expect(settled.countIn(from - 3, from + 9)).toBe(within.length);
          expect(settled.highest).toBe(Math.max(0, ...model));
          // As few ranges as can be: none touches another, or the lower end.
          const ends = [settled.upTo, ...settled.ranges.flat()];
          for (const [index, end] of ends.entries()) {
            if (index % 2 === 1) expect(end).toBeGreaterThan(ends[index - 1]! + 1);
          }
        }
      }),
    );
  });
});
