import { describe, expect, test } from 'vitest';
import { ValueStore } from '../../../renderer/data/store.ts';
import { drawLimits, type PlotLimit, writeLimits } from '../../../renderer/features/charts/drawing/draw-limits.ts';
import { SvgSurface } from '../../../renderer/features/charts/image-export/svg-surface.ts';
import { AlarmLimits } from '../../../renderer/features/charts/scene/alarm-limits.ts';
import { limitStep } from '../../../renderer/features/charts/scene/limit-handles.ts';
import { displayUnit } from '../../../service/contract/index.ts';
import { ruleOf } from '../../support/views/alarms.ts';
import { channel } from './support.ts';

const celsius = displayUnit('°C', undefined);
const none: ReadonlySet<string> = new Set();
const byHundred = (value: number): number => value / 100;

describe('the limits of a panel', () => {
  const temperature = channel('temperature', '°C');
  const dewPoint = channel('dew_point', '°C');

  test('are those of enabled rules for its channels, in the display unit', () => {
    const rules = [
      ruleOf('r1', { upper: 30, lower: 10 }),
      ruleOf('r2', { upper: 40, enabled: false }),
      ruleOf('r3', { serial: 'E2' }),
      ruleOf('r4', { upper: null, no_data_s: 60 }),
      ruleOf('r5', { upper: null, change: 2 }),
      ruleOf('r6', { upper: null, deviation: 1, reference: { family: 'usb', serial: 'E2', channel: 'temperature' } }),
    ];
    const limits = new AlarmLimits({ unit: '°C', channels: [temperature] }, new ValueStore(rules));
    expect(limits.shown(none, celsius, byHundred)).toMatchObject([
      { at: 0.3, isUpper: true, label: 'Alarm above 30 °C', channel: 'temperature' },
      { at: 0.1, isUpper: false, label: 'Alarm below 10 °C' },
    ]);
    const labels = limits.shown(none, displayUnit('°C', '°F'), byHundred).map(({ label }) => label);
    expect(labels).toEqual(['Alarm above 86 °F', 'Alarm below 50 °F']);
  });

  test('name their channel in a panel of several, and are hidden with it', () => {
    const rules = [ruleOf('r1'), ruleOf('r2', { channel: 'dew_point', upper: 12 })];
    const limits = new AlarmLimits({ unit: '°C', channels: [temperature, dewPoint] }, new ValueStore(rules));
    const labels = (hidden: ReadonlySet<string>): string[] =>
      limits.shown(hidden, celsius, byHundred).map(({ label }) => label);
    expect(labels(none)).toEqual(['temperature above 30 °C', 'dew_point above 12 °C']);
    expect(labels(new Set([temperature.key]))).toEqual(['dew_point above 12 °C']);
  });

  test('are one line for the channels of a rule of several devices', () => {
    const other = { ...temperature, key: 'usb/E2/temperature' };
    const rules = [ruleOf('r1', { upper: 30 }), ruleOf('r1', { serial: 'E2', upper: 30 })];
    const limits = new AlarmLimits({ unit: '°C', channels: [temperature, other] }, new ValueStore(rules));
    const labels = (...hidden: string[]): string[] =>
      limits.shown(new Set(hidden), celsius, byHundred).map(({ label }) => label);
    expect(labels()).toEqual(['Alarm above 30 °C']);
    expect(labels(temperature.key)).toEqual(['Alarm above 30 °C']);
    expect(labels(temperature.key, other.key)).toEqual([]);
  });

  test('follow a change of the rules', () => {
    const rules = new ValueStore([ruleOf('r1')]);
    const limits = new AlarmLimits({ unit: '°C', channels: [temperature] }, rules);
    expect(limits.shown(none, celsius, byHundred)).toHaveLength(1);
    limits.preview({ ruleId: 'r1', kind: 'above', limit: 50 });
    expect(limits.shown(none, celsius, byHundred)).toMatchObject([{ at: 0.5, label: 'Alarm above 50 °C' }]);
    limits.release({ ruleId: 'r1', kind: 'above', limit: 50 });
    expect(limits.shown(none, celsius, byHundred)).toMatchObject([{ at: 0.3 }]);
    rules.set([]);
    expect(limits.shown(none, celsius, byHundred)).toEqual([]);
  });

  test('are moved each on its own', () => {
    const rules = new ValueStore([ruleOf('r1', { upper: 30, lower: 10 })]);
    const limits = new AlarmLimits({ unit: '°C', channels: [temperature] }, rules);
    limits.preview({ ruleId: 'r1', kind: 'above', limit: 50 });
    limits.preview({ ruleId: 'r1', kind: 'below', limit: 20 });
    expect(limits.shown(none, celsius, byHundred)).toMatchObject([{ at: 0.5 }, { at: 0.2 }]);
    limits.release({ ruleId: 'r1', kind: 'below', limit: 20 });
    expect(limits.shown(none, celsius, byHundred)).toMatchObject([{ at: 0.5 }, { at: 0.1 }]);
  });
});

