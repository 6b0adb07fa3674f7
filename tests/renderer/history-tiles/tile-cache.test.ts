import { describe, expect, test } from 'vitest';
import { type Tile, tileOf, tileSpan } from '../../../renderer/data/history-tiles/tile.ts';
import { TileCache } from '../../../renderer/data/history-tiles/tile-cache.ts';
import { segmentsFor } from '../../../renderer/data/history-tiles/tile-segments.ts';

function tile(level: number, index: number, readings = 100): Tile {
  const at = Float64Array.from({ length: readings }, (_, place) => index * tileSpan(level) + place);
  const part = { kind: 'readings', at, magnitude: at.slice(), broken: new Float64Array() } as const;
  return tileOf({ level, index, until: 0, requestedAt: 0 }, [part]);
}

describe('TileCache', () => {
  test('stays within its bytes, and keeps what was looked at last', () => {
    const { bytes } = tile(3, 0);
    const cache = new TileCache(10.5 * bytes);
    for (let index = 0; index < 10; index += 1) cache.set('a', tile(3, index));
    expect(cache.get('a', 3, 0)).toBeDefined();
    cache.set('a', tile(3, 10));
    expect(cache.bytes).toBeLessThanOrEqual(10.5 * bytes);
    expect(cache.get('a', 3, 0)).toBeDefined();
    expect(cache.get('a', 3, 10)).toBeDefined();
    expect(cache.get('a', 3, 1)).toBeUndefined();
  });

  test('counts a tile that came again once', () => {
    const cache = new TileCache();
    cache.set('a', tile(3, 1));
    const { bytes } = cache;
    cache.set('a', tile(3, 1));
    expect(cache.bytes).toBe(bytes);
    cache.discard('a');
    expect(cache.bytes).toBe(0);
  });
});

describe('piecesOf', () => {
  test('takes what there is of other levels for a tile that is missing, without a hole or twice', () => {
    const cache = new TileCache();
    const level = 6;
    cache.set('a', tile(level, 100));
    cache.set('a', tile(level, 102));
    const missing = { from: 101 * tileSpan(level), to: 102 * tileSpan(level) };
    for (const other of [level - 1, level + 1]) {
      for (let at = missing.from; at < missing.to; at += tileSpan(other)) {
        cache.set('a', tile(other, Math.floor(at / tileSpan(other))));
      }
      cache.set('a', tile(other, Math.floor((missing.to - 1) / tileSpan(other))));
      const pieces = segmentsFor(cache, 'a', level, 100 * tileSpan(level), 103 * tileSpan(level) - 1);
      expect(pieces[0]?.from).toBe(100 * tileSpan(level));
      expect(pieces.at(-1)?.to).toBe(103 * tileSpan(level));
      expect(pieces.slice(1).map(({ from }) => from)).toEqual(pieces.slice(0, -1).map(({ to }) => to));
    }
  });

  test('has no piece where there is nothing', () => {
    expect(segmentsFor(new TileCache(), 'a', 3, 0, 1e6)).toEqual([]);
  });
});
