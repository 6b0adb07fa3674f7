import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { axisTicksOf, linearTicks, stepLabels } from '../../../service/contract/value-ticks.ts';

const labels = (min: number, max: number, isLogarithmic: boolean, steps = 5, locale = 'en'): string[] =>
  axisTicksOf({ min, max }, isLogarithmic, steps, locale).map(({ label }) => label);

describe('labels of a linear axis', () => {
  test('have the decimals of their step', () => {
    expect(labels(0.09, 0.32, false, 2)).toEqual(['0.1', '0.2', '0.3']);
    expect(labels(101.19, 101.31, false, 3)).toEqual(['101.20', '101.25', '101.30']);
    expect(labels(-6, 6, false, 3)).toEqual(['−5', '0', '5']);
    expect(labels(10_900, 12_100, false, 2, 'de')).toEqual(['11.000', '12.000']);
  });

  test('are distinct for very large and very fine axes', () => {
    expect(labels(4.1e12, 4.2e12, false, 2)).toEqual(['4.1E12', '4.15E12', '4.2E12']);
    expect(labels(20, 20.000_000_04, false, 4)).toEqual([
      '20.00000000',
      '20.00000001',
      '20.00000002',
      '20.00000003',
      '20.00000004',
    ]);
    expect(stepLabels([1e-9, 2e-9], 1e-9, 'en')).toEqual(['1E−9', '2E−9']);
  });

  test('differ from their neighbors on any axis', () => {
    const middle = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    const digits = fc.integer({ min: -8, max: 8 });
    fc.assert(
      fc.property(middle, digits, fc.integer({ min: 2, max: 6 }), (at, power, steps) => {
        const span = Math.max(10 ** power, Math.abs(at) * 1e-9);
        const { ticks, step } = linearTicks({ min: at, max: at + span }, steps);
        expect(new Set(stepLabels(ticks, step, 'en')).size).toBe(ticks.length);
      }),
    );
  });
});

describe('a logarithmic axis', () => {
  test('has 1, 2 and 5 times powers of ten, while they have room', () => {
    expect(labels(0, 2, true)).toEqual(['1', '2', '5', '10', '20', '50', '100']);
    expect(labels(-2, 4, true)).toEqual(['0.01', '0.1', '1', '10', '100', '1,000', '10,000']);
  });

  test('skips powers on a range of many decades', () => {
    expect(labels(-9, 9, true, 2)).toEqual(['0.00001', '1', '100,000']);
  });

  test('has even steps within a decade', () => {
    expect(labels(Math.log10(20.5), Math.log10(23.5), true, 3)).toEqual(['21', '22', '23']);
  });

  test('places its ticks by their logarithms', () => {
    expect(axisTicksOf({ min: 0, max: 2 }, true, 1, 'en')).toEqual([
      { at: 0, label: '1' },
      { at: 0.5, label: '10' },
      { at: 1, label: '100' },
    ]);
  });
});
