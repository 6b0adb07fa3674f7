import { describe, expect, test } from 'vitest';
import { compact } from '../../../renderer/data/dashboards/layout.ts';
import { PointBuffer } from '../../../renderer/features/charts/data/point-buffer.ts';
import { dashboardRoute, dashboardTarget } from '../../../renderer/features/dashboards/routes.ts';
import { dashboardOfChannels, newTile, TILE_KINDS, titleOf } from '../../../renderer/features/dashboards/tile-kinds.ts';
import {
  arcPath,
  gaugeRange,
  labelAt,
  labelsThatFit,
  pointAt,
} from '../../../renderer/features/dashboards/tiles/gauge.ts';
import { textParts } from '../../../renderer/features/dashboards/tiles/text-parts.ts';
import { trendPath } from '../../../renderer/features/dashboards/tiles/trend-path.ts';
import { dashboardInputSchema, type Tile, type TileKind } from '../../../service/contract/index.ts';

const find = (path: string) => ({
  path,
  ref: { family: 'usb' as const, serial: 'E1', channel: 'temperature' },
  name: 'Temperature',
  device: 'Cold room',
  unit: '°C',
  simulated: false,
  attached: true,
});

describe('text', () => {
  test('has web addresses as links, without the punctuation behind them', () => {
    expect(textParts('See https://a.example/x?y=1, or (http://b.example).\nBye')).toEqual([
      { text: 'See ', isLink: false },
      { text: 'https://a.example/x?y=1', isLink: true },
      { text: ', or (', isLink: false },
      { text: 'http://b.example', isLink: true },
      { text: ').\nBye', isLink: false },
    ]);
  });

  test('has no other links', () => {
    const text = 'javascript:alert(1) <a href="x"> data:text/html,x file:///etc/passwd https://';
    expect(textParts(text)).toEqual([{ text, isLink: false }]);
  });
});

describe('a gauge', () => {
  test('has its ends 120° from the top, and nothing beyond them', () => {
    expect(pointAt(0.5, 84)).toEqual({ x: 100, y: 14 });
    expect(pointAt(0, 84)).toEqual({ x: 27.25, y: 140 });
    expect(pointAt(-1, 84)).toEqual(pointAt(0, 84));
    expect(pointAt(7, 84)).toEqual(pointAt(1, 84));
    expect(arcPath(0, 1)).toBe('M27.25 140A84 84 0 1 1 172.75 140');
    expect(arcPath(0, 0.5)).toBe('M27.25 140A84 84 0 0 1 100 14');
  });

  test('has the labels of its ticks inside the arc', () => {
    const width = 44;
    for (let share = 0; share <= 1; share += 0.01) {
      const { x, y, anchor } = labelAt(share, '100.215');
      const left = x - { start: 0, middle: width / 2, end: width }[anchor];
      const corners = [left, left + width].flatMap((side) => [
        Math.hypot(side - 100, y + 2 - 98),
        Math.hypot(side - 100, y - 9 - 98),
      ]);
      // The arc is 14 wide.
      expect(Math.max(...corners), `share ${share}`).toBeLessThan(77);
    }
  });

  test('omits labels that others leave no room for', () => {
    const texts = (...labels: readonly (readonly [share: number, text: string])[]): string[] =>
      labelsThatFit(labels.map(([share, text]) => labelAt(share, text))).map(({ text }) => text);
    expect(texts([0, '0'], [0.5, '50'], [1, '100'])).toEqual(['0', '50', '100']);
    expect(texts([0.2, '100.2'], [0.42, '100.3'], [0.64, '100.4'], [0.86, '100.5'])).toEqual([
      '100.2',
      '100.3',
      '100.5',
    ]);
    expect(texts([0.3, '100.2145'], [0.7, '100.2146'])).toEqual(['100.2145']);
  });

  test('chooses ends around readings and limits, and keeps them while they suit', () => {
    const first = gaugeRange(undefined, [20, 22, 30, 5], { min: null, max: null, unit: '°C' });
    expect(first.min).toBeLessThanOrEqual(5);
    expect(first.max).toBeGreaterThanOrEqual(30);
    expect(gaugeRange(first, [19, 22, 30, 6], { min: null, max: null, unit: '°C' })).toEqual(first);
    expect(gaugeRange(undefined, [41], { min: null, max: null, unit: '%rh' })).toEqual({ min: 0, max: 100 });
  });

  test('always has a right end above the left one', () => {
    expect(gaugeRange(undefined, [], { min: null, max: null, unit: '°C' })).toEqual({ min: 0, max: 1 });
    expect(gaugeRange(undefined, [20], { min: 10, max: 40, unit: '°C' })).toEqual({ min: 10, max: 40 });
    const low = gaugeRange(undefined, [20], { min: 50, max: null, unit: '°C' });
    expect(low.min).toBe(50);
    expect(low.max).toBeGreaterThan(50);
    const high = gaugeRange(undefined, [20], { min: null, max: -50, unit: '°C' });
    expect(high.max).toBe(-50);
    expect(high.min).toBeLessThan(-50);
  });
});

