import { describe, expect, test } from 'vitest';
import { indexAfterKey } from '../../../renderer/components/list-keys.ts';
import { GROUP_HEIGHT, placeRows, ROW_HEIGHT } from '../../../renderer/features/devices/list-layout.ts';

describe('placeRows', () => {
  const groups = [
    { title: 'A', items: Array.from({ length: 300 }, (_, index) => index) },
    { title: 'B', items: Array.from({ length: 200 }, (_, index) => 300 + index) },
  ];

  test('returns the rows in view', () => {
    const placed = placeRows(groups, { top: 0, height: 800 }, () => false);
    expect(placed.map(({ rows }) => rows.length)).toEqual([Math.ceil((800 - GROUP_HEIGHT) / ROW_HEIGHT), 0]);
  });

  test('counts rows and heights across groups', () => {
    const height = GROUP_HEIGHT + 300 * ROW_HEIGHT;
    const [first, second] = placeRows(groups, { top: height, height: 200 }, () => false);
    expect(first).toMatchObject({ height, rows: [], count: 300 });
    expect(second?.rows[0]).toEqual({ item: 300, top: GROUP_HEIGHT, position: 301 });
  });

  test('keeps a requested row out of view', () => {
    const placed = placeRows(groups, { top: 0, height: 100 }, (item) => item === 450);
    expect(placed[1]?.rows.map(({ item }) => item)).toEqual([450]);
  });
});

describe('indexAfterKey', () => {
  test.each([
    ['ArrowDown', 3, 4],
    ['ArrowDown', 9, 9],
    ['ArrowDown', -1, 0],
    ['ArrowUp', 0, 0],
    ['ArrowUp', -1, 0],
    ['Home', 5, 0],
    ['End', 5, 9],
    ['PageDown', 5, 9],
    ['PageUp', 9, 1],
    ['a', 5, undefined],
  ])('%s from %d of 10 leads to %s', (key, from, to) => {
    expect(indexAfterKey(key, from, 10)).toBe(to);
  });

  test('an empty list has no target', () => {
    expect(indexAfterKey('Home', -1, 0)).toBeUndefined();
  });
});