test.each([
  // Millikelvins of a pixel cannot be read.
  [0.0008, 2, 0.01],
  [0.012, 2, 0.02],
  [0.04, 2, 0.05],
  [7, 2, 10],
  [0.2, 0, 1],
])('a limit moves at %d for each pixel, with %d decimals, in steps of %d', (pixel, decimals, step) => {
  expect(limitStep(pixel, decimals)).toBe(step);
});

describe('a limit in a plot', () => {
  /** In a plot of 200 by 100 pixels; each character is 5 pixels wide. */
  function drawn(...limits: PlotLimit[]): string {
    const surface = new SvgSurface({ width: 200, height: 100 }, 'sans-serif', (text) => text.length * 5);
    const box = { x: 0, y: 0, width: 200, height: 100 };
    drawLimits(surface, box, limits, 'red');
    writeLimits(surface, box, limits, { bad: 'red', background: 'white' });
    return surface.text;
  }

  /** Bottom and top of the hatched bands, in pixels above the bottom. */
  function bands(...limits: PlotLimit[]): number[][] {
    const clips = drawn(...limits).matchAll(/<clipPath[^>]*><rect x="0" y="([\d.]+)" width="200" height="([\d.]+)"/g);
    return [...clips].map(([, y, height]) => [100 - Number(y) - Number(height), 100 - Number(y)]);
  }

  const above = (at: number): PlotLimit => ({ at, isUpper: true, label: 'limit' });
  const below = (at: number): PlotLimit => ({ at, isUpper: false, label: 'limit' });

  /** Baselines of the labels. */
  function rows(...limits: PlotLimit[]): number[] {
    return [...drawn(...limits).matchAll(/<text x="6" y="([\d.]+)"/g)].map(([, y]) => Number(y));
  }

  test('has a line, a band over the values beyond it, and a label above', () => {
    expect(drawn(above(0.5))).toContain('d="M0 50L200 50" fill="none" stroke="red"');
    expect(bands(above(0.5))).toEqual([[50, 100]]);
    expect(rows(above(0.5))).toEqual([46]);
  });

  test('has its band below if values below it raise an alarm', () => {
    expect(bands(below(0.25))).toEqual([[0, 25]]);
  });

  test('shares its band with others, so that no part is darker', () => {
    expect(bands(above(0.75), above(0.5), below(0.25), below(0.125))).toEqual([
      [50, 100],
      [0, 25],
    ]);
    expect(bands(above(0.25), below(0.75))).toEqual([[0, 100]]);
    expect(bands(above(1), below(0))).toEqual([]);
  });

  test('is only named at the edge if it is near the axis, and not at all far away', () => {
    const near = drawn({ at: 1.5, isUpper: true, label: 'limit' });
    expect(near).toContain('>↑ limit<');
    expect(near).not.toContain('stroke=');
    expect(drawn({ at: -0.5, isUpper: false, label: 'limit' })).toContain('>↓ limit<');
    expect(drawn({ at: 2.5, isUpper: true, label: 'limit' })).not.toMatch(/<text|<path/);
  });

  test('fills the plot with its band if all of it is beyond, and is named however far it is', () => {
    const far = drawn(above(-3));
    expect(bands(above(-3))).toEqual([[0, 100]]);
    expect(far).toContain('>↓ limit<');
    expect(drawn({ at: 4, isUpper: false, label: 'limit' })).toContain('>↑ limit<');
    // A logarithmic axis has no place for a limit of 0 or less.
    expect(drawn({ at: Number.NEGATIVE_INFINITY, isUpper: true, label: 'limit' })).toContain('>↓ limit<');
  });

  test('has its label on a background that lets readings through', () => {
    expect(drawn(above(0.5))).toContain('d="M4 36L33 36L33 49L4 49Z" fill="white" opacity="0.65"');
  });

  test('has its label below the names of markers, which are at the top', () => {
    expect(rows(above(0.75))).toEqual([37]);
    expect(rows(above(1))).toEqual([28]);
    expect(rows(above(1.5))).toEqual([28]);
  });

  test('has its label above or below one that leaves no space beside it', () => {
    const long = { ...above(0.5), label: 'a label longer than half of the plot' };
    expect(rows(long, long, long, long)).toEqual([46, 62, 33, 75]);
    expect(rows({ ...above(1.5), label: long.label }, { ...above(1.25), label: long.label })).toEqual([28, 41]);
  });

  test('has its label beside one at the same height', () => {
    const svg = drawn({ at: 0.5, isUpper: true, label: 'one' }, { at: 0.5, isUpper: true, label: 'two' });
    expect(svg).toMatch(/<text x="6"[^>]*>one</);
    expect(svg).toMatch(/<text x="27"[^>]*>two</);
  });
});
