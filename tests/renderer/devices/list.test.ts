import { describe, expect, test } from 'vitest';
import { indexAfterKey } from '../../../renderer/components/list-keys.ts';
import {
  COMPACT_ROW_HEIGHT,
  GROUP_HEIGHT,
  placeRows,
  ROW_HEIGHT,
} from '../../../renderer/features/devices/list-layout.ts';

describe('placeRows', () => {
  const groups = [
    { key: 'a', title: 'A', items: Array.from({ length: 300 }, (_, index) => index) },
    { key: 'b', title: 'B', items: Array.from({ length: 200 }, (_, index) => 300 + index) },
  ];

  const layout = {
    rowHeight: ROW_HEIGHT,
    isCollapsed: (_key: string): boolean => false,
    keep: (_item: number): boolean => false,
  };

  test('returns the rows in view', () => {
    const placed = placeRows(groups, { top: 0, height: 800 }, layout);
    expect(placed.map(({ rows }) => rows.length)).toEqual([Math.ceil((800 - GROUP_HEIGHT) / ROW_HEIGHT), 0]);
  });

  test('counts rows and heights across groups', () => {
    const height = GROUP_HEIGHT + 300 * ROW_HEIGHT;
    const [first, second] = placeRows(groups, { top: height, height: 200 }, layout);
    expect(first).toMatchObject({ height, rows: [], count: 300 });
    expect(second).toMatchObject({ top: height });
    expect(second?.rows[0]).toEqual({ item: 300, top: GROUP_HEIGHT, position: 301 });
  });

  test('keeps a requested row out of view', () => {
    const placed = placeRows(groups, { top: 0, height: 100 }, { ...layout, keep: (item) => item === 450 });
    expect(placed[1]?.rows.map(({ item }) => item)).toEqual([450]);
  });

  test('a collapsed group keeps its count, has no rows, and its rows have no position', () => {
    const isCollapsed = (key: string): boolean => key === 'a';
    const [first, second] = placeRows(groups, { top: 0, height: 800 }, { ...layout, isCollapsed });
    expect(first).toMatchObject({ isCollapsed: true, count: 300, height: GROUP_HEIGHT, rows: [] });
    expect(second).toMatchObject({ top: GROUP_HEIGHT });
    expect(second?.rows[0]).toMatchObject({ item: 300, position: 1 });
  });

  test('compact rows are placed by their height', () => {
    const [first] = placeRows(groups, { top: 0, height: 100 }, { ...layout, rowHeight: COMPACT_ROW_HEIGHT });
    expect(first?.height).toBe(GROUP_HEIGHT + 300 * COMPACT_ROW_HEIGHT);
    expect(first?.rows.map(({ top }) => top)).toEqual([34, 66, 98]);
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
