import { describe, expect, test } from 'vitest';
import {
  type FormulaRun,
  type FormulaState,
  formulaStateSchema,
  parseFormula,
} from '../../../../service/computed/formula/index.ts';

const X = '[usb/A/x]';
const HOUR_MS = 3_600_000;

/** The results of a formula of one channel at these seconds. */
function resultsOf(text: string, ...readings: [second: number, value: number | null][]): (number | null)[] {
  const run = parseFormula(text).start();
  return readings.map(([second, value]) => run.push(second * 1000, [value]));
}

/** A run that has seen one channel at these seconds. */
function runOf(text: string, ...readings: [second: number, value: number | null][]): FormulaRun {
  const run = parseFormula(text).start();
  for (const [second, value] of readings) run.push(second * 1000, [value]);
  return run;
}

describe('windows: readings of (now - duration, now]', () => {
  test('mean_over: arithmetic mean of the readings, however far apart', () => {
    // By hand; at 10 s the reading of 0 s has left the window.
    expect(resultsOf(`mean_over(${X}, 10)`, [0, 1], [1, 2], [9, 6], [10, 4], [25, 7])).toEqual([1, 1.5, 3, 4, 7]);
  });

  test('min_over and max_over', () => {
    const readings: [number, number][] = [
      [0, 5],
      [1, 3],
      [2, 9],
      [10, 4],
      [11, 6],
      [12, 7],
    ];
    expect(resultsOf(`min_over(${X}, 10)`, ...readings)).toEqual([5, 3, 3, 3, 4, 4]);
    expect(resultsOf(`max_over(${X}, 10)`, ...readings)).toEqual([5, 5, 9, 9, 9, 7]);
  });

  test('stddev_over: sample standard deviation, none of a single reading', () => {
    // By hand: mean 5, squares of the differences 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32, root of 32 / 7.
    const values = [2, 4, 4, 4, 5, 5, 7, 9];
    const results = resultsOf(
      `stddev_over(${X}, hour)`,
      ...values.map((value, second): [number, number] => [second, value]),
    );
    expect(results[0]).toBeNull();
    expect(results[1]).toBeCloseTo(Math.SQRT2, 14);
    expect(results.at(-1)).toBeCloseTo(2.138089935299395, 14);
  });

  test('rate: slope of the least-squares line, per second', () => {
    expect(resultsOf(`rate(${X}, 10)`, [0, 1], [0, 5], [2, 7])).toEqual([null, null, 2]);
    // By hand: times 0, 1, 3 and values 1, 2, 6; means 4/3 and 3; sum of products 8, of squares 42/9: 12/7 per second.
    expect(resultsOf(`rate(${X}, 10)`, [0, 1], [1, 2], [3, 6]).at(-1)).toBeCloseTo(12 / 7, 14);
    // The reading of 0 s has left: a line through two points.
    expect(resultsOf(`rate(${X}, 10)`, [0, 100], [5, 1], [12, 15]).at(-1)).toBeCloseTo(2, 14);
  });

  test('rate keeps its precision with the times of today', () => {
    const run = parseFormula(`rate(${X}, 1)`).start();
    const start = Date.UTC(2026, 10, 29);
    let last: number | null = null;
    for (let index = 0; index < 100_000; index += 1) last = run.push(start + index * 100, [index]);
    expect(last).toBeCloseTo(10, 9);
  });

  test('skip readings without a value, move on with time, and have no value when empty', () => {
    expect(resultsOf(`mean_over(${X}, 10)`, [0, null], [1, 4], [2, null], [10, null], [11, null], [12, 6])).toEqual([
      null,
      4,
      4,
      4,
      null,
      6,
    ]);
    expect(resultsOf(`min_over(${X}, 10)`, [0, 4], [5, null], [10, null])).toEqual([4, 4, null]);
  });

  test('take any expression, windows too', () => {
    // Means over 2 s of the doubled values 2, 4, 12: 2, 3, 8. Their maximum over 10 s.
    expect(resultsOf(`max_over(mean_over(2 * ${X}, 2), 10) - 1`, [0, 1], [1, 2], [2, 6], [3, 0])).toEqual([1, 2, 7, 7]);
  });

  test('are filled in a branch that is not taken', () => {
    const text = `[usb/B/y] ? mean_over(${X}, 100) : 0`;
    const run = parseFormula(text).start();
    expect(run.push(0, [0, 10])).toBe(0);
    expect(run.push(1000, [null, 20])).toBeNull();
    expect(run.push(2000, [1, 60])).toBe(30);
  });

  test('forget a value that is out of the range of numbers when it has left', () => {
    expect(resultsOf(`stddev_over(${X}, 10)`, [0, 1e308], [1, -1e308], [11, 1], [12, 3])).toEqual([
      null,
      null,
      null,
      Math.SQRT2,
    ]);
  });
});

