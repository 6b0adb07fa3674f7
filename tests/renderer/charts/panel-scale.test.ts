import { describe, expect, test } from 'vitest';
import type { AxisSettings } from '../../../renderer/features/charts/axis/axis-settings.ts';
import { PanelScale } from '../../../renderer/features/charts/scene/panel-scale.ts';
import { displayUnit } from '../../../service/contract/index.ts';

const HEIGHT = 220;

/** The axis of a panel in °C with readings from `min` to `max`. */
function scaleOf(settings: AxisSettings, min: number, max: number, shown = '°C'): PanelScale {
  const scale = new PanelScale('°C');
  scale.show(displayUnit('°C', shown), settings);
  scale.fit(min, max, HEIGHT);
  return scale;
}

describe('an axis', () => {
  test('has fixed ends, whatever the readings are', () => {
    const scale = scaleOf({ limits: { min: 10, max: 30 } }, 0, 100);
    expect([scale.share(10), scale.share(20), scale.share(30)]).toEqual([0, 0.5, 1]);
    expect(scaleOf({ limits: { min: 10, max: 30 } }, Infinity, -Infinity).isKnown).toBe(true);
  });

  test('keeps its ends in another display unit', () => {
    const scale = scaleOf({ limits: { min: 10, max: 30 } }, 0, 100, '°F');
    expect(scale.share(20)).toBeCloseTo(0.5, 12);
    expect(scale.ticks.map(({ label }) => label)).toEqual(['50', '60', '70', '80']);
    expect(scale.part(0, 1)).toEqual({ min: expect.closeTo(10, 9), max: expect.closeTo(30, 9) });
  });

  test('has its smallest range in the display unit too', () => {
    const { min, max } = scaleOf({ leastSpan: 10 }, 20, 20.1, '°F').part(0, 1) ?? { min: 0, max: 0 };
    expect(max - min).toBeGreaterThanOrEqual(10);
    expect(max - min).toBeLessThan(12);
  });

  test('moves on from new limits before it is drawn with them', () => {
    const scale = scaleOf({}, 20, 30);
    scale.apply({ limits: { min: 0, max: 100 } });
    expect(scale.part(0.5, 1)).toEqual({ min: 50, max: 100 });
  });

  test('follows the readings again at once after a change of its settings', () => {
    const scale = scaleOf({ leastSpan: 50 }, 20, 20.1);
    scale.show(displayUnit('°C', undefined), {});
    scale.fit(20, 20.1, HEIGHT);
    const { min, max } = scale.part(0, 1) ?? { min: 0, max: 0 };
    expect(max - min).toBeLessThan(0.15);
  });
});

describe('a logarithmic axis', () => {
  const logarithmic: AxisSettings = { isLogarithmic: true };

  test('places values by their logarithms', () => {
    const scale = scaleOf({ ...logarithmic, limits: { min: 1, max: 100 } }, 1, 100);
    expect(scale.share(10)).toBeCloseTo(0.5, 12);
    expect(scale.part(0.5, 1)).toEqual({ min: expect.closeTo(10, 9), max: 100 });
  });

  test('follows the readings with a margin', () => {
    const scale = scaleOf(logarithmic, 1, 1000);
    expect(scale.share(1)).toBeGreaterThan(0);
    expect(scale.share(1)).toBeLessThan(0.1);
    expect(scale.share(1000)).toBeLessThan(1);
  });

  test('has a floor where the display unit is 0, below which nothing is placed', () => {
    const scale = scaleOf(logarithmic, 1, 100, '°F');
    expect(scale.floor).toBeCloseTo(-160 / 9, 9);
    expect(scale.share(-20)).toBe(-Infinity);
    expect(scaleOf({}, 1, 100).floor).toBe(-Infinity);
  });

  test('ignores limits that it cannot show', () => {
    const scale = scaleOf({ ...logarithmic, limits: { min: -5, max: 100 } }, 1, 100);
    expect(scale.share(1)).toBeGreaterThan(0);
    expect(scale.share(100)).toBeLessThan(1);
  });
});
