import type { Clock } from '../../support/clock.ts';
import type { DiscardCounter } from './drops.ts';
import type { OutboxLimits } from './options.ts';
import type { MemoryQueue } from './queue.ts';
import { type QueuedMessage, readEntry } from './queued-message.ts';
import type { Store } from './store.ts';

/** How often the count of lost messages is written where nothing is stored, in milliseconds. */
const LIVE_SAVE_MS = 60_000;

export interface DiskWorkOptions {
  store: Store;
  queue: MemoryQueue;
  drops: DiscardCounter;
  storing: boolean;
  limits: Pick<OutboxLimits, 'flushMs' | 'saveMs'>;
  clock: Clock;
}

/** What is done between the queue in memory and the folder: one thing at a time. */
export class DiskTasks {
  readonly #options: DiskWorkOptions;
  /** Whether the position on disk is behind. */
  #dirty = false;
  #savedAt = -Infinity;
  #appendedAt = -Infinity;

  constructor(options: DiskWorkOptions) {
    this.#options = options;
  }

  get isDirty(): boolean {
    return this.#dirty;
  }

  get isSaveDue(): boolean {
    const { store, storing, limits } = this.#options;
    const every = storing || store.hasSegments ? limits.saveMs : Math.max(LIVE_SAVE_MS, limits.saveMs);
    return this.#dirty && this.#now() - this.#savedAt >= every;
  }

  /** Whether the newest segment may go too when nothing in it waits: nothing was written for a while. */
  get isIdle(): boolean {
    return this.#now() - this.#appendedAt >= 2 * this.#options.limits.flushMs;
  }

  /** A message is done with, or the count of lost messages changed. */
  changed(entry?: QueuedMessage): void {
    if (entry?.place) this.#options.store.settle(entry.place.ordinal);
    this.#dirty = true;
  }

  /** @throws what the file system says */
  async open(): Promise<void> {
    const { store, queue, drops, storing } = this.#options;
    drops.restore(await store.open(storing));
    if (!storing) this.#savedAt = this.#now();
    if (store.backlog.messages === 0) queue.hasGap = false;
    else if (!queue.hasGap) queue.openGap();
    await this.#keepWithin();
  }

  /**
   * Writes what is not on disk, up to the message of a sequence.
   * @param last as in `MemoryQueue.beginWrite`
   * @throws what the file system says
   */
  async append(newest: number, last: boolean): Promise<void> {
    const { queue } = this.#options;
    do {
      await this.#appendBatch(last);
      await this.#keepWithin();
    } while (queue.oldestUnsaved <= newest);
  }

  async #appendBatch(last: boolean): Promise<void> {
    const { store, queue } = this.#options;
    const batch = queue.beginWrite(last);
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
      drops.add(oldest.lost + queue.dropSegment(oldest.segment).length, 'disk-limit');
      this.#dirty = true;
    }
  }

  /**
   * Writes the position, and deletes the segments in which nothing waits.
   * @throws what the file system says
   */
  async save(): Promise<void> {
    const { store, drops } = this.#options;
    this.#dirty = false;
    this.#savedAt = this.#now();
    try {
      await store.savePosition(drops.total);
    } catch (error) {
      this.#dirty = true;
      throw error;
    } finally {
      // Also where the position cannot be written: on a disk that is full this makes room.
      await store.removeSettled(this.isIdle);
    }
  }

  /**
   * Reads ahead, a piece of one segment.
   * @returns whether there is something new at the beginning of the queue, if only that there is no gap any more
   * @throws what the file system says
   */
  async read(): Promise<boolean> {
    const { store, queue, drops } = this.#options;
    const { wanted } = queue;
    if (!wanted) return false;
    const { messages, lost } = await store.readAhead(wanted.messages, wanted.bytes);
    for (const message of messages) queue.pushRead(readEntry(message));
    queue.hasGap = store.backlog.messages > 0;
    if (lost > 0) {
      drops.add(lost, 'damaged');
      this.#dirty = true;
    }
    return true;
  }

  #now(): number {
    return this.#options.clock.monotonic();
  }
}
