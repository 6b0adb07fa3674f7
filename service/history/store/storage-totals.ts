import { statfsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import type { Resolution, StoreStatus } from '../types.ts';
import type { MetaTable } from './schema.ts';

type StorageAmounts = Pick<StoreStatus, 'rawReadings' | 'rawBytes' | 'sumBytes'>;

/** Changed within transactions (see `withRollback`), together with the blocks. */
export class StorageTotals {
  readonly #meta: MetaTable;
  #committed: StorageAmounts;
  #current: StorageAmounts;

  constructor(meta: MetaTable) {
    this.#meta = meta;
    this.#committed = meta.get('totals', { rawReadings: 0, rawBytes: 0, sumBytes: 0 });
    this.#current = { ...this.#committed };
  }

  get amounts(): Readonly<StorageAmounts> {
    return this.#committed;
  }

  /** @param sign 1 for added blocks, -1 for removed ones */
  count(level: Resolution, readings: number, bytes: number, sign: 1 | -1): void {
    if (level === 'raw') {
      this.#current.rawReadings += sign * readings;
      this.#current.rawBytes += sign * bytes;
    } else this.#current.sumBytes += sign * bytes;
  }

  /** Call within the transaction, at its end. */
  save(): void {
    if (!isDeepStrictEqual(this.#current, this.#committed)) this.#meta.set('totals', this.#current);
  }

  /** Runs a transaction; its counts take effect if it is committed. */
  withRollback<Result>(work: () => Result): Result {
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

export function countPages(database: DatabaseSync): { used: number; free: number; size: number } {
  const number = (pragma: string): number => Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
  const free = number('freelist_count');
  return { used: number('page_count') - free, free, size: number('page_size') };
}

/** The bytes of a file; 0 if it does not exist. */
export function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** The free bytes of the disk of a folder; null if unknown. */
export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
