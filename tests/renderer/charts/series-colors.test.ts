import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../../build/paths.ts';
import { SERIES_COLORS, seriesColor } from '../../../renderer/features/charts/drawing/palette.ts';
import { seriesStyles } from '../../../renderer/features/charts/series-styles.tsx';
import { difference, type Lab, labOf } from './color-difference.ts';

const css = readFileSync(join(ROOT, 'renderer/styles/tokens.css'), 'utf8');

function seriesOf(selector: string): string[] {
  const block = css.split(`${selector} {`)[1]?.split('}')[0] ?? '';
  return [...block.matchAll(/--series-\d+:\s*(#[0-9a-f]{6});/g)].map(([, color = '']) => color);
}

/** The smallest difference of two of them, and their numbers. */
function closest(colors: readonly Lab[]): { least: number; pair: string } {
  const pairs = colors.flatMap((one, first) =>
    colors.slice(first + 1).map((other, place) => ({
      least: difference(one, other),
      pair: `${first + 1} and ${first + place + 2}`,
    })),
  );
  return pairs.reduce((least, pair) => (pair.least < least.least ? pair : least));
}

// Test data of the publication.
test.each<[Lab, Lab, number]>([
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, 2.5, 0], [73, 25, -18], 27.1492],
  [[50, 2.49, -0.001], [50, -2.49, 0.0009], 7.1792],
  [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
])('the difference of %j and %j is %d', (one, other, expected) => {
  expect(difference(one, other)).toBeCloseTo(expected, 4);
});

describe.each([
  ['light', '[data-theme="light"]'],
  ['dark', ':root[data-theme="dark"]'],
])('the colors of series in the %s theme', (_, selector) => {
  const colors = seriesOf(selector);

  test('are ten', () => expect(colors).toHaveLength(SERIES_COLORS));

  test('differ clearly', () => {
    const { least, pair } = closest(colors.map((color) => labOf(color)));
    expect(least, pair).toBeGreaterThan(17);
  });

  test('differ without the receptors for green', () => {
    const { least, pair } = closest(colors.map((color) => labOf(color, true)));
    expect(least, pair).toBeGreaterThan(6.5);
  });
});

test('fifty series of one panel have ten colors, then pairs of color and dash that differ', () => {
  const styles = seriesStyles(Array.from({ length: 50 }, () => ({ label: 'temperature', unit: '°C' })));
  expect(new Set(styles.slice(0, 10).map(({ color }) => seriesColor(color))).size).toBe(10);
  expect(new Set(styles.map(({ color, dash }) => `${seriesColor(color)} ${dash.join()}`)).size).toBe(50);
});
