import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFormula } from '../../../../service/computed/formula/index.ts';
import { partOfRuns } from '../../../support/property-runs.ts';
import { evaluate, INPUTS, type Moment, type Tree, textOf, trees, valuesOver } from './tree-evaluator.ts';

const value = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -9, max: 9 }) },
  { weight: 1, arbitrary: fc.constantFrom(null, 0.1, -1e9, 1e308) },
);

/** Times never go back; several readings may have the same one. */
const history: fc.Arbitrary<Moment[]> = fc
  .array(
    fc.record({
      wait: fc.integer({ min: 0, max: 4000 }),
      values: fc.array(value, { minLength: INPUTS, maxLength: INPUTS }),
    }),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((steps) => {
    let at = 1_700_000_000_000;
    return steps.map(({ wait, values }) => ({ at: (at += wait), values }));
  });

/** A formula whose inputs are in the order of their numbers. */
function startOf(text: string): { push: (moment: Moment) => number | null } {
  const formula = parseFormula(text);
  const indexes = formula.inputs.map(({ channel }) => Number(channel));
  const run = formula.start();
  return {
    push: ({ at, values }) =>
      run.push(
        at,
        indexes.map((index) => values[index] ?? null),
      ),
  };
}

/** Zero without a sign, as results are. */
const plain = (result: number | null): number | null => (result === null ? null : result + 0);

const fits = (tree: Tree): boolean => textOf(tree).length <= 4000 && (textOf(tree).match(/_over/g) ?? []).length <= 32;

describe('random formulas have the results of an evaluator that walks their trees', () => {
  test('at each of several moments, exactly', () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(trees.filter(fits), history, (tree, moments) => {
        const run = startOf(textOf(tree));
        for (const [index, moment] of moments.entries()) {
          const expected = plain(evaluate(tree, moments.slice(0, index + 1)));
          kinds.add(tree.kind).add(expected === null ? 'none' : 'some');
          expect(run.push(moment), textOf(tree)).toBe(expected);
        }
      }),
      { numRuns: partOfRuns(10) },
    );
    // The property was tried with formulas that say something.
    expect([...kinds].toSorted()).toEqual([
      'binary',
      'call',
      'conditional',
      'input',
      'none',
      'number',
      'some',
      'unary',
      'window',
    ]);
  });

  /** Within the rounding of sums in another order. */
  function expectClose(actual: number | null, expected: number | null, scale: number, text: string): void {
    if (expected === null || actual === null) expect(actual, text).toBe(expected);
    else expect(Math.abs(actual - expected), text).toBeLessThanOrEqual(1e-9 * (1 + scale));
  }

  /** What a function of all values in its window gives, and the size that its rounding grows with. */
  const OVER: Record<string, (points: { at: number; value: number }[]) => number | null> = {
    mean_over: (points) => (points.length === 0 ? null : sumOf(points.map((point) => point.value)) / points.length),
    stddev_over: (points) => {
      const mean = sumOf(points.map((point) => point.value)) / points.length;
      return points.length < 2
        ? null
        : Math.sqrt(sumOf(points.map((point) => (point.value - mean) ** 2)) / (points.length - 1));
    },
    rate: (points) => {
      const start = points[0]?.at ?? 0;
      const times = points.map(({ at }) => (at - start) / 1000);
      const n = points.length;
      const divisor = n * sumOf(times.map((time) => time * time)) - sumOf(times) ** 2;
      const products = sumOf(points.map((point, index) => point.value * (times[index] ?? 0)));
      return divisor === 0 ? null : (n * products - sumOf(times) * sumOf(points.map((point) => point.value))) / divisor;
    },
  };

  const sumOf = (values: number[]): number => values.reduce((sum, one) => sum + one, 0);

  test.each(Object.entries(OVER))('%s of a random formula', (name, ofPoints) => {
    fc.assert(
      fc.property(trees.filter(fits), history, fc.integer({ min: 1, max: 9 }), (tree, moments, seconds) => {
        const text = `${name}(${textOf(tree)}, ${seconds})`;
        fc.pre(fits({ kind: 'window', name: 'min_over', of: tree, seconds }));
        const run = startOf(text);
        for (const [index, moment] of moments.entries()) {
          const points = valuesOver(tree, moments.slice(0, index + 1), seconds);
          const largest = Math.max(0, ...points.map((point) => Math.abs(point.value)));
          // Squares of larger ones are beyond the range of numbers, or their differences beyond its digits.
          fc.pre(largest < 1e6);
          expectClose(run.push(moment), ofPoints(points), largest * 1000, text);
        }
      }),
    );
  });

  test.each(['integral', 'degree_hours'])('%s of a random formula', (name) => {
    fc.assert(
      fc.property(trees.filter(fits), history, (tree, moments) => {
        const isClipped = name === 'degree_hours';
        const text = isClipped ? `degree_hours(${textOf(tree)}, 0)` : `integral(${textOf(tree)})`;
        const run = startOf(text);
        let total = 0;
        let largest = 0;
        for (const [index, moment] of moments.entries()) {
          const now = evaluate(tree, moments.slice(0, index + 1));
          const before = evaluate(tree, moments.slice(0, index));
          fc.pre(Math.abs(now ?? 0) < 1e6);
          const seconds = (moment.at - (moments[index - 1]?.at ?? 0)) / 1000;
          if (index > 0 && now !== null && before !== null) {
            // The part above 0 by a thousand narrow strips.
            const strip = (step: number): number => before + ((now - before) * (step + 0.5)) / 1000;
            const strips = Array.from({ length: 1000 }, (_, step) => Math.max(0, strip(step)));
            total += isClipped ? (sumOf(strips) / 1000) * (seconds / 3600) : ((now + before) / 2) * seconds;
          }
          const result = run.push(moment) ?? Number.NaN;
          largest = Math.max(largest, Math.abs(now ?? 0));
          // The strip that contains the crossing is off by less than its height.
          const strips = isClipped ? largest * 1e-5 : 0;
          expect(Math.abs(result - total), text).toBeLessThanOrEqual(strips + 1e-9 * (1 + largest));
        }
      }),
    );
  });
});
