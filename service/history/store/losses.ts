/** What limits would delete, by the rules by which `retention.ts` deletes; nothing is changed. */
import type { DatabaseSync } from 'node:sqlite';
import type { Loss, Resolution, Retention } from '../types.ts';
import { countPages } from './pages.ts';
import type { CoverageStart } from './resolution-coverage.ts';
import { ageLimits, BY_SIZE, SPARE_PAGES } from './retention.ts';
import { RESOLUTION_ID } from './schema.ts';
import type { StorageTotals } from './storage-totals.ts';

/** From a place in the index on: a measurement goes on there after it let commits pass. */
const BLOCKS = `SELECT id, first, last, ifnull(count + failed, 0) AS readings, length(data) AS bytes FROM block
  WHERE level = ? AND (last, id) > (?, ?) ORDER BY last, id`;

const LIMIT_OF = { raw: 'rawDays', minute: 'minuteDays' } as const;

export interface LossParts {
  database: DatabaseSync;
  totals: StorageTotals;
  completeFrom: CoverageStart;
  /** How long it may read before it pauses, in milliseconds. */
  stepMs: number;
}

/** It pauses between its steps: the file may be written meanwhile. */
export type Measurement = Generator<void, Loss[], void>;

/** A block, or several in one. */
interface Part {
  first: number;
  last: number;
  readings: number;
  bytes: number;
}

/**
 * By age exactly; by size about, as the room that a block takes in pages is not counted by the file.
 * @param retention a limit of Infinity deletes nothing
 * @param now milliseconds since 1970
 * @param logBytes what the log takes beside the file
 */
export function* lossesOf(parts: LossParts, retention: Retention, now: number, logBytes: number): Measurement {
  const limits = ageLimits(retention, now);
  const byAge: Loss[] = [];
  for (const level of ['raw', 'minute'] as const) {
    let gone: Part | undefined;
    yield* visit(parts, level, Number.NEGATIVE_INFINITY, (block) => {
      if (block.last >= limits[level]) return false;
      gone = add(gone, block);
      return true;
    });
    if (gone) byAge.push(lossOf(parts, LIMIT_OF[level], level, gone, limits[level]));
  }
  if (!Number.isFinite(retention.maxBytes)) return byAge;
  const kept = { raw: limits.raw, minute: limits.minute, hour: Number.NEGATIVE_INFINITY };
  const freed = byAge.reduce((bytes, loss) => bytes + loss.bytes, 0);
  return [...byAge, ...(yield* bySize(parts, kept, retention.maxBytes - logBytes, freed))];
}

/** @param kept the moments from which blocks are left by their age; `freed` the bytes of those that are not */
function* bySize(parts: LossParts, kept: Record<Resolution, number>, maxBytes: number, freed: number): Measurement {
  const { used, free, size } = countPages(parts.database);
  const { rawBytes, sumBytes } = parts.totals.amounts;
  // A block takes more of the file than its data: indexes, and room in pages that is not full.
  const share = (used * size) / Math.max(1, rawBytes + sumBytes);
  let surplus = used * size + Math.min(free, SPARE_PAGES) * size - freed * share - maxBytes;
  const losses: Loss[] = [];
  for (const { level, stepMs } of BY_SIZE) {
    if (surplus <= 0) break;
    let gone: Part | undefined;
    let until = Number.NEGATIVE_INFINITY;
    const newest = newestOf(parts.database, level);
    yield* visit(parts, level, kept[level], (block) => {
      if (block.last >= until) {
        const next = (Math.floor(block.last / stepMs) + 1) * stepMs;
        // The newest hour (of hours: day) stays, whatever the limit.
        if (surplus <= 0 || !(next <= newest - stepMs)) return false;
        until = next;
      }
      surplus -= block.bytes * share;
      gone = add(gone, block);
      return true;
    });
    if (gone) losses.push(lossOf(parts, 'maxBytes', level, gone, until));
  }
  return losses;
}

/** Shows the blocks of a level that do not end before a moment, by their end, until one is not wanted. */
function* visit(
  { database, stepMs }: LossParts,
  level: Resolution,
  from: number,
  wants: (block: Part) => boolean,
): Generator<void, void, void> {
  // Before the first id of the moment.
  let place: [last: number, id: number] = [from, -1];
  for (;;) {
    const until = performance.now() + stepMs;
    let isPaused = false;
    for (const row of database.prepare(BLOCKS).iterate(RESOLUTION_ID[level], ...place)) {
      const block = toPart(row);
      if (!wants(block)) return;
      place = [block.last, Number(row['id'])];
      if (performance.now() < until) continue;
      isPaused = true;
      break;
    }
    if (!isPaused) return;
    yield;
  }
}

function toPart({ first, last, readings, bytes }: Record<string, unknown>): Part {
  return { first: Number(first), last: Number(last), readings: Number(readings), bytes: Number(bytes) };
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

function lossOf({ completeFrom }: LossParts, limit: Loss['limit'], level: Resolution, gone: Part, until: number): Loss {
  const { first, readings, bytes } = gone;
  // A block may reach back further than its level is complete.
  const from = Math.max(first, completeFrom[level]);
  return { limit, level, from, until, readings: level === 'raw' ? readings : 0, bytes };
}
