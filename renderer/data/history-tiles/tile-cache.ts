import type { Tile } from './tile.ts';

/** 64 MiB for all tiles. */
export const TILE_MEMORY = 64 * 1024 * 1024;

/** Share of the memory that remains after a cleanup. */
const REMAINING_SHARE = 0.9;

/** More than the number of levels. */
const LEVELS = 64;

interface Entry {
  tile: Tile;
  usedAt: number;
}

/** Discards the least recently used tiles. */
export class TileCache {
  readonly #limit: number;
  readonly #channels = new Map<string, Map<number, Entry>>();
  #bytes = 0;
  #uses = 0;
  #version = 0;

  /** @param limit bytes */
  constructor(limit: number = TILE_MEMORY) {
    this.#limit = limit;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Another number whenever a tile came or went. */
  get version(): number {
    return this.#version;
  }

  /** @param channel its key */
  get(channel: string, level: number, index: number): Tile | undefined {
    const entry = this.#channels.get(channel)?.get(index * LEVELS + level);
    if (!entry) return undefined;
    this.#uses += 1;
    entry.usedAt = this.#uses;
    return entry.tile;
  }

  set(channel: string, tile: Tile): void {
    let tiles = this.#channels.get(channel);
    if (!tiles) this.#channels.set(channel, (tiles = new Map()));
    const place = tile.index * LEVELS + tile.level;
    this.#bytes += tile.bytes - (tiles.get(place)?.tile.bytes ?? 0);
    this.#uses += 1;
    this.#version += 1;
    tiles.set(place, { tile, usedAt: this.#uses });
    if (this.#bytes > this.#limit) this.#discardOldest();
  }

  /** Drops all tiles of the channels whose key begins so. */
  discard(prefix: string): void {
    for (const [channel, tiles] of this.#channels) {
      if (!channel.startsWith(prefix)) continue;
      for (const { tile } of tiles.values()) this.#bytes -= tile.bytes;
      this.#channels.delete(channel);
    }
    this.#version += 1;
  }

  #discardOldest(): void {
    const all = [...this.#channels].flatMap(([channel, tiles]) =>
      [...tiles].map(([place, { tile, usedAt }]) => ({ channel, place, tile, usedAt })),
    );
    for (const { channel, place, tile } of all.toSorted((a, b) => a.usedAt - b.usedAt)) {
      if (this.#bytes <= this.#limit * REMAINING_SHARE) return;
      const tiles = this.#channels.get(channel);
      tiles?.delete(place);
      if (tiles?.size === 0) this.#channels.delete(channel);
      this.#bytes -= tile.bytes;
    }
  }
}
