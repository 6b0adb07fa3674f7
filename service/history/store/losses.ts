/** Computes what limits would delete, by the rules of `retention.ts`, without changes. */
import type { DatabaseSync } from 'node:sqlite';
import type { Loss, Resolution, Retention } from '../types.ts';
import type { CoverageStart } from './resolution-coverage.ts';
import { ageLimits, BY_SIZE, type HeldBlocks, SPARE_PAGES } from './retention.ts';
import { RESOLUTION_ID } from './schema.ts';
import { countPages, type StorageTotals } from './storage-totals.ts';

/** Starts at a position in the index, where a paused computation continues. */
const BLOCKS = `SELECT id, channel, first, last, ifnull(count + failed, 0) AS readings, length(data) AS bytes FROM block
  WHERE level = ? AND (last, id) > (?, ?) ORDER BY last, id`;

const LIMIT_OF = { raw: 'rawDays', minute: 'minuteDays' } as const;

export interface LossOptions {
  database: DatabaseSync;
  totals: StorageTotals;
  completeFrom: CoverageStart;
  isHeld: HeldBlocks;
  /** Time after which it pauses, in milliseconds. */
  stepMs: number;
}

/** Pauses between steps: the file may be written meanwhile. */
export type Measurement = Generator<void, Loss[], void>;

/** One block, or several counted together. */
interface Part {
  first: number;
  last: number;
  readings: number;
  bytes: number;
}

/**
 * Exact by age; approximate by size, since the file does not record the pages a block occupies.
 * @param retention a limit of Infinity deletes nothing
 * @param now milliseconds since 1970
 * @param logBytes size of the write-ahead log
 */
export function* lossesOf(options: LossOptions, retention: Retention, now: number, logBytes: number): Measurement {
  const limits = ageLimits(retention, now);
  const byAge: Loss[] = [];
  for (const level of ['raw', 'minute'] as const) {
    let deleted: Part | undefined;
    yield* visit(options, level, Number.NEGATIVE_INFINITY, (block) => {
      if (block.last >= limits[level]) return false;
      deleted = add(deleted, block);
      return true;
    });
    if (deleted) byAge.push(lossOf(options, LIMIT_OF[level], level, deleted, limits[level]));
  }
  if (!Number.isFinite(retention.maxBytes)) return byAge;
  const remainingFrom = { raw: limits.raw, minute: limits.minute, hour: Number.NEGATIVE_INFINITY };
  const freed = byAge.reduce((bytes, loss) => bytes + loss.bytes, 0);
  return [...byAge, ...(yield* bySize(options, remainingFrom, retention.maxBytes - logBytes, freed))];
}

/** @param remainingFrom timestamps from which blocks remain after deletion by age; `freed` bytes of the others */
function* bySize(
  options: LossOptions,
  remainingFrom: Record<Resolution, number>,
  maxBytes: number,
  freed: number,
): Measurement {
  const { used, free, size } = countPages(options.database);
  const { rawBytes, sumBytes } = options.totals.amounts;
  // A block occupies more than its data: indexes and partly filled pages.
  const share = (used * size) / Math.max(1, rawBytes + sumBytes);
  let surplus = used * size + Math.min(free, SPARE_PAGES) * size - freed * share - maxBytes;
  const losses: Loss[] = [];
  for (const { level, stepMs } of BY_SIZE) {
    if (surplus <= 0) break;
    let deleted: Part | undefined;
    let until = Number.NEGATIVE_INFINITY;
    const newest = newestOf(options.database, level);
    yield* visit(options, level, remainingFrom[level], (block) => {
      if (block.last >= until) {
        const next = (Math.floor(block.last / stepMs) + 1) * stepMs;
        // The newest hour stays whatever the limit; of hour aggregates, the newest day.
        if (surplus <= 0 || !(next <= newest - stepMs)) return false;
        until = next;
      }
      surplus -= block.bytes * share;
      deleted = add(deleted, block);
      return true;
    });
    if (deleted) losses.push(lossOf(options, 'maxBytes', level, deleted, until));
  }
  return losses;
}

/**
 * Visits the blocks of a resolution that end at or after a timestamp and that no run holds, by their end, until a visit
 * returns false.
 */
function* visit(
  { database, isHeld, stepMs }: LossOptions,
  level: Resolution,
  from: number,
  wants: (block: Part) => boolean,
): Generator<void, void, void> {
  // Before the first id of the timestamp.
  let place: [last: number, id: number] = [from, -1];
  for (;;) {
    const until = performance.now() + stepMs;
    let isPaused = false;
    for (const row of database.prepare(BLOCKS).iterate(RESOLUTION_ID[level], ...place)) {
      const { first, last, readings, bytes } = row;
      const block = { first: Number(first), last: Number(last), readings: Number(readings), bytes: Number(bytes) };
      if (!isHeld(Number(row['channel']), level, block.first, block.last) && !wants(block)) return;
      place = [block.last, Number(row['id'])];
      if (performance.now() < until) continue;
      isPaused = true;
      break;
    }
    if (!isPaused) return;
    yield;
  }
}

function newestOf(database: DatabaseSync, level: Resolution): number {
  const row = database.prepare('SELECT max(last) AS last FROM block WHERE level = ?').get(RESOLUTION_ID[level]);
  return Number(row?.['last'] ?? Number.NaN);
}

function add(all: Part | undefined, { first, last, readings, bytes }: Part): Part {
  return {
    first: Math.min(all?.first ?? first, first),
    last,
    readings: (all?.readings ?? 0) + readings,
    bytes: (all?.bytes ?? 0) + bytes,
  };
}

function lossOf(
  { completeFrom }: LossOptions,
  limit: Loss['limit'],
  level: Resolution,
  deleted: Part,
  until: number,
): Loss {
  const { first, readings, bytes } = deleted;
  // A block may start before its resolution is complete.
  const from = Math.max(first, completeFrom[level]);
  return { limit, level, from, until, readings: level === 'raw' ? readings : 0, bytes };
}