describe('a trend', () => {
  function points(...all: readonly (readonly [time: number, value: number])[]): PointBuffer {
    const buffer = new PointBuffer();
    for (const [time, value] of all) buffer.append(time, value);
    return buffer;
  }
  const view = { from: 0, to: 100 };

  test('fills the height, and leaves gaps open', () => {
    expect(trendPath(points([0, 10], [50, 20], [60, Number.NaN], [100, 15]), view, '°C')).toBe('M0 20L50 0M100 10');
  });

  test('fills the width from its first reading: the first minutes are no empty tile', () => {
    expect(trendPath(points([-5, 0], [80, 10], [90, 20], [100, 10]), view, '°C')).toBe('M0 20L50 0L100 20');
    expect(trendPath(points([100, 10]), view, '°C')).toBe('M0 10');
  });

  test('draws a nearly constant line in the middle, and nothing without readings', () => {
    expect(trendPath(points([0, 10], [100, 10]), view, '°C')).toBe('M0 10L100 10');
    expect(trendPath(points(), view, '°C')).toBe('');
  });
});

describe('tiles', () => {
  test.each(Object.keys(TILE_KINDS) as TileKind[])('a new %s is placed beside the others', (kind) => {
    const first = newTile('text', []) as Tile;
    const tile = newTile(kind, [first]) as Tile;
    expect(tile).toMatchObject({ kind, title: '' });
    expect(tile.id).not.toBe(first.id);
    expect(compact([first, tile])).toEqual([first, tile]);
  });

  test('are named after what they show, unless they have a title', () => {
    const value = { ...(newTile('value', []) as Tile & { kind: 'value' }), channel: 'usb/E1/temperature' };
    expect(titleOf(value, find)).toBe('Temperature · Cold room');
    expect(titleOf({ ...value, title: 'Inside' }, find)).toBe('Inside');
    const chart = { ...(newTile('chart', []) as Tile & { kind: 'chart' }), channels: ['a', 'b', 'c'] };
    expect(titleOf(chart, find)).toBe('Temperature · Cold room and 2 more');
    expect(titleOf({ ...chart, channels: [] }, find)).toBe('Chart');
  });

  test('of the largest comparison are a valid dashboard', () => {
    const paths = Array.from({ length: 24 }, (_, index) => `usb/E${index}/temperature`);
    const { tiles, name } = dashboardInputSchema.parse(dashboardOfChannels('24 compared channels', paths));
    expect(name).toBe('24 compared channels');
    expect(tiles.map(({ kind }) => kind)).toEqual(['chart', ...paths.map(() => 'value')]);
    expect(compact(tiles)).toEqual(tiles);
  });
});

describe('routes', () => {
  test.each(['view', 'edit', 'full'] as const)('find a dashboard in the mode %s', (mode) => {
    expect(dashboardTarget(dashboardRoute('d/1 ü', mode))).toEqual({ kind: 'dashboard', id: 'd/1 ü', mode });
  });

  test('of the list and of a new dashboard are no dashboards', () => {
    expect(dashboardTarget('/dashboards')).toEqual({ kind: 'none' });
    expect(dashboardTarget('/dashboards/+new')).toEqual({ kind: 'new' });
    expect(dashboardTarget('/dashboards/+list')).toEqual({ kind: 'list' });
  });
});
