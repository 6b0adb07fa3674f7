import { describe, expect, test } from 'vitest';
import {
  compact,
  freePlace,
  inReadingOrder,
  moveTile,
  type Placed,
  place,
  resizeTile,
} from '../../../renderer/data/dashboards/layout.ts';

function tile(id: string, x: number, y: number, w = 4, h = 2): Placed {
  return { id, x, y, w, h };
}

/** `a 0,0 4x2`, in reading order. */
function written(tiles: readonly Placed[]): string[] {
  return inReadingOrder(tiles).map(({ id, x, y, w, h }) => `${id} ${x},${y} ${w}x${h}`);
}

function overlaps(tiles: readonly Placed[]): boolean {
  return tiles.some((a) =>
    tiles.some((b) => a.id < b.id && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h),
  );
}

const A = tile('a', 0, 0);
const B = tile('b', 0, 2);
const C = tile('c', 4, 0);

describe('compact', () => {
  test('moves tiles up into free rows, and the later one of an overlap down', () => {
    expect(written(compact([tile('a', 0, 5), tile('b', 8, 9), tile('c', 2, 6)]))).toEqual([
      'a 0,0 4x2',
      'b 8,0 4x2',
      'c 2,2 4x2',
    ]);
  });
});

describe('place', () => {
  test('pushes tiles in its way down, and lets those below its old place follow upwards', () => {
    expect(written(place([A, B, C], 'a', { ...A, x: 4, y: 0 }))).toEqual(['b 0,0 4x2', 'a 4,0 4x2', 'c 4,2 4x2']);
  });

  test('passes a tile once it covers half of it', () => {
    expect(written(place([A, B], 'a', { ...A, y: 1 }))).toEqual(written([A, B]));
    expect(written(place([A, B], 'a', { ...A, y: 2 }))).toEqual(['b 0,0 4x2', 'a 0,2 4x2']);
    expect(written(place([A, B], 'b', { ...B, y: 0 }))).toEqual(['b 0,0 4x2', 'a 0,2 4x2']);
  });

  test('keeps the tile in the columns and at a readable size', () => {
    expect(written(place([A], 'a', { x: 11, y: -3, w: 1, h: 99 }))).toEqual(['a 10,0 2x40']);
    expect(written(place([A], 'a', { x: 5, y: 0, w: 30, h: 2 }))).toEqual(['a 0,0 12x2']);
  });

  test('never overlaps, loses or lifts a tile, wherever one is put', () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 200; round += 1) {
      const tiles = compact(
        Array.from({ length: 8 }, (_, id) => tile(`t${id}`, random(9), random(12), 2 + random(3), 2 + random(4))),
      );
      const box = { x: random(12), y: random(20), w: 2 + random(11), h: 2 + random(6) };
      const placed = place(tiles, `t${random(8)}`, box);
      expect(placed).toHaveLength(8);
      expect(overlaps(placed)).toBe(false);
      expect(placed.every(({ x, y, w }) => x >= 0 && y >= 0 && x + w <= 12)).toBe(true);
      expect(written(compact(placed))).toEqual(written(placed));
    }
  });
});

describe('keys', () => {
  test('move a tile by a column, and past the next tile up or down', () => {
    const tall = tile('b', 0, 2, 4, 6);
    expect(written(moveTile([A], 'a', 1, 0))).toEqual(['a 1,0 4x2']);
    expect(written(moveTile([A, tall], 'a', 0, 1))).toEqual(['b 0,0 4x6', 'a 0,6 4x2']);
    expect(written(moveTile([A, tall], 'b', 0, -1))).toEqual(['b 0,0 4x6', 'a 0,6 4x2']);
    expect(written(moveTile([A, tall], 'b', 0, 1))).toEqual(written([A, tall]));
  });

  test('resize a tile, not beyond the last column', () => {
    expect(written(resizeTile([A, C], 'a', 1, 1))).toEqual(['a 0,0 5x3', 'c 4,3 4x2']);
    expect(written(resizeTile([tile('a', 8, 0)], 'a', 1, 0))).toEqual(['a 8,0 4x2']);
    expect(written(resizeTile([tile('a', 0, 0, 2, 2)], 'a', -1, -1))).toEqual(['a 0,0 2x2']);
  });
});

describe('a new tile', () => {
  test('gets the first free place', () => {
    expect(freePlace([A, C], { w: 4, h: 2 })).toEqual({ x: 8, y: 0, w: 4, h: 2 });
    expect(freePlace([A, C], { w: 6, h: 2 })).toEqual({ x: 0, y: 2, w: 6, h: 2 });
    expect(freePlace([tile('a', 0, 0, 12, 199)], { w: 4, h: 2 })).toBeUndefined();
  });
});
