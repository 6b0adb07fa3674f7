/** What limits would delete, by the rules by which `retention.ts` deletes; nothing is changed. */
import type { DatabaseSync } from 'node:sqlite';
import type { Level, Loss, Retention } from '../parts.ts';
import type { Moments } from './complete-from.ts';
import { pagesOf } from './pages.ts';
import { ageLimits, BY_SIZE, SPARE_PAGES } from './retention.ts';
import { LEVEL } from './schema.ts';
import type { Totals } from './totals.ts';

const BLOCKS = 'SELECT first, last, ifnull(count + failed, 0) AS readings, length(data) AS bytes FROM block';

const LIMIT_OF = { raw: 'rawDays', minute: 'minuteDays' } as const;

export interface LossParts {
  database: DatabaseSync;
  totals: Totals;
  completeFrom: Moments;
}

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
export function lossesOf(parts: LossParts, retention: Retention, now: number, logBytes: number): Loss[] {
  const limits = ageLimits(retention, now);
  const byAge = (['raw', 'minute'] as const).flatMap((level) => {
    const gone = before(parts.database, level, limits[level]);
    return gone ? [lossOf(parts, LIMIT_OF[level], level, gone, limits[level])] : [];
  });
  if (!Number.isFinite(retention.maxBytes)) return byAge;
  const kept = { raw: limits.raw, minute: limits.minute, hour: Number.NEGATIVE_INFINITY };
  const freed = byAge.reduce((bytes, loss) => bytes + loss.bytes, 0);
  return [...byAge, ...bySize(parts, kept, retention.maxBytes - logBytes, freed)];
}

/** @param kept the moments from which blocks are left by their age; `freed` the bytes of those that are not */
function bySize(parts: LossParts, kept: Record<Level, number>, maxBytes: number, freed: number): Loss[] {
  const { used, free, size } = pagesOf(parts.database);
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
    for (const block of blocks(parts.database, level, kept[level])) {
      if (block.last >= until) {
        const next = (Math.floor(block.last / stepMs) + 1) * stepMs;
        // The newest hour (of hours: day) stays, whatever the limit.
        if (surplus <= 0 || !(next <= newest - stepMs)) break;
        until = next;
      }
      surplus -= block.bytes * share;
      gone = add(gone, block);
    }
    if (gone) losses.push(lossOf(parts, 'maxBytes', level, gone, until));
  }
  return losses;
}

/** All blocks of a level that end before a moment, in one; undefined where there is none. */
function before(database: DatabaseSync, level: Level, moment: number): Part | undefined {
  const row = database
    .prepare(
      'SELECT min(first) AS first, max(last) AS last, ifnull(sum(count + failed), 0) AS readings, sum(length(data)) AS bytes FROM block WHERE level = ? AND last < ?',
    )
    .get(LEVEL[level], moment);
  return row?.['first'] === null ? undefined : row && toPart(row);
}

/** The blocks of a level that do not end before a moment, by their end. */
function* blocks(database: DatabaseSync, level: Level, from: number): Generator<Part> {
  const found = database.prepare(`${BLOCKS} WHERE level = ? AND last >= ? ORDER BY last`);
  for (const row of found.iterate(LEVEL[level], from)) yield toPart(row);
}

function toPart({ first, last, readings, bytes }: Record<string, unknown>): Part {
  return { first: Number(first), last: Number(last), readings: Number(readings), bytes: Number(bytes) };
}

function newestOf(database: DatabaseSync, level: Level): number {
  const row = database.prepare('SELECT max(last) AS last FROM block WHERE level = ?').get(LEVEL[level]);
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

function lossOf({ completeFrom }: LossParts, limit: Loss['limit'], level: Level, gone: Part, until: number): Loss {
  const { first, readings, bytes } = gone;
  // A block may reach back further than its level is complete.
  const from = Math.max(first, completeFrom[level]);
  return { limit, level, from, until, readings: level === 'raw' ? readings : 0, bytes };
}
