/** What is kept in all, counted as it comes and goes. */
import type { Resolution } from '../types.ts';
import type { MetaTable } from './meta-table.ts';

/** What blocks hold, or what is added to that. */
export interface StorageAmount {
  rawReadings: number;
  rawBytes: number;
  sumBytes: number;
}

const NAMES = ['rawReadings', 'rawBytes', 'sumBytes'] as const;

/** Changed within transactions (see `keep`), together with the blocks. */
export class StorageTotals {
  readonly #meta: MetaTable;
  #committed: StorageAmount;
  #current: StorageAmount;

  constructor(meta: MetaTable) {
    this.#meta = meta;
    this.#committed = meta.get('totals', { rawReadings: 0, rawBytes: 0, sumBytes: 0 });
    this.#current = { ...this.#committed };
  }

  get amounts(): Readonly<StorageAmount> {
    return this.#committed;
  }

  /** Blocks came (or went: `sign` -1). */
  count(level: Resolution, readings: number, bytes: number, sign: 1 | -1): void {
    if (level === 'raw') {
      this.#current.rawReadings += sign * readings;
      this.#current.rawBytes += sign * bytes;
    } else this.#current.sumBytes += sign * bytes;
  }

  /** Within the transaction, at its end. */
  save(): void {
    if (NAMES.some((name) => this.#current[name] !== this.#committed[name])) this.#meta.set('totals', this.#current);
  }

  /** Does a transaction; what it counted holds where it was committed. */
  keep<Result>(work: () => Result): Result {
    try {
      const result = work();
      this.#committed = { ...this.#current };
      return result;
    } catch (error) {
      this.#current = { ...this.#committed };
      throw error;
    }
  }
}
