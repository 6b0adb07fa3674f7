import type { Clock } from '../../support/clock.ts';
import { errorText } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import type { DropCount } from './drops.ts';
import { type Entry, readEntry } from './entry.ts';
import type { OutboxLimits } from './options.ts';
import type { MemoryQueue } from './queue.ts';
import type { Store } from './store.ts';

/** How often the count of lost messages is written where nothing is stored, in milliseconds. */
const LIVE_SAVE_MS = 60_000;

export interface KeeperOptions {
  store: Store;
  queue: MemoryQueue;
  drops: DropCount;
  storing: boolean;
  limits: Pick<OutboxLimits, 'flushMs' | 'saveMs' | 'retryMs'>;
  clock: Clock;
  logger: Logger;
  /** Writing to the folder failed; undefined: it works again. */
  onFailure(error: unknown): void;
  /** There is something at the beginning of the queue that was not there before. */
  onReadable(): void;
}

/** Decides when to write and to read, and does one thing after the other: whatever touches the disk happens here. */
export class Keeper {
  readonly #options: KeeperOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #forced = false;
  #started = false;
  #ended = false;
  /** The sequence of the newest message, and of the newest at the last tick: what was there then has waited. */
  #newest = 0;
  #mark = 0;
  #writeDue = false;
  #appendedAt = -Infinity;
  /** Whether the position on disk is behind. */
  #dirty = false;
  #savedAt = -Infinity;
  #failure: unknown;
  #retryAt = -Infinity;
  #readRetryAt = -Infinity;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /** @throws what the file system says when the folder cannot be opened; that is tried again */
  async start(): Promise<void> {
    this.#started = true;
    await this.flush();
    if (!this.#options.store.isOpen && !this.#ended) throw this.#failure;
  }

  /** Writes what waits and is not on disk yet, and the position; resolves also when that failed. */
  async flush(): Promise<void> {
    this.#forced = true;
    this.wake();
    await this.#running;
  }

  /** Looks whether there is something to do. */
  wake(): void {
    if (!this.#started || this.#ended) return;
    this.#again = true;
    this.#running ??= this.#run();
  }

  /** A message came. */
  pushed({ sequence }: Entry): void {
    this.#newest = sequence;
    if (!this.#options.storing) return;
    this.#arm();
    if (this.#writeDue || this.#failure !== undefined || !this.#options.queue.isPressing) return;
    this.#writeDue = true;
    this.wake();
  }

  /** A message is done with, or the count of lost messages changed. */
  changed(entry?: Entry): void {
    if (entry?.place) this.#options.store.settle(entry.place.ordinal);
    this.#dirty = true;
    this.#arm();
  }

  /** Writes everything, and ends. What cannot be written is lost; answers how many messages that are. */
  async stop(): Promise<number> {
    const { store, queue, storing, logger } = this.#options;
    await this.#end();
    if (store.isOpen || (storing && queue.messages > 0)) await this.#write(true, true);
    await store.close().catch((error: unknown) => logger.warn(`A segment was not closed well: ${errorText(error)}`));
    return storing ? queue.dropUnsaved().length : 0;
  }

  /**
   * Ends without writing, and deletes the folder.
   * @throws what the file system says
   */
  async remove(): Promise<void> {
    await this.#end();
    await this.#options.store.remove();
  }

  async #end(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      while (this.#again && !this.#ended) {
        this.#again = false;
        const forced = this.#forced;
        this.#forced = false;
        if (forced || this.#now() >= this.#retryAt) await this.#write(forced, false);
        if (this.#now() >= this.#readRetryAt) await this.#read();
      }
    } finally {
      this.#running = undefined;
      this.#arm();
    }
  }

  async #write(forced: boolean, final: boolean): Promise<void> {
    const { store } = this.#options;
    try {
      if (!store.isOpen) await this.#open();
      await this.#append(forced, final);
      await this.#save(forced, final);
      if (this.#failure !== undefined) this.#options.onFailure(undefined);
      this.#failure = undefined;
    } catch (error) {
      this.#failure = error;
      this.#retryAt = this.#now() + this.#options.limits.retryMs;
      this.#options.onFailure(error);
      if (store.isOpen) return;
      this.#options.queue.hasGap = false;
      this.#options.onReadable();
    }
  }

  async #open(): Promise<void> {
    const { store, queue, drops, storing } = this.#options;
    drops.restore(await store.open(storing));
    if (store.backlog.messages === 0) queue.hasGap = false;
    else if (!queue.hasGap) queue.openGap();
    this.#options.onReadable();
  }

  /** Writes all that has come so far and is not on disk. */
  async #append(forced: boolean, final: boolean): Promise<void> {
    const { queue, storing } = this.#options;
    if (!storing || !(forced || this.#writeDue)) return;
    this.#writeDue = false;
    const newest = this.#newest;
    do {
      await this.#appendBatch(final);
      await this.#keepWithin();
    } while (queue.oldestUnsaved <= newest);
  }

  async #appendBatch(final: boolean): Promise<void> {
    const { store, queue } = this.#options;
    const batch = queue.beginWrite(final);
    if (batch.length > 0) this.#appendedAt = this.#now();
    try {
      await store.append(batch);
    } finally {
      for (const entry of queue.endWrite(batch)) store.evict(entry);
      // Those that were settled meanwhile.
      this.#dirty ||= batch.some(({ done }) => done);
    }
  }

  async #keepWithin(): Promise<void> {
    const { store, queue, drops } = this.#options;
    for (let oldest = await store.dropOldest(); oldest; oldest = await store.dropOldest()) {
      const count = oldest.lost + queue.dropSegment(oldest.segment).length;
      drops.add(count, 'disk-limit');
      this.#dirty = true;
    }
  }

  async #save(forced: boolean, final: boolean): Promise<void> {
    const { store, drops } = this.#options;
    const probing = this.#failure !== undefined && (this.#options.storing || this.#dirty);
    const idle = final || this.#isIdle;
    if (!probing && !this.#isSaveDue && !(forced && this.#dirty)) {
      if (idle && store.hasSettled) await store.removeSettled(true);
      return;
    }
    this.#dirty = false;
    this.#savedAt = this.#now();
    try {
      await store.savePosition(drops.total);
    } catch (error) {
      this.#dirty = true;
      throw error;
    } finally {
      // Also where the position cannot be written: on a disk that is full this makes room.
      await store.removeSettled(idle);
    }
  }

