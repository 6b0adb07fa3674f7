import { randomUUID } from 'node:crypto';
import { Backoff } from '../../support/backoff.ts';
import type { Clock } from '../../support/clock.ts';
import { errorText } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import type { StoreProblems } from '../store-problems.ts';
import type { Batch, HistoryStore } from '../types.ts';
import type { ChannelSlots } from './channel-slots.ts';
import type { PendingRows } from './pending-rows.ts';

/** Delay between attempts to open the history or to commit; the longest is the same as for other files. */
export const RETRY = { firstMs: 1000, longestMs: 5000 } as const;

/** Minimum time between commits: readings are on disk within a second. Milliseconds. */
const GATHER_MS = 250;

/** A slower commit is reported as a problem, in milliseconds. */
const SLOW_MS = 10_000;

export interface CommitterOptions {
  store: Pick<HistoryStore, 'commit'>;
  rows: PendingRows;
  slots: ChannelSlots;
  problems: StoreProblems;
  clock: Clock;
  logger: Logger;
  /** @param readings newly on disk */
  stored(readings: number): void;
}

export class Committer {
  readonly #options: CommitterOptions;
  readonly #retry = new Backoff(RETRY);
  /** Distinguishes the batches of this run from earlier ones. */
  readonly #run = randomUUID();
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> | undefined;
  #isReady = false;
  #isSlow = false;
  #lastError: unknown;
  #lagMs = 0;

  constructor(options: CommitterOptions) {
    this.#options = options;
  }

  /** Age of the oldest reading of the newest commit, in milliseconds. */
  get lagMs(): number {
    return this.#lagMs;
  }

  /** Whether the disk accepts commits. */
  get isWorking(): boolean {
    return this.#isReady && !this.#retry.isPausing && !this.#isSlow && this.#lastError === undefined;
  }

  /** The store is open: committing may start. */
  ready(): void {
    this.#isReady = true;
    this.request();
  }

  /** Rows are pending. */
  request(): void {
    if (this.#timer || this.#underWay || !this.#isReady || this.#retry.isPausing) return;
    this.#timer = setTimeout(() => this.#start(), GATHER_MS);
  }

  /** Commits all pending rows without pauses, then stops. Rows that the disk refuses stay in `rows`. */
  async stop(): Promise<void> {
    await this.#underWay;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#retry.stop();
    this.#lastError = undefined;
    while (this.#isReady && !this.#options.rows.isEmpty && this.#lastError === undefined) await this.#commit();
    this.#isReady = false;
  }

  #start(): void {
    this.#timer = undefined;
    this.#underWay = this.#commit().then(() => {
      this.#underWay = undefined;
      const { isEmpty, isBehind } = this.#options.rows;
      // Rows added meanwhile are collected; more than a batch is a backlog and is committed at once.
      if (this.#lastError !== undefined) this.#retry.later(() => this.#start());
      else if (!isEmpty) this.#timer = setTimeout(() => this.#start(), isBehind ? 0 : GATHER_MS);
    });
  }

  async #commit(): Promise<void> {
    const { store, rows, slots, problems, clock, logger, stored } = this.#options;
    const taken = rows.take();
    if (!taken) return;
    const { number, block, interrupted } = taken;
    const reported = new Map(slots.undeclared);
    const id = `${this.#run}/${number}`;
    const batch: Batch = { id, declared: [...reported.values()], ...block.columns(interrupted) };
    const watch = setTimeout(() => {
      this.#isSlow = true;
      problems.slow();
    }, SLOW_MS);
    try {
      await store.commit(batch);
      if (block.readings > 0) this.#lagMs = clock.monotonic() - block.since;
      this.#lastError = undefined;
      this.#isSlow = false;
      slots.declared(reported);
      const { readings } = block;
      rows.done(taken);
      stored(readings);
      this.#retry.succeeded();
      if (!rows.isBehind) problems.works();
    } catch (error) {
      this.#isSlow = false;
      // Hours of repeated failures would push everything else out of the log.
      const isKnown = this.#lastError !== undefined && errorText(this.#lastError) === errorText(error);
      if (!isKnown) logger.warn(`cannot store readings: ${errorText(error)}`, { error });
      this.#lastError = error;
      problems.failed(error);
    } finally {
      clearTimeout(watch);
    }
  }
}