describe('mkt', () => {
  test('USP <1079>: mean kinetic temperature, worked by hand', () => {
    // 20 and 30 °C, H / R = 83.144 / 0.0083144 = 10,000 K. 10,000 / 293.15 = 34.112229; 10,000 / 303.15 = 32.986970;
    // e^(34.112229 - 32.986970) = 3.081014. -ln(mean of e^-34.112229 and e^-32.986970)
    // = 34.11222923 - ln((1 + 3.08101500) / 2) = 34.11222923 - 0.71319855 = 33.39903068; 299.409887 K.
    const results = resultsOf(`mkt(${X}, day)`, [0, 20], [60, 30]);
    expect(results[0]).toBeCloseTo(20, 10);
    expect(results[1]).toBeCloseTo(26.259887, 5);
  });

  test('with another activation energy', () => {
    // As above with H = 50 kJ/mol: H / R = 6013.663 K, e^0.676693 = 1.967361; 298.898437 K.
    expect(resultsOf(`mkt(${X}, day, 50)`, [0, 20], [60, 30]).at(-1)).toBeCloseTo(25.748437, 5);
  });

  test('of a constant temperature is that temperature, also at the ends of the range', () => {
    for (const energy of [1, 83.144, 1000]) {
      for (const celsius of [-100, -20, 0, 25, 400]) {
        const [, result] = resultsOf(`mkt(${X}, day, ${energy})`, [0, celsius], [1, celsius]);
        expect(result, `${celsius} °C, ${energy} kJ/mol`).toBeCloseTo(celsius, 6);
      }
    }
  });

  test('skips temperatures below absolute zero, and readings without a value', () => {
    expect(resultsOf(`mkt(${X}, day)`, [0, -300], [1, null], [2, 20]).map((value) => value?.toFixed(6))).toEqual([
      undefined,
      undefined,
      '20.000000',
    ]);
  });
});

describe('integral', () => {
  test('trapezoids between neighboring readings, in value times seconds', () => {
    // By hand: (2 + 4) / 2 * 10 = 30, then 4 * 5 = 20.
    expect(resultsOf(`integral(${X})`, [0, 2], [10, 4], [15, 4])).toEqual([0, 30, 50]);
  });

  test('keeps its value without a reading, and does not bridge it', () => {
    expect(resultsOf(`integral(${X})`, [0, 2], [10, 2], [11, null], [12, 2], [13, 2])).toEqual([0, 20, 20, 20, 22]);
  });

  test('does not bridge more than 300 s', () => {
    expect(resultsOf(`integral(${X})`, [0, 1], [300, 1], [600.001, 1], [601.001, 1])).toEqual([0, 300, 300, 301]);
  });

  test('starts again at a reset: the part of the trapezoid before it does not count', () => {
    const run = runOf(`integral(${X})`, [0, 10], [10, 10]);
    run.reset(12_000);
    // From 12 to 20 s, the line from 10 to 20 rises from 12 to 20: 16 * 8.
    expect(run.push(20_000, [20])).toBeCloseTo(128, 10);
    expect(run.push(21_000, [20])).toBeCloseTo(148, 10);
    run.reset(21_000);
    expect(run.push(22_000, [20])).toBe(20);
    // A reset before the newest reading: all of what comes counts.
    run.reset(5_000);
    expect(run.push(23_000, [20])).toBe(20);
    // A reset in the future: nothing counts before.
    run.reset(30_000);
    expect(run.push(25_000, [20])).toBe(0);
    expect(run.push(35_000, [20])).toBe(100);
  });

  test('many small areas add up', () => {
    const run = parseFormula(`integral(${X})`).start();
    let last: number | null = null;
    run.push(0, [1e9]);
    run.push(100_000, [1e9]);
    run.push(100_000, [0]);
    const before = run.push(100_000, [1e-4]);
    for (let index = 1; index <= 100_000; index += 1) last = run.push(100_000 + index, [1e-4]);
    // 0.0001 for 100 s onto 100,000,000,000: each of the areas is less than a digit of the total.
    expect((last ?? 0) - (before ?? 0)).toBeCloseTo(0.01, 4);
  });

  test('an area beyond the range of numbers counts as a gap', () => {
    expect(resultsOf(`integral(${X})`, [0, 1e308], [100, 1e308], [101, 2], [102, 2]).at(-1)).not.toBeNull();
  });

  test('degree_hours: the area above the limit alone, to the moment it is crossed', () => {
    // By hand, limit 20: from 24 for an hour at 24: 4 h; then it falls to 18 in 5 minutes: above 20 for 4/6 of them,
    // 4 / 2 * (4 / 6) / 12 h = 1/9 h; below, nothing; up to 22 in 5 minutes: the half above, 2 / 2 * 0.5 / 12 h.
    const readings: [number, number][] = [];
    for (let second = 0; second <= 3600; second += 300) readings.push([second, 24]);
    const results = resultsOf(`degree_hours(${X}, 20)`, ...readings, [3900, 18], [4200, 18], [4500, 22]);
    expect(results.at(-4)).toBeCloseTo(4, 12);
    expect(results.at(-3)).toBeCloseTo(4 + 1 / 9, 12);
    expect(results.at(-2)).toBeCloseTo(4 + 1 / 9, 12);
    expect(results.at(-1)).toBeCloseTo(4 + 1 / 9 + 1 / 24, 12);
  });

  test('degree_hours with the limit first counts below it', () => {
    expect(resultsOf(`degree_hours(18, ${X})`, [0, 16], [36, 16]).at(-1)).toBeCloseTo(0.02, 12);
  });
});