  async #read(): Promise<void> {
    const { store, queue, drops, logger, limits } = this.#options;
    const { wanted } = queue;
    if (!wanted) return;
    try {
      const { messages, lost } = await store.readAhead(wanted.messages, wanted.bytes);
      for (const message of messages) queue.pushRead(readEntry(message));
      if (lost > 0) {
        drops.add(lost, 'damaged');
        this.changed();
      }
    } catch (error) {
      this.#readRetryAt = this.#now() + limits.retryMs;
      logger.warn(`Messages that wait on disk cannot be read just now: ${errorText(error)}`);
      return;
    }
    queue.hasGap = store.backlog.messages > 0;
    this.#options.onReadable();
    if (queue.wanted) this.#again = true;
  }

  /** Sees to it that there is a next tick while something is left to be done later. */
  #arm(): void {
    if (!this.#started || this.#ended || this.#timer !== undefined || !this.#hasMore) return;
    this.#timer = setTimeout(() => this.#tick(), this.#options.limits.flushMs / 2);
  }

  #tick(): void {
    const { store, queue, storing } = this.#options;
    this.#timer = undefined;
    if (storing && queue.oldestUnsaved <= this.#mark) this.#writeDue = true;
    this.#mark = this.#newest;
    const tidy = this.#isIdle && store.hasSettled;
    if (this.#writeDue || this.#isSaveDue || this.#failure !== undefined || queue.wanted || tidy) this.wake();
    this.#arm();
  }

  get #hasMore(): boolean {
    const { store, queue, storing } = this.#options;
    if (this.#dirty || this.#failure !== undefined || queue.wanted !== undefined) return true;
    return (storing && queue.oldestUnsaved < Infinity) || store.hasSettled;
  }

  get #isSaveDue(): boolean {
    const { store, storing, limits } = this.#options;
    const every = storing || store.hasSegments ? limits.saveMs : Math.max(LIVE_SAVE_MS, limits.saveMs);
    return this.#dirty && this.#now() - this.#savedAt >= every;
  }

  /** Nothing was written for a while: the broker keeps up again. */
  get #isIdle(): boolean {
    return this.#now() - this.#appendedAt >= 2 * this.#options.limits.flushMs;
  }

  #now(): number {
    return this.#options.clock.monotonic();
  }
}
