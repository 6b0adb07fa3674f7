import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { aggregate } from '../query/aggregate.ts';
import { decodePoints, encodeBuckets, encodePoints } from '../query/codec/buckets.ts';
import type { Aggregate, Buckets, Points, RawBlock, Resolution } from '../types.ts';
import { damaged } from './faults.ts';
import { RESOLUTION_ID } from './schema.ts';
import type { StorageTotals } from './storage-totals.ts';

const HOUR_MS = 3_600_000;

/** Limits of a raw block: points, and milliseconds from the first to the last. */
export const RAW_BLOCK = { points: 1024, spanMs: HOUR_MS } as const;

/**
 * Range of an aggregate block in milliseconds; it starts at a multiple of that since 1970. New blocks are short,
 * since they are rewritten often; old ones are joined, which is faster to read.
 */
export const AGGREGATE_BLOCK_MS = {
  minute: { fresh: HOUR_MS, joined: 6 * HOUR_MS },
  hour: { fresh: 24 * HOUR_MS, joined: 8 * 24 * HOUR_MS },
} as const;

/** A block without its content. */
export type BlockHead = Omit<RawBlock, 'points'> & { readonly id: number };

/** A packed aggregate block. */
export interface AggregateRow {
  readonly id: number;
  /** In buckets. */
  readonly length: number;
  readonly data: Uint8Array;
}

/** The range [start, end) of an aggregate block that need not exist. Milliseconds since 1970. */
export interface AggregateSpan {
  readonly id: number | null;
  readonly start: number;
  readonly end: number;
}

const HEAD = 'id, first, last, length, count, failed, min, max, mean, m2, gaps, broken';

export class Blocks {
  readonly #totals: StorageTotals;
  readonly #put: StatementSync;
  readonly #data: StatementSync;
  readonly #size: StatementSync;
  readonly #heads: StatementSync;
  readonly #holding: StatementSync;
  readonly #following: StatementSync;
  readonly #aggregates: StatementSync;
  readonly #sumBefore: StatementSync;
  readonly #remove: StatementSync;
  readonly #bytes: StatementSync;
  readonly #oldest: StatementSync;
  readonly #oldestChannel: StatementSync;
  readonly #newest: StatementSync;

