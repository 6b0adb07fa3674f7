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

/** Before the first block in the order of deletion: by last timestamp, then ID. */
const START: readonly [last: number, id: number] = [Number.NEGATIVE_INFINITY, -1];

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
  /** Whether a run holds a block; renewed when the runs change. */
  held(): HeldBlocks;
}

/** Whether a run holds a block of a channel, given its first and last timestamp. */
export type HeldBlocks = (channel: number, level: Resolution, first: number, last: number) => boolean;

interface Candidate {
  id: number;
  last: number;
  isHeld: boolean;
}

export class RetentionEnforcer {
  readonly #options: RetentionOptions;
  readonly #candidates: StatementSync;
  readonly #deleteById: StatementSync;
  readonly #deleteOfRemoved: StatementSync;
  readonly #newest: StatementSync;
  readonly #completeFrom: ResolutionCoverage;
  /** By resolution: the blocks up to here are deleted or held. Late readings are found in the next hour. */
  readonly #passed = new Map<Resolution, readonly [last: number, id: number]>();
  /** What `#passed` is true for. */
  #passedFor: { held: HeldBlocks; hour: number; retention: Retention | undefined } | undefined;
  /** Whether a held block was passed. */
  #hasHeld = false;
  /** The most since `#passed` was cleared, so that the journal, which comes and goes, does not make it vary. */
  #mostExcess = 0;
  #heldExcess = 0;

  constructor(options: RetentionOptions) {
    this.#options = options;
    const { database, meta } = options;
    this.#candidates = database.prepare(
      'SELECT id, channel, first, last FROM block WHERE level = ? AND (last, id) > (?, ?) AND last < ? ORDER BY last, id LIMIT ?',
    );
    this.#deleteById = database.prepare(
      `DELETE FROM block WHERE id IN (SELECT value FROM json_each(?)) ${DELETED_COLUMNS}`,
    );
    this.#deleteOfRemoved = database.prepare(
      `DELETE FROM block WHERE id IN (
         SELECT id FROM block WHERE channel IN (SELECT id FROM channel WHERE gone = 1) LIMIT ?) ${DELETED_COLUMNS}`,
    );
    this.#newest = database.prepare('SELECT last FROM block WHERE level = ? ORDER BY last DESC LIMIT 1');
    this.#completeFrom = new ResolutionCoverage(meta);
  }

  /** As in `StoreStatus`, by the latest step that had nothing to do. */
  get heldExcess(): number {
    return this.#heldExcess;
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
    this.#completeFrom.putRight(this.#newestOf('hour') + HOUR_MS, now, monotonic);
    this.#startAgain(now, retention);
    const isMore =
      this.purgeDeleted() ||
      (retention !== undefined && this.#deleteByAge(retention, now)) ||
      this.#giveBack(spareBytes) ||
      (retention !== undefined && this.#deleteBySize(retention.maxBytes - logBytes));
    if (!isMore) this.#measureExcess(retention);
    return isMore;
  }

  #measureExcess(retention: Retention | undefined): void {
    const { used, size } = countPages(this.#options.database);
    const excess = this.#hasHeld && retention ? Math.max(0, used * size - retention.maxBytes) : 0;
    this.#mostExcess = Math.max(this.#mostExcess, excess);
    this.#heldExcess = this.#mostExcess;
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
      const blocks = this.#next(level, Number.POSITIVE_INFINITY);
      const oldest = blocks.find(({ isHeld }) => !isHeld);
      if (!oldest) return this.#pass(level, blocks.at(-1));
      const before = (Math.floor(oldest.last / stepMs) + 1) * stepMs;
      // The newest hour stays whatever the limit; of hour aggregates, the newest day.
      return before <= this.#newestOf(level) - stepMs && this.#deleteBefore(level, before);
    });
  }

  /** @param before milliseconds since 1970, a whole hour @returns whether there may be more to delete */
  #deleteBefore(level: Resolution, before: number): boolean {
    const blocks = this.#next(level, before);
    const ids = blocks.flatMap(({ id, isHeld }) => (isHeld ? [] : id));
    if (ids.length > 0) {
      const starts = this.#completeFrom.raised(level, before);
      this.#deleteBlocks(() => {
        this.#completeFrom.save(starts);
        return this.#deleteById.all(JSON.stringify(ids));
      });
      this.#completeFrom.adopt(starts);
    }
    return this.#pass(level, blocks.at(-1));
  }

  /** Some blocks that end before a timestamp and are not passed yet, oldest first. */
  #next(level: Resolution, before: number): Candidate[] {
    const isHeld = this.#options.held();
    const position = this.#passed.get(level) ?? START;
    const rows = this.#candidates.all(RESOLUTION_ID[level], ...position, before, this.#options.limits.deletedBlocks);
    const blocks = rows.map((row) => {
      const [id, last] = [Number(row['id']), Number(row['last'])];
      return { id, last, isHeld: isHeld(Number(row['channel']), level, Number(row['first']), last) };
    });
    this.#hasHeld ||= blocks.some((block) => block.isHeld);
    return blocks;
  }

  /** @param block the last one handled @returns whether there was one */
  #pass(level: Resolution, block: Candidate | undefined): boolean {
    if (block) this.#passed.set(level, [block.last, block.id]);
    return block !== undefined;
  }

  /** Once per hour, and when the runs or the limits have changed, all blocks are looked at again. */
  #startAgain(now: number, retention: Retention | undefined): void {
    const present = { held: this.#options.held(), hour: Math.floor(now / HOUR_MS), retention };
    const { held, hour, retention: limits } = this.#passedFor ?? {};
    if (held === present.held && hour === present.hour && limits === retention) return;
    this.#passed.clear();
    this.#hasHeld = false;
    this.#mostExcess = 0;
    this.#passedFor = present;
  }

  /** NaN if there is no block. */
  #newestOf(level: Resolution): number {
    const last = this.#newest.get(RESOLUTION_ID[level])?.['last'];
    return typeof last === 'number' ? last : Number.NaN;
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
