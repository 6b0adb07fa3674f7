/** Drops what is too old or too much, and gives the disk back what that took, in small steps. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Resolution, type Retention } from '../types.ts';
import type { StoreLimits } from './limits.ts';
import type { MetaTable } from './meta-table.ts';
import { countPages } from './pages.ts';
import { type CoverageStart, ResolutionCoverage } from './resolution-coverage.ts';
import { RESOLUTION_ID } from './schema.ts';
import type { StorageTotals } from './storage-totals.ts';
import { transaction } from './transaction.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Free pages that are never given back: the next commits need them. */
export const SPARE_PAGES = 64;

const DROPPED = 'RETURNING level, ifnull(count + failed, 0) AS readings, length(data) AS bytes';

/** Which are dropped first where there is too much, and by which stretches of time. */
export const BY_SIZE = [
  { level: 'raw', stepMs: HOUR_MS },
  { level: 'minute', stepMs: HOUR_MS },
  { level: 'hour', stepMs: DAY_MS },
] as const;

/** What is older than these moments goes, by level. @param now milliseconds since 1970 */
export function ageLimits({ rawDays, minuteDays }: Retention, now: number): Record<'raw' | 'minute', number> {
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
  return { raw: hour - rawDays * DAY_MS, minute: hour - minuteDays * DAY_MS };
}

export interface RetentionDeps {
  database: DatabaseSync;
  meta: MetaTable;
  totals: StorageTotals;
  limits: StoreLimits;
}

export class RetentionEnforcer {
  readonly #parts: RetentionDeps;
  readonly #dropOld: StatementSync;
  readonly #dropGone: StatementSync;
  readonly #oldest: StatementSync;
  readonly #newest: StatementSync;
  readonly #completeFrom: ResolutionCoverage;

  constructor(parts: RetentionDeps) {
    this.#parts = parts;
    const { database, meta } = parts;
    this.#dropOld = database.prepare(
      `DELETE FROM block WHERE id IN (SELECT id FROM block WHERE level = ? AND last < ? ORDER BY last LIMIT ?) ${DROPPED}`,
    );
    this.#dropGone = database.prepare(
      `DELETE FROM block WHERE id IN (
         SELECT id FROM block WHERE channel IN (SELECT id FROM channel WHERE gone = 1) LIMIT ?) ${DROPPED}`,
    );
    this.#oldest = database.prepare('SELECT last FROM block WHERE level = ? ORDER BY last LIMIT 1');
    this.#newest = database.prepare('SELECT last FROM block WHERE level = ? ORDER BY last DESC LIMIT 1');
    this.#completeFrom = new ResolutionCoverage(meta);
  }

  /** As in `ChannelReader`. */
  get completeFrom(): CoverageStart {
    return this.#completeFrom.moments;
  }

  /**
   * Does a little of what is to be done.
   * @param now milliseconds since 1970, by a clock that is believed; `monotonic` of the steady clock
   * @param spareBytes what is about to be needed again
   * @param logBytes what the log takes beside the file
   * @returns whether there was something to do
   */
  step(
    retention: Retention | undefined,
    { now, monotonic }: { now: number; monotonic: number },
    spareBytes: number,
    logBytes: number,
  ): boolean {
    // An hour of sums is made of every reading, and outlives it; the newest is never dropped.
    this.#completeFrom.putRight(lastOf(this.#newest, 'hour') + HOUR_MS, now, monotonic);
    return (
      this.dropForgotten() ||
      (retention !== undefined && this.#dropByAge(retention, now)) ||
      this.#giveBack(spareBytes) ||
      (retention !== undefined && this.#dropBySize(retention.maxBytes - logBytes))
    );
  }

  /** Drops some blocks of channels that were forgotten. @returns whether there were any */
  dropForgotten(): boolean {
    const { database, limits } = this.#parts;
    return this.#drop(() => {
      const rows = this.#dropGone.all(limits.droppedBlocks);
      if (rows.length > 0) return rows;
      database.exec('DELETE FROM channel WHERE gone = 1');
      return rows;
    });
  }

  #dropByAge(retention: Retention, now: number): boolean {
    const { raw, minute } = ageLimits(retention, now);
    return this.#dropBefore('raw', raw) || this.#dropBefore('minute', minute);
  }

  #dropBySize(maxBytes: number): boolean {
    const { used, free, size } = countPages(this.#parts.database);
    if ((used + free) * size <= maxBytes) return false;
    return BY_SIZE.some(({ level, stepMs }) => {
      const oldest = lastOf(this.#oldest, level);
      const newest = lastOf(this.#newest, level);
      const before = (Math.floor(oldest / stepMs) + 1) * stepMs;
      // The newest hour (of hours: day) stays, whatever the limit.
      return before <= newest - stepMs && this.#dropBefore(level, before);
    });
  }

  /** @param before milliseconds since 1970, a whole hour */
  #dropBefore(level: Resolution, before: number): boolean {
    if (!(lastOf(this.#oldest, level) < before)) return false;
    const moments = this.#completeFrom.raised(level, before);
    const dropped = this.#drop(() => {
      this.#completeFrom.save(moments);
      return this.#dropOld.all(RESOLUTION_ID[level], before, this.#parts.limits.droppedBlocks);
    });
    this.#completeFrom.adopt(moments);
    return dropped;
  }

  #drop(work: () => Record<string, unknown>[]): boolean {
    const { database, totals } = this.#parts;
    return totals.keep(() =>
      transaction(database, () => {
        const rows = work();
        for (const { level, readings, bytes } of rows) {
          totals.count(level === RESOLUTION_ID.raw ? 'raw' : 'minute', Number(readings), Number(bytes), -1);
        }
        totals.save();
        return rows.length > 0;
      }),
    );
  }

  #giveBack(spareBytes: number): boolean {
    const { database, limits } = this.#parts;
    const { free, size } = countPages(database);
    const surplus = free - SPARE_PAGES - Math.ceil(spareBytes / size);
    if (surplus <= 0) return false;
    database.exec(`PRAGMA incremental_vacuum(${Math.min(surplus, limits.freedPages)})`);
    // The file itself becomes shorter when the log is in it.
    if (surplus <= limits.freedPages) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return true;
  }
}

/** The moment that such a statement finds; NaN where there is no block. */
function lastOf(statement: StatementSync, level: Resolution): number {
  const last = statement.get(RESOLUTION_ID[level])?.['last'];
  return typeof last === 'number' ? last : Number.NaN;
}