  constructor(database: DatabaseSync, totals: StorageTotals) {
    this.#totals = totals;
    this.#put = database.prepare(
      `INSERT OR REPLACE INTO block (${HEAD}, level, channel, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#data = database.prepare('SELECT data FROM block WHERE id = ?');
    this.#size = database.prepare('SELECT count + failed AS readings, length(data) AS bytes FROM block WHERE id = ?');
    const raw = `SELECT ${HEAD} FROM block WHERE channel = ? AND level = ${RESOLUTION_ID.raw}`;
    this.#heads = database.prepare(
      `${raw} AND first >= ? AND first < ? AND last >= ? AND (first, id) > (?, ?) ORDER BY first, id LIMIT ?`,
    );
    this.#holding = database.prepare(`${raw} AND first <= ? ORDER BY first DESC, id DESC LIMIT 1`);
    this.#following = database.prepare(
      `SELECT first FROM block WHERE channel = ? AND level = ${RESOLUTION_ID.raw} AND first > ? ORDER BY first LIMIT 1`,
    );
    this.#aggregates = database.prepare(
      'SELECT id, length, data FROM block WHERE channel = ? AND level = ? AND first > ? AND first < ? AND last >= ? ORDER BY first',
    );
    this.#sumBefore = database.prepare(
      'SELECT id, first, last FROM block WHERE channel = ? AND level = ? AND first <= ? ORDER BY first DESC LIMIT 1',
    );
    this.#remove = database.prepare('DELETE FROM block WHERE id = ?');
    this.#bytes = database.prepare(
      'SELECT sum(length(data)) AS bytes FROM block WHERE channel = ? AND first >= ? AND first < ? AND last >= ?',
    );
    this.#oldest = database.prepare('SELECT min(first) AS first FROM block WHERE channel = ? AND level = ?');
    this.#oldestChannel = database.prepare('SELECT channel FROM block WHERE level = ? ORDER BY last LIMIT 1');
    const newest = Object.values(RESOLUTION_ID).map(
      (level) =>
        `SELECT * FROM (SELECT last FROM block WHERE channel = ? AND level = ${level} ORDER BY first DESC LIMIT 1)`,
    );
    this.#newest = database.prepare(`SELECT max(last) AS last FROM (${newest.join(' UNION ALL ')})`);
  }

  /**
   * Raw blocks with a point in [from, to), by first timestamp and id.
   * @param after the block to continue after
   */
  heads(channel: number, from: number, to: number, after: BlockHead | undefined, limit: number): BlockHead[] {
    const earliest = from - RAW_BLOCK.spanMs;
    const [first, id] = after ? [after.first, after.id] : [Number.NEGATIVE_INFINITY, 0];
    return this.#heads.all(channel, earliest, to, from, first, id, limit).map(toHead);
  }

  /** The raw block for a timestamp: the last one that starts at or before it. */
  holding(channel: number, at: number): BlockHead | undefined {
    const row = this.#holding.get(channel, at);
    return row && toHead(row);
  }

  /** Start of the next raw block after a timestamp; Infinity if there is none. */
  following(channel: number, at: number): number {
    return numberIn(this.#following.get(channel, at), 'first') ?? Number.POSITIVE_INFINITY;
  }

  /** @throws StoreError `damaged` */
  points(id: number): Points {
    return decodePoints(bytesOf(this.#data.get(id)?.['data']));
  }

  /** Packed aggregate blocks that may have a bucket in [from, to), oldest first. */
  aggregates(channel: number, level: 'minute' | 'hour', from: number, to: number): AggregateRow[] {
    return this.#aggregates
      .all(channel, RESOLUTION_ID[level], from - AGGREGATE_BLOCK_MS[level].joined, to, from)
      .map(({ id, length, data }) => ({ id: Number(id), length: Number(length), data: bytesOf(data) }));
  }

  /** The aggregate block for a timestamp. */
  sumAt(channel: number, level: 'minute' | 'hour', at: number): AggregateSpan {
    const { fresh, joined } = AGGREGATE_BLOCK_MS[level];
    const before = this.#sumBefore.get(channel, RESOLUTION_ID[level], at);
    const id = before ? Number(before['id']) : null;
    const all = Math.floor(at / joined) * joined;
    // A block that reaches this far was joined and covers its whole range.
    if (before?.['first'] === all && Number(before['last']) >= all + fresh)
      return { id, start: all, end: all + joined };
    const start = Math.floor(at / fresh) * fresh;
    return { id: before?.['first'] === start ? id : null, start, end: start + fresh };
  }

  /** Start of the newest aggregate block that starts before a timestamp; undefined if there is none. */
  sumBefore(channel: number, level: 'minute' | 'hour', at: number): number | undefined {
    return numberIn(this.#sumBefore.get(channel, RESOLUTION_ID[level], at - 1), 'first');
  }

  /** Start of a channel's oldest block. */
  oldest(channel: number, level: Resolution): number | undefined {
    return numberIn(this.#oldest.get(channel, RESOLUTION_ID[level]), 'first');
  }

  oldestChannel(level: Resolution): number | undefined {
    return numberIn(this.#oldestChannel.get(RESOLUTION_ID[level]), 'channel');
  }

  /** Within a transaction. @param id of the block to replace */
  putPoints(channel: number, points: Points, id: number | null): void {
    const { length } = points.at;
    const summary = aggregate(points, 0, length);
    const last = points.at[length - 1] ?? 0;
    this.#write('raw', channel, id, points.at[0] ?? 0, last, length, summary, encodePoints(points));
  }

  /** Within a transaction. @param id of the block to replace */
  putBuckets(channel: number, level: 'minute' | 'hour', first: number, buckets: Buckets, id: number | null): void {
    const { length } = buckets.at;
    this.#write(level, channel, id, first, buckets.at[length - 1] ?? first, length, undefined, encodeBuckets(buckets));
  }

  /** Within a transaction. */
  removeAggregates(id: number): void {
    this.#uncount('minute', id);
    this.#remove.run(id);
  }

  /** Within a transaction. */
  removePoints(id: number): void {
    this.#uncount('raw', id);
    this.#remove.run(id);
  }

  /** The newest timestamp among the blocks of a channel; of aggregates, the start of the last bucket. */
  newest(channel: number): number | undefined {
    return numberIn(this.#newest.get(channel, channel, channel), 'last');
  }

  #write(
    level: Resolution,
    channel: number,
    id: number | null,
    first: number,
    last: number,
    length: number,
    summary: Aggregate | undefined,
    data: Uint8Array,
  ): void {
    if (id !== null) this.#uncount(level, id);
    this.#totals.count(level, summary ? summary.count + summary.failed : 0, data.length, 1);
    const head = [id, first, last, length, ...(summary ? summaryColumns(summary) : NO_SUMMARY)];
    this.#put.run(...head, RESOLUTION_ID[level], channel, data);
  }

  /** Bytes of a channel's blocks of all resolutions with data in [from, to). */
  bytesOf(channel: number, from: number, to: number): number {
    const row = this.#bytes.get(channel, from - AGGREGATE_BLOCK_MS.hour.joined, to, from);
    return numberIn(row, 'bytes') ?? 0;
  }

  #uncount(level: Resolution, id: number): void {
    const { readings, bytes } = this.#size.get(id) ?? {};
    this.#totals.count(level, Number(readings ?? 0), Number(bytes ?? 0), -1);
  }
}

const NO_SUMMARY = Array.from<null>({ length: 8 }).fill(null);

function summaryColumns(summary: Aggregate): number[] {
  const { count, failed, min, max, mean, m2, gaps, brokenBefore, brokenAfter } = summary;
  return [count, failed, min, max, mean, m2, gaps, (brokenBefore ? 1 : 0) | (brokenAfter ? 2 : 0)];
}

function numberIn(row: Record<string, unknown> | undefined, name: string): number | undefined {
  const value = row?.[name];
  return typeof value === 'number' ? value : undefined;
}

function toHead(row: Record<string, unknown>): BlockHead {
  const number = (name: string): number => numberIn(row, name) ?? Number.NaN;
  const broken = number('broken');
  return {
    id: number('id'),
    first: number('first'),
    last: number('last'),
    length: number('length'),
    summary: {
      count: number('count'),
      failed: number('failed'),
      min: number('min'),
      max: number('max'),
      mean: number('mean'),
      m2: number('m2'),
      gaps: number('gaps'),
      brokenBefore: (broken & 1) !== 0,
      brokenAfter: (broken & 2) !== 0,
    },
  };
}

function bytesOf(data: unknown): Uint8Array {
  if (data instanceof Uint8Array) return data;
  throw damaged('block without data');
}
