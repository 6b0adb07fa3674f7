/** The grid of tiles: no tile overlaps another, and each is as far up as those above it permit. */
import { GRID_COLUMNS, GRID_ROWS } from '../../../service/contract/index.ts';

/** A rectangle in cells of the grid. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Placed extends Box {
  readonly id: string;
}

export const LEAST_SIZE = { w: 2, h: 2 } as const;

/** Limit of the contract, in rows. */
export const MAX_HEIGHT = 40;

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}

/** Within the columns and the limits of a size. */
function fitted({ x, y, w, h }: Box): Box {
  const width = clamp(w, LEAST_SIZE.w, GRID_COLUMNS);
  return {
    x: clamp(x, 0, GRID_COLUMNS - width),
    y: Math.max(0, y),
    w: width,
    h: clamp(h, LEAST_SIZE.h, MAX_HEIGHT),
  };
}

function sharesColumn(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w;
}

/** From top to bottom, each row from left to right: also the order in a narrow window. */
export function inReadingOrder<Tile extends Box>(tiles: readonly Tile[]): Tile[] {
  return tiles.toSorted((a, b) => a.y - b.y || a.x - b.x);
}

/** Puts each tile below the earlier ones in its columns. */
function stack<Tile extends Placed>(ordered: readonly Tile[]): Tile[] {
  const done: Tile[] = [];
  for (const tile of ordered) {
    const above = done.filter((other) => sharesColumn(other, tile)).map(({ y, h }) => y + h);
    done.push({ ...tile, y: Math.max(0, ...above) });
  }
  return inReadingOrder(done);
}

/** Compacts tiles upwards; of overlapping tiles, the later one in reading order goes down. */
export function compact<Tile extends Placed>(tiles: readonly Tile[]): Tile[] {
  return stack(inReadingOrder(tiles));
}

/**
 * Gives a tile another place or size. Tiles in its way go down, those below follow upwards.
 * @param box clamped to the grid
 */
export function place<Tile extends Placed>(tiles: readonly Tile[], id: string, box: Box): Tile[] {
  const before = tiles.find((tile) => tile.id === id);
  if (!before) return [...tiles];
  const moved = { ...before, ...fitted(box) };
  const others = inReadingOrder(tiles.filter((tile) => tile.id !== id));
  // A tile passes another one as soon as its leading edge passes the other one's middle.
  const isDown = moved.y > before.y;
  const edge = isDown ? moved.y + moved.h : moved.y;
  const isBefore = ({ y, h }: Box): boolean => (isDown ? edge > y + h / 2 : edge >= y + h / 2);
  const last = others.findLastIndex((other) => sharesColumn(other, moved) && isBefore(other));
  return stack(others.toSpliced(last + 1, 0, moved));
}

function isSame(a: readonly Placed[], b: readonly Placed[]): boolean {
  const text = (tiles: readonly Placed[]): string => tiles.map(({ id, x, y, w, h }) => [id, x, y, w, h].join()).join();
  return text(inReadingOrder(a)) === text(inReadingOrder(b));
}

/** Moves a tile as little as possible to the left or right (`dx` ±1), or past the next tile up or down (`dy` ±1). */
export function moveTile<Tile extends Placed>(tiles: readonly Tile[], id: string, dx: number, dy: number): Tile[] {
  const tile = tiles.find((one) => one.id === id);
  if (!tile) return [...tiles];
  if (dy === 0) return place(tiles, id, { ...tile, x: tile.x + dx });
  const bottom = Math.max(...tiles.map(({ y, h }) => y + h));
  for (let y = tile.y + dy; y >= 0 && y <= bottom; y += dy) {
    const moved = place(tiles, id, { ...tile, y });
    if (!isSame(moved, tiles)) return moved;
  }
  return [...tiles];
}

export function resizeTile<Tile extends Placed>(tiles: readonly Tile[], id: string, dw: number, dh: number): Tile[] {
  const tile = tiles.find((one) => one.id === id);
  if (!tile) return [...tiles];
  const w = Math.min(tile.w + dw, GRID_COLUMNS - tile.x);
  return place(tiles, id, { ...tile, w, h: tile.h + dh });
}

/** The first free place for a new tile, from the top; undefined if the grid is full. */
export function freePlace(tiles: readonly Box[], { w, h }: Pick<Box, 'w' | 'h'>): Box | undefined {
  for (let y = 0; y + h <= GRID_ROWS; y += 1) {
    for (let x = 0; x + w <= GRID_COLUMNS; x += 1) {
      const box = { x, y, w, h };
      if (!tiles.some((other) => sharesColumn(other, box) && other.y < y + h && y < other.y + other.h)) return box;
    }
  }
  return undefined;
}

/** Whether the contract accepts the rows. */
export function fitsGrid(tiles: readonly Box[]): boolean {
  return tiles.every(({ y }) => y < GRID_ROWS);
}
