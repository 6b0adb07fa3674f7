import { describe, expect, test } from 'vitest';
import { plotShape } from '../../../renderer/features/corrections/plot-shape.ts';

const SIZE = { width: 476, height: 230, leastSpan: 0.02 };

describe('a plot', () => {
  test('places curve and points between its axes, with a gap without values', () => {
    const curve = [
      { x: 0, y: 0 },
      { x: 50, y: 0.5 },
      { x: 75, y: null },
      { x: 100, y: 1 },
    ];
    const shape = plotShape({ ...SIZE, curve, stems: [{ x: 50, y: 0.25, base: 0.5 }] });
    // 400 wide from 62, 200 high from 208; 8 % of the height are free above and below.
    expect([shape?.left, shape?.right, shape?.top, shape?.bottom]).toEqual([62, 462, 8, 208]);
    const [low, high] = [208 - (200 * 0.08) / 1.16, 208 - (200 * 1.08) / 1.16];
    const middle = (low + high) / 2;
    const tenths = (value: number): number => Math.round(value * 10) / 10;
    expect(shape?.path).toBe(`M62 ${tenths(low)}L262 ${tenths(middle)}M462 ${tenths(high)}`);
    expect(shape?.zero).toBeCloseTo(low, 9);
    expect(shape?.stems[0]?.x).toBe(262);
    expect(shape?.stems[0]?.base).toBeCloseTo(middle, 9);
    expect(shape?.stems[0]?.y).toBeCloseTo((low + middle) / 2, 9);
  });

  test('shows residuals that are all 0 on an axis of a reading’s last digit', () => {
    const shape = plotShape({
      ...SIZE,
      curve: [
        { x: 0, y: null },
        { x: 1, y: null },
      ],
      stems: [{ x: 0.5, y: 0, base: 0 }],
    });
    expect(shape?.yTicks.map(({ label }) => label)).toEqual(['−0.010', '−0.005', '0.000', '0.005', '0.010']);
    expect(shape?.zero).toBe(108);
  });

  test('needs two different values', () => {
    expect(plotShape({ ...SIZE, curve: [{ x: 5, y: 1 }], stems: [] })).toBeUndefined();
    expect(plotShape({ ...SIZE, curve: [], stems: [] })).toBeUndefined();
  });
});
