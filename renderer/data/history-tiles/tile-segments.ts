import { TILE_WIDTHS_MS, type Tile, tileIndex, tileSpan } from './tile.ts';
import type { TileCache } from './tile-cache.ts';

/** A range and the tile that shows it. */
export interface TileSegment {
  readonly tile: Tile;
  /** Milliseconds since 1970. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** While a tile loads, a coarser one replaces it, or one up to this many levels finer. */
const FINER = 3;

/** The tiles for a range, oldest first. A missing tile is replaced by a coarser or finer one, or left out. */
export function segmentsFor(cache: TileCache, channel: string, level: number, from: number, to: number): TileSegment[] {
  const pieces: TileSegment[] = [];
  const last = tileIndex(level, to);
  for (let index = tileIndex(level, from); index <= last; index += 1) {
    const start = index * tileSpan(level);
    const tile = cache.get(channel, level, index);
    if (tile) pieces.push({ tile, from: start, to: start + tileSpan(level) });
    else pieces.push(...standIns(cache, channel, level, start));
  }
  return pieces;
}

function standIns(cache: TileCache, channel: string, level: number, from: number): TileSegment[] {
  const pieces: TileSegment[] = [];
  const to = from + tileSpan(level);
  const finest = Math.max(0, level - FINER);
  let at = from;
  while (at < to) {
    const tile = standIn(cache, channel, level, at);
    const step = tile ? tile.level : finest;
    const end = Math.min(to, (tileIndex(step, at) + 1) * tileSpan(step));
    if (tile) pieces.push({ tile, from: at, to: end });
    at = end;
  }
  return pieces;
}

/** The nearest level, coarser ones first. */
function standIn(cache: TileCache, channel: string, level: number, at: number): Tile | undefined {
  for (let other = level + 1; other < TILE_WIDTHS_MS.length; other += 1) {
    const tile = cache.get(channel, other, tileIndex(other, at));
    if (tile) return tile;
  }
  for (let other = level - 1; other >= Math.max(0, level - FINER); other -= 1) {
    const tile = cache.get(channel, other, tileIndex(other, at));
    if (tile) return tile;
  }
  return undefined;
}
