/** Figures between the measuring cursors, worked out by hand. */
import { describe, expect, test } from 'vitest';
import {
  difference,
  formatDelta,
  formatFrequency,
  formatQuantity,
  measuredRange,
  measurementText,
  shownArea,
  slope,
} from '../../../renderer/features/charts/data/measurement.ts';
import { ringStatistics } from '../../../renderer/features/charts/data/statistics.ts';
import { displayUnit } from '../../../service/contract/index.ts';
import { type Pair, sampleRing } from '../samples/support.ts';

const celsius = displayUnit('°C', undefined);
const fahrenheit = displayUnit('°C', '°F');

/** 10 °C at 0 s, 12 at 1 s, 16 at 2 s; a sensor error; 20 at 4 s, 20 at 5 s. */
const READINGS: Pair[] = [
  [0, 10],
  [1000, 12],
  [2000, 16],
  [3000, Number.NaN],
  [4000, 20],
  [5000, 20],
];
const figures = ringStatistics(sampleRing(READINGS), measuredRange({ from: 0, to: 5000 }));

describe('between the cursors', () => {
  test('the readings at both cursors count', () => {
    expect(measuredRange({ from: 999.6, to: 5000 })).toEqual({ from: 999, to: 5001 });
    expect(figures).toMatchObject({ count: 5, first: { at: 0, magnitude: 10 }, last: { at: 5000, magnitude: 20 } });
  });

  test('the slope is that between their readings, per second, minute or hour', () => {
    expect(difference(figures)).toBe(10);
    expect(slope(figures, celsius)).toEqual({ value: 2, unit: '°C/s' });
    // A difference of 1 °C is one of 1.8 °F.
    expect(slope(figures, fahrenheit)).toEqual({ value: 3.6, unit: '°F/s' });
    const long = { ...figures, last: { at: 600_000, magnitude: 11 } };
    expect(slope(long, celsius)).toEqual({ value: 0.1, unit: '°C/min' });
    const longer = { ...figures, last: { at: 4 * 3_600_000, magnitude: 8 } };
    expect(slope(longer, celsius)).toEqual({ value: -0.5, unit: '°C/h' });
    expect(slope({ ...figures, last: figures.first }, celsius)).toBeNull();
  });

  test('the area is without the gap, and has the zero of its unit', () => {
    // 11 and 14 for a second each, then 20 for a second.
    expect(figures).toMatchObject({ area: 45, covered_ms: 3000 });
    expect(shownArea(figures, celsius)).toEqual({ value: 45, unit: '°C·s' });
    // 45 · 1.8 + 32 · 3
    expect(shownArea(figures, fahrenheit)).toEqual({ value: 177, unit: '°F·s' });
    const hours = { ...figures, area: 7200, covered_ms: 7_200_000 };
    expect(shownArea(hours, celsius)).toEqual({ value: 2, unit: '°C·h' });
    expect(shownArea({ ...figures, area: null }, celsius)).toBeNull();
  });
});

test('writes Δt and its inverse', () => {
  expect([0, 12_345, 60_000, 62_500, 90_000_000].map(formatDelta)).toEqual([
    '0 s',
    '12.345 s',
    '1 min',
    '1 min 2.5 s',
    '1 d 1 h',
  ]);
  expect([4000, 0].map(formatFrequency)).toEqual(['0.25 Hz', '–']);
});

test('writes calculated values with four significant digits and every whole one', () => {
  const texts = [0.25, 0.000822743, -3.14159, 99_999.5].map((value) => formatQuantity({ value, unit: 'kPa·s' }));
  expect(texts).toEqual(['0.25 kPa·s', '0.0008227 kPa·s', '−3.142 kPa·s', '100,000 kPa·s']);
  expect(formatQuantity(null)).toBe('–');
});

test('the copied table has tabs, all digits and hyphens', () => {
  const falling = { ...figures, first: { at: 0, magnitude: 10 }, last: { at: 5000, magnitude: -2.5 } };
  const channels = [{ title: 'A\tB', unit: celsius, statistics: falling }];
  const lines = measurementText({ from: 0, to: 5000 }, channels)
    .split('\n')
    .map((line) => line.split('\t'));
  expect(lines[2]).toEqual(['Δt (s)', '5']);
  const [titles = [], cells = []] = lines.slice(4);
  expect(cells).toHaveLength(titles.length);
  const row = Object.fromEntries(titles.map((title, index) => [title, cells[index]]));
  expect(row).toMatchObject({ Channel: 'A B', Unit: '°C', 'Value A': '10', 'Value B': '-2.5', Difference: '-12.5' });
  expect(row).toMatchObject({ Slope: '-2.5', 'Slope unit': '°C/s', Area: '45', 'Area unit': '°C·s', Readings: '5' });
});
