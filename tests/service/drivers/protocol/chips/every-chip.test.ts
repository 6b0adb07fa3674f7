import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { QUANTITIES } from '../../../../../service/devices/quantities.ts';
import { derivedValues } from '../../../../../service/drivers/protocol/chips/derived.ts';
import { conversionOf, rawNumber } from '../../../../../service/drivers/protocol/chips/index.ts';
import { chipWithId } from '../../../../../service/drivers/protocol/chips.ts';

const IDS = Array.from({ length: 256 }, (_, id) => id);
const WITH_FORMULA = IDS.filter((id) => conversionOf(id));

/** Chips of the instruments' documents without a formula, and what is no chip. */
const WITHOUT: ReadonlySet<number> = new Set([0x02, 0x8a, 0x8b, 0x8c, 0xfe, 0xff]);

const anyBytes = fc.uint8Array({ maxLength: 40 });

function isValueOrReason(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'object' && value !== null && 'reason' in value && value.reason !== '';
}

test.each(IDS)('chip %i has a formula if its documents give one', (id) => {
  expect(conversionOf(id) !== undefined).toBe(chipWithId(id) !== undefined && !WITHOUT.has(id));
});

test.each(WITH_FORMULA)('any bytes are a finite number or no value with a reason: chip %i', (id) => {
  fc.assert(
    fc.property(anyBytes, fc.array(anyBytes, { maxLength: 3 }), (raw, calibration) => {
      expect(isValueOrReason(conversionOf(id)?.convert(raw, calibration))).toBe(true);
    }),
  );
});

describe.each(WITH_FORMULA)('chip %i', (id) => {
  const lengths = Array.from({ length: 41 }, (_, length) => length);
  const calibration = [new Uint8Array(6).fill(0x40), new Uint8Array(6).fill(0x40)];
  const taken = (length: number): boolean => {
    const value = conversionOf(id)?.convert(new Uint8Array(length).fill(1), calibration);
    return typeof value === 'number' || !/^no data from|^sensor sent \d+ instead of/.test(value?.reason ?? '');
  };

  test('takes replies of its own length alone', () => {
    const expected = LENGTHS.find(([chips]) => chips.includes(id))?.[1];
    expect(lengths.filter(taken)).toEqual(expected);
  });

  test('never has what cannot be', () => {
    const { unit } = QUANTITIES[chipWithId(id)?.quantity ?? 'raw'];
    const [low, high] = BOUNDS[unit] ?? [0, Number.MAX_VALUE];
    fc.assert(
      fc.property(anyBytes, (raw) => {
        const value = conversionOf(id)?.convert(raw, calibration);
        if (typeof value !== 'number') return;
        expect(value).toBeGreaterThanOrEqual(low);
        expect(value).toBeLessThanOrEqual(high);
      }),
    );
  });
});

/** What a channel can have at all, by its unit; nothing else is ever less than 0. */
const BOUNDS: Readonly<Record<string, readonly [low: number, high: number]>> = {
  '°C': [-273.15, 1820],
  '%rh': [0, 100],
  V: [-41, 41],
  A: [-255, 255],
  W: [-6375, 6375],
  kPa: [-5, 1200],
};

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, step) => from + step);

/** The length of each chip's reading in bytes (docs/hardware.md#conversion-formulas). */
const LENGTHS: readonly (readonly [chips: readonly number[], lengths: readonly number[]])[] = [
  [[0x16, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46], [3]],
  [[0x2e, 0x94, ...range(0x47, 0x49), ...range(0x50, 0x59)], [4]],
  [[0x2f], [2, 4]],
  [[0x40], [4, 5]],
  [[0x32, 0x33, 0x5a, 0x5b], [5]],
  [
    [0x30, 0x31],
    [2, 5],
  ],
  [[0x12, 0x15], [6]],
  [[0x35], [6, 8]],
  [[0x34, 0x36], [8]],
  [[0x37], [9]],
  [range(0x38, 0x3f), range(15, 40)],
  [range(0x00, 0xff), [2]],
];

test('of signed numbers, the sign bit alone turns the sign', () => {
  const steps: readonly (readonly [chip: number, step: number, shift: number, bits: number])[] = [
    [0x00, 1 / 16, 4, 12],
    [0x01, 0.5, 7, 9],
    [0x0f, 1 / 32, 3, 13],
    [0x11, 1 / 128, 0, 16],
    [0x31, 2.5e-6, 0, 16],
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...steps),
      fc.integer({ min: -32_768, max: 32_767 }),
      ([chip, step, shift, bits], any) => {
        const code = any >> (16 - bits);
        const word = (code << shift) & 0xffff;
        const value = conversionOf(chip)?.convert(Uint8Array.of(word >> 8, word & 0xff), []);
        expect(value).toBeCloseTo(code * step, 9);
      },
    ),
  );
});

test('without a formula any bytes are an exact number or no value', () => {
  fc.assert(
    fc.property(anyBytes, (raw) => {
      const value = rawNumber(raw);
      expect(isValueOrReason(value)).toBe(true);
      if (typeof value === 'number') expect(Number.isSafeInteger(value)).toBe(true);
    }),
  );
});

test('derived values are finite or have a reason, of any bytes', () => {
  const chips = [0x03, 0x04, 0x05, 0x06, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e];
  fc.assert(
    fc.property(fc.array(fc.option(fc.uint8Array({ maxLength: 3 }), { nil: undefined }), { maxLength: 10 }), (raws) => {
      for (const { inputs, compute } of derivedValues(chips)) {
        const value = compute(inputs.map((input) => raws[input]));
        expect(isValueOrReason(value)).toBe(true);
        if (typeof value === 'number') expect(value).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