describe('a run', () => {
  test('ignores an earlier time and returns the last result', () => {
    const run = runOf(`integral(${X})`, [10, 1], [20, 1]);
    expect(run.push(15_000, [100])).toBe(10);
    expect(run.push(Number.NaN, [100])).toBe(10);
    expect(run.push(21_000, [1])).toBe(11);
    expect(parseFormula('1').start().push(Number.NaN, [])).toBeNull();
  });

  test('takes several pushes at one time', () => {
    const run = runOf(`mean_over(${X}, 10)`, [0, 1], [0, 3]);
    expect(run.push(0, [5])).toBe(3);
  });

  test('runs of one formula share nothing', () => {
    const formula = parseFormula(`integral(${X}) + mean_over(${X}, 10)`);
    const [one, other] = [formula.start(), formula.start()];
    one.push(0, [4]);
    one.push(1000, [4]);
    expect(other.push(1000, [7])).toBe(7);
  });

  test('its integrals continue from a saved state; windows are empty', () => {
    const text = `integral(${X}) + degree_hours(${X}, 1) * 1000000 + 0 * mean_over(${X}, 10)`;
    const formula = parseFormula(text);
    expect(formula.hasIntegral).toBe(true);
    const run = formula.start();
    run.push(0, [3]);
    run.push(3600, [3]);
    const saved: FormulaState = formulaStateSchema.parse(JSON.parse(JSON.stringify(run.state())));
    const expected = run.push(7200, [3]);
    expect(expected).toBeCloseTo(21.6 + 4000, 9);
    expect(formula.start(saved).push(7200, [3])).toBe(expected);
  });

  test('a reset outlives a saved state', () => {
    const run = runOf(`integral(${X})`, [0, 1], [10, 1]);
    run.reset(15_000);
    const saved = formulaStateSchema.parse(JSON.parse(JSON.stringify(run.state())));
    expect(parseFormula(`integral(${X})`).start(saved).push(20_000, [1])).toBe(5);
  });

  test('a state before the first reading is JSON too', () => {
    const state = parseFormula(`integral(${X})`).start().state();
    expect(formulaStateSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual({
      integrals: [{ total: 0, at: null, value: null, from: 0 }],
    });
  });

  test('without integrals there is no state; one of another formula is ignored', () => {
    const formula = parseFormula(`mean_over(${X}, 10)`);
    expect(formula.hasIntegral).toBe(false);
    expect(formula.start().state()).toBeUndefined();
    const other = runOf(`integral(${X}) + integral(2 * ${X})`, [0, 1], [10, 1]).state();
    expect(parseFormula(`integral(${X})`).start(other).push(20_000, [1])).toBe(0);
  });

  test('mean kinetic temperature, degree hours and a rate live in one formula', () => {
    const text = `mkt(${X}, 30 * day) + degree_hours(${X}, 8) + rate(${X}, minute)`;
    const results = resultsOf(text, [0, 10], [60, 10]);
    expect(results[0]).toBeNull();
    expect(results[1]).toBeNull();
    expect(parseFormula(text).memoryMs).toBe(30 * 24 * HOUR_MS);
  });
});
