import { describe, expect, test } from 'vitest';
import { type CorrectionInput, correctionInputSchema } from '../../../service/contract/index.ts';
import { prepareCorrection } from '../../../service/corrections/prepare.ts';
import { previewCorrection } from '../../../service/corrections/preview.ts';

/** From 0 = 0, 50 = 51, 100 = 100: 1.04 x - 0.0004 x² (worked in fit.test.ts). */
const PARABOLA = [
  { measured: 0, reference: 0 },
  { measured: 50, reference: 51 },
  { measured: 100, reference: 100 },
];

function correction(fields: Record<string, unknown>): CorrectionInput {
  return correctionInputSchema.parse({ unit: '°C', points: PARABOLA, ...fields });
}

const curve = (fields: Record<string, unknown>) => prepareCorrection(correction(fields), '°C').curve;

const pairs = (...all: [number, number][]) => all.map(([measured, reference]) => ({ measured, reference }));

describe('the range of a correction', () => {
  test('continues with the slope of its ends', () => {
    const at = curve({ range: { from: 0, to: 100, outside: 'continue' } });
    // Slopes 1.04 at 0 and 0.96 at 100.
    expect(at(-10)).toBeCloseTo(-10.4, 10);
    expect(at(110)).toBeCloseTo(109.6, 10);
    expect(at(50)).toBeCloseTo(51, 10);
  });

  test('or has no value outside', () => {
    const at = curve({ range: { from: 0, to: 100, outside: 'none' } });
    expect([at(-0.001), at(100.001)]).toEqual([null, null]);
    expect(at(100)).toBeCloseTo(100, 10);
  });

  test('is everything by default', () => {
    expect(curve({})(-10)).toBeCloseTo(-10.44, 10);
  });
});

describe('a curve that is not increasing', () => {
  test.each([
    ['a falling line', { points: pairs([0, 10], [10, 0]) }],
    ['a parabola that turns between its points', { points: pairs([0, 0], [50, 60], [100, 50]) }],
    ['a line without a slope', { points: pairs([0, 5], [10, 5]) }],
    // 1.8 x - 0.008 x² turns at 112.5: within half the width of the points beyond them.
    ['a parabola that turns close to its points', { points: pairs([0, 0], [50, 70], [100, 100]) }],
    [
      'the same with its turn in the range',
      { points: pairs([0, 0], [50, 70], [100, 100]), range: { from: 0, to: 120 } },
    ],
  ])('is refused: %s', (_, fields) => {
    expect(() => curve(fields)).toThrow('points: must give an increasing curve');
  });

  test('is accepted if it turns outside the range', () => {
    expect(curve({ points: pairs([0, 0], [50, 70], [100, 100]), range: { from: 0, to: 100 } })(100)).toBeCloseTo(
      100,
      10,
    );
  });
});

describe('a preview', () => {
  test('has the residuals of least squares', () => {
    // 0.1 + 1.01 x (worked in fit.test.ts).
    const points = pairs([0, 0], [10, 11], [20, 19], [30, 31]);
    const { residuals } = previewCorrection(correction({ points, fit: 'line' }), '°C');
    expect(residuals.map(({ corrected }) => Number(corrected.toFixed(9)))).toEqual([0.1, 10.2, 20.3, 30.4]);
    expect(residuals.map(({ residual }) => Number(residual.toFixed(9)))).toEqual([-0.1, 0.8, -1.3, 0.6]);
  });

  test('is in the unit of the points, with coefficients in the API unit', () => {
    const points = [{ measured: 68.2, reference: 68 }];
    const { coefficients, residuals, examples } = previewCorrection(correction({ unit: '°F', points }), '°C');
    // -0.2 °F are -1/9 °C; -20 and 100 °C are -4 and 212 °F.
    expect(coefficients[0]).toBeCloseTo(-1 / 9, 12);
    expect(coefficients.slice(1)).toEqual([1, 0]);
    expect(residuals[0]?.corrected).toBeCloseTo(68, 10);
    expect(examples.map(({ measured }) => Number(measured.toFixed(9)))).toEqual([-4, 32, 77, 212]);
    expect(examples.map(({ corrected }) => Number(corrected?.toFixed(9)))).toEqual([-4.2, 31.8, 76.8, 211.8]);
  });

  test('shows the curve over points and range with a margin', () => {
    const { curve: shown } = previewCorrection(correction({ range: { from: -100, to: 100, outside: 'none' } }), '°C');
    expect(shown).toHaveLength(101);
    expect(shown[0]).toEqual({ measured: -120, corrected: null });
    expect(shown.at(-1)).toEqual({ measured: 120, corrected: null });
  });

  test('has five examples over the range in use of other quantities', () => {
    const points = pairs([90, 90.1], [110, 110.2]);
    const { examples } = previewCorrection(correction({ unit: 'kPa', points }), 'kPa');
    expect(examples.map(({ measured }) => measured)).toEqual([90, 95, 100, 105, 110]);
  });

  test('refuses a unit that the channel cannot be displayed in', () => {
    expect(() => previewCorrection(correction({ unit: 'kPa' }), '°C')).toThrow('unit: must be °C, or a unit in which');
  });
});
