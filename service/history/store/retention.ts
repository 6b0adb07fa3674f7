/** Deletes data beyond the retention and releases its disk space, in small steps. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Resolution, type Retention } from '../types.ts';
import type { StoreLimits } from './limits.ts';
import { type CoverageStart, ResolutionCoverage } from './resolution-coverage.ts';
import { type MetaTable, RESOLUTION_ID, transaction } from './schema.ts';
import { countPages, type StorageTotals } from './storage-totals.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Free pages never released: the next commits need them. */
export const SPARE_PAGES = 64;

const DELETED_COLUMNS = 'RETURNING level, ifnull(count + failed, 0) AS readings, length(data) AS bytes';

/** The order of deletion by size, and its step per resolution. */
export const BY_SIZE = [
  { level: 'raw', stepMs: HOUR_MS },
  { level: 'minute', stepMs: HOUR_MS },
  { level: 'hour', stepMs: DAY_MS },
] as const;

/** Everything before these timestamps is deleted, by resolution. @param now milliseconds since 1970 */
export function ageLimits({ rawDays, minuteDays }: Retention, now: number): Record<'raw' | 'minute', number> {
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
  return { raw: hour - rawDays * DAY_MS, minute: hour - minuteDays * DAY_MS };
}

export interface RetentionOptions {
  database: DatabaseSync;
  meta: MetaTable;
  totals: StorageTotals;
  limits: StoreLimits;
}

export class RetentionEnforcer {
  readonly #options: RetentionOptions;
  readonly #deleteOld: StatementSync;
  readonly #deleteOfRemoved: StatementSync;
  readonly #oldest: StatementSync;
  readonly #newest: StatementSync;
  readonly #completeFrom: ResolutionCoverage;

  constructor(options: RetentionOptions) {
    this.#options = options;
    const { database, meta } = options;
    this.#deleteOld = database.prepare(
      `DELETE FROM block WHERE id IN (SELECT id FROM block WHERE level = ? AND last < ? ORDER BY last LIMIT ?) ${DELETED_COLUMNS}`,
    );
    this.#deleteOfRemoved = database.prepare(
      `DELETE FROM block WHERE id IN (
         SELECT id FROM block WHERE channel IN (SELECT id FROM channel WHERE gone = 1) LIMIT ?) ${DELETED_COLUMNS}`,
    );
    this.#oldest = database.prepare('SELECT last FROM block WHERE level = ? ORDER BY last LIMIT 1');
    this.#newest = database.prepare('SELECT last FROM block WHERE level = ? ORDER BY last DESC LIMIT 1');
    this.#completeFrom = new ResolutionCoverage(meta);
  }

  /** As in `ChannelReader`. */
  get completeFrom(): CoverageStart {
    return this.#completeFrom.starts;
  }

  /**
   * @param now milliseconds since 1970, by a trusted clock; `monotonic` on the monotonic clock
   * @param spareBytes about to be needed again
   * @param logBytes size of the write-ahead log
   * @returns whether there was anything to do
   */
  step(
    retention: Retention | undefined,
    { now, monotonic }: { now: number; monotonic: number },
    spareBytes: number,
    logBytes: number,
  ): boolean {
    // Hour aggregates cover every reading and outlive it; the newest is never deleted.
    this.#completeFrom.putRight(lastOf(this.#newest, 'hour') + HOUR_MS, now, monotonic);
    return (
      this.purgeDeleted() ||
      (retention !== undefined && this.#deleteByAge(retention, now)) ||
      this.#giveBack(spareBytes) ||
      (retention !== undefined && this.#deleteBySize(retention.maxBytes - logBytes))
    );
  }

  /** Deletes some blocks of deleted channels. @returns whether there were any */
  purgeDeleted(): boolean {
    const { database, limits } = this.#options;
    return this.#deleteBlocks(() => {
      const rows = this.#deleteOfRemoved.all(limits.deletedBlocks);
      if (rows.length > 0) return rows;
      database.exec('DELETE FROM channel WHERE gone = 1');
      return rows;
    });
  }

  #deleteByAge(retention: Retention, now: number): boolean {
    const { raw, minute } = ageLimits(retention, now);
    return this.#deleteBefore('raw', raw) || this.#deleteBefore('minute', minute);
  }

  #deleteBySize(maxBytes: number): boolean {
    const { used, free, size } = countPages(this.#options.database);
    if ((used + free) * size <= maxBytes) return false;
    return BY_SIZE.some(({ level, stepMs }) => {
      const oldest = lastOf(this.#oldest, level);
      const newest = lastOf(this.#newest, level);
      const before = (Math.floor(oldest / stepMs) + 1) * stepMs;
      // The newest hour stays whatever the limit; of hour aggregates, the newest day.
      return before <= newest - stepMs && this.#deleteBefore(level, before);
    });
  }

  /** @param before milliseconds since 1970, a whole hour */
  #deleteBefore(level: Resolution, before: number): boolean {
    if (!(lastOf(this.#oldest, level) < before)) return false;
    const starts = this.#completeFrom.raised(level, before);
    const hasDeleted = this.#deleteBlocks(() => {
      this.#completeFrom.save(starts);
      return this.#deleteOld.all(RESOLUTION_ID[level], before, this.#options.limits.deletedBlocks);
    });
    this.#completeFrom.adopt(starts);
    return hasDeleted;
  }

  #deleteBlocks(work: () => Record<string, unknown>[]): boolean {
    const { database, totals } = this.#options;
    return totals.withRollback(() =>
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
    const { database, limits } = this.#options;
    const { free, size } = countPages(database);
    const surplus = free - SPARE_PAGES - Math.ceil(spareBytes / size);
    if (surplus <= 0) return false;
    database.exec(`PRAGMA incremental_vacuum(${Math.min(surplus, limits.freedPages)})`);
    // The file shrinks only after a checkpoint of the log.
    if (surplus <= limits.freedPages) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return true;
  }
}

/** The timestamp found by such a statement; NaN if there is no block. */
function lastOf(statement: StatementSync, level: Resolution): number {
  const last = statement.get(RESOLUTION_ID[level])?.['last'];
  return typeof last === 'number' ? last : Number.NaN;
}
