import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readPoints } from '../../../../../service/history/query/slice.ts';
import { HistoryDatabase } from '../../../../../service/history/store/history-database.ts';
import { STORE_LIMITS, type StoreLimits } from '../../../../../service/history/store/limits.ts';
import type { Points } from '../../../../../service/history/types.ts';
import { type Clock, systemClock } from '../../../../../service/support/clock.ts';
import { batchOf, declaredChannel, type Row } from './batches.ts';

const declared = new Map(Array.from({ length: 8 }, (_, slot) => [slot, declaredChannel(slot)]));

/** A file of the history without a thread, that can be closed as a power cut would: with its journal as it is. */
export class TestArchive {
  readonly path: string;
  readonly #limits: StoreLimits;
  readonly #clock: Clock;
  #archive: HistoryDatabase;

  constructor(folder: string, limits: Partial<StoreLimits> = {}, clock = systemClock) {
    mkdirSync(folder, { recursive: true });
    this.path = join(folder, 'history', 'history.sqlite');
    this.#limits = { ...STORE_LIMITS, ...limits };
    this.#clock = clock;
    this.#archive = this.#open();
    onTestFinished(() => this.#archive.close());
  }

  get archive(): HistoryDatabase {
    return this.#archive;
  }

  commit(rows: readonly Row[]): void {
    this.#archive.commit(batchOf(rows), declared);
  }

  /** Brings everything into blocks. */
  writeBlocks(): void {
    while (this.#archive.hasJournal) this.#archive.writeBlocks(1000);
  }

  reopen(): void {
    this.#archive.close();
    this.#archive = this.#open();
  }

  #open(): HistoryDatabase {
    return new HistoryDatabase(this.path, this.#limits, '', this.#clock);
  }

  reader(slot: number) {
    const known = this.#archive.reader(declaredChannel(slot));
    if (!known) throw new Error(`Nothing is kept of slot ${slot}.`);
    return known.reader;
  }

  /** All points of a channel in order of time, marks included. */
  points(
    slot: number,
    from = Number.NEGATIVE_INFINITY,
    to = Number.POSITIVE_INFINITY,
  ): { at: number; value: number }[] {
    const all: Points[] = [...readPoints(this.reader(slot), from, to)];
    return all.flatMap(({ at, value }) =>
      Array.from(at, (moment, index) => ({ at: moment, value: value[index] ?? 0 })),
    );
  }
}
