import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChosenSet } from '../../../service/choice/types.ts';
import { READING_CHOICE_DEFAULTS, type ReadingChoice } from '../../../service/contract/index.ts';
import { PROPERTY_RUNS } from '../../support/property-runs.ts';
import { DEVICE, filterOf, NOON, sample } from './support.ts';

const runs = { numRuns: PROPERTY_RUNS };

interface Reading {
  /** Milliseconds since the one before; negative: the clock went back. */
  step: number;
  value: number | null;
}

const readings: fc.Arbitrary<Reading[]> = fc.array(
  fc.record({
    step: fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 0, max: 5000 }) },
      { weight: 1, arbitrary: fc.integer({ min: -100_000, max: 100_000 }) },
    ),
    value: fc.oneof(
      { weight: 6, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
  }),
  { maxLength: 60 },
);

/** Everything that is sent of the readings, with a tick after each, and at the end. */
function sentOf(choice: Partial<ReadingChoice>, given: readonly Reading[]): ChosenSet[] {
  const filter = filterOf(choice);
  let at = NOON;
  const sent = given.flatMap(({ step, value }) => {
    at += step;
    return [...filter.push(DEVICE, at, [sample('temperature', value)]), ...filter.tick(at)];
  });
  return [...sent, ...filter.end()];
}

test('accounts for every reading in the count of exactly one mean, within its bounds', () => {
  fc.assert(
    fc.property(readings, fc.integer({ min: 1, max: 60 }), (given, interval_s) => {
      const sent = sentOf({ interval_s, interval_value: 'mean' }, given).flatMap(({ samples }) => samples);
      const valid = given.filter(({ value }) => value !== null).length;
      const counts = sent.map(({ spread }) => spread?.count ?? 0);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(valid);
      for (const { magnitude, spread } of sent) {
        if (!spread || magnitude === null) continue;
        expect(magnitude).toBeGreaterThanOrEqual(spread.minimum);
        expect(magnitude).toBeLessThanOrEqual(spread.maximum);
      }
    }),
    runs,
  );
});

test('sends null at once, whatever is chosen', () => {
  const choices = fc.record({
    interval_s: fc.constantFrom(0, 1, 60, 86_400),
    interval_value: fc.constantFrom('newest', 'mean'),
    only_changes: fc.boolean(),
    deadband: fc.constantFrom(0, 1, 1e9),
    longest_silence_s: fc.constantFrom(0, 60),
    decimals: fc.constantFrom(null, 0, 3),
  });
  fc.assert(
    fc.property(readings, choices, (given, choice) => {
      const filter = filterOf({ ...READING_CHOICE_DEFAULTS, ...choice });
      let at = NOON;
      let isNull = false;
      for (const { step, value } of given) {
        at += step;
        const last = filter.push(DEVICE, at, [sample('temperature', value)]).at(-1);
        if (value === null && !isNull)
          expect(last).toEqual({ device: DEVICE, at, samples: [sample('temperature', null)] });
        if (value !== null) isNull = false;
        else isNull = true;
      }
    }),
    runs,
  );
});

test('keeps a receiver within the deadband of the device', () => {
  fc.assert(
    fc.property(readings, fc.double({ min: 0, max: 1000, noNaN: true }), (given, deadband) => {
      const filter = filterOf({ only_changes: true, deadband });
      let at = NOON;
      let shown: number | null | undefined;
      for (const { step, value } of given) {
        at += step;
        for (const { samples } of filter.push(DEVICE, at, [sample('temperature', value)]))
          shown = samples[0]?.magnitude;
        if (value === null) expect(shown).toBeNull();
        else expect(Math.abs((shown ?? Number.NaN) - value)).toBeLessThanOrEqual(deadband);
      }
    }),
    runs,
  );
});
