/** Random pasts of a channel: gaps, failed readings, marks, jitter, late readings, any borders of blocks. */
import * as fc from 'fast-check';
import { GAP, type TimeSpan } from '../../../../../service/history/types.ts';
import type { Point } from './by-definition.ts';
import { FakeReader, type Kept } from './fake-reader.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BEGINNINGS = [Date.UTC(2026, 5, 1, 12), 0, -3 * HOUR];

type Event =
  | { readonly kind: 'reading'; readonly jitter: number; readonly value: number }
  | { readonly kind: 'failed' | 'mark' | 'lone mark' | 'border' }
  | { readonly kind: 'away'; readonly ms: number };

const value = fc.oneof(
  fc.integer({ min: -99_999, max: 999_999 }).map((whole) => whole / 10_000),
  fc.double({ min: -50, max: 150, noNaN: true }),
  fc.integer({ min: 0, max: 1000 }).map((noise) => 1e9 + noise / 8),
);

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 30, arbitrary: fc.record({ kind: fc.constant('reading'), jitter: fc.nat(3), value }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'failed' } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: 'mark' } as const) },
  // Its reading is gone.
  { weight: 1, arbitrary: fc.constant({ kind: 'lone mark' } as const) },
  { weight: 3, arbitrary: fc.constant({ kind: 'border' } as const) },
  // Away for a while; below zero: the clock was set back, or readings came late.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('away'), ms: fc.integer({ min: -HOUR, max: 2 * HOUR }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('away'), ms: fc.integer({ min: -9000, max: 9000 }) }) },
);

function portionsOf(begin: number, period: number, events: readonly Event[]): Point[][] {
  const portions: Point[][] = [[]];
  let at = begin;
  let newest: number | undefined;
  for (const happened of events) {
    if (happened.kind === 'away') {
      at += happened.ms;
    } else if (happened.kind === 'border') {
      portions.push([]);
    } else if (happened.kind === 'mark') {
      if (newest !== undefined) portions.at(-1)?.push({ at: newest, value: GAP });
    } else if (happened.kind === 'lone mark') {
      at += period;
      portions.at(-1)?.push({ at, value: GAP });
    } else {
      at += period;
      newest = at + (happened.kind === 'reading' ? happened.jitter : 0);
      portions.at(-1)?.push({ at: newest, value: happened.kind === 'reading' ? happened.value : Number.NaN });
    }
  }
  return portions;
}

/** A past, and a question within or near it. */
export interface Past {
  readonly reader: FakeReader;
  readonly from: number;
  readonly to: number;
}

const keptFrom = (begin: number): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(Number.NEGATIVE_INFINITY) },
    { weight: 2, arbitrary: fc.integer({ min: -1, max: 6 }).map((hours) => begin + hours * HOUR) },
  );

/** Ranges of whole hours that runs hold, each hour by chance. */
const heldBy = (begin: number): fc.Arbitrary<readonly TimeSpan[]> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.uniqueArray(fc.integer({ min: -1, max: 6 }), { maxLength: 4 }).map((hours) =>
        hours
          .toSorted((a, b) => a - b)
          .map((hour) => {
            const from = Math.floor(begin / HOUR) * HOUR + hour * HOUR;
            return { from, to: from + HOUR };
          }),
      ),
    },
  );

/** A moment of some interest: beside a point, at the border of a minute or an hour, or anywhere. */
const momentNear = (points: readonly Point[], begin: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.tuple(fc.nat(), fc.constantFrom(-1, 0, 0.5, 1)).map(([place, beside]) => {
      return (points[place % Math.max(1, points.length)]?.at ?? begin) + beside;
    }),
    fc.tuple(fc.nat(), fc.constantFrom(MINUTE, HOUR)).map(([place, width]) => {
      return Math.floor((points[place % Math.max(1, points.length)]?.at ?? begin) / width) * width;
    }),
    fc.integer({ min: -HOUR, max: 10 * HOUR }).map((offset) => begin + offset),
  );

/** Any past with any stretch of it. */
export const pasts: fc.Arbitrary<Past> = fc
  .tuple(
    fc.constantFrom(...BEGINNINGS),
    fc.constantFrom(0.25, 1, 7, 100, 1000, 10_000, 61_000, 20 * MINUTE),
    fc.array(event, { minLength: 1, maxLength: 400, size: 'max' }),
  )
  .chain(([begin, period, events]) => {
    const portions = portionsOf(begin, period, events);
    const moment = momentNear(portions.flat(), begin);
    return fc
      .record({
        raw: keptFrom(begin),
        minute: keptFrom(begin),
        held: fc.record({ raw: heldBy(begin), minute: heldBy(begin) }),
        a: moment,
        b: moment,
      })
      .map(({ raw, minute, held, a, b }): Past => {
        const kept: Kept = { raw, minute, held };
        return { reader: new FakeReader(portions, kept), from: Math.min(a, b), to: Math.max(a, b) + (a === b ? 1 : 0) };
      });
  });
