import type { Clock } from '../support/clock.ts';
import type { DiscardCounter } from './discard-counter.ts';
import type { OutboxLimits } from './options.ts';
import type { MemoryQueue } from './queue.ts';
import type { QueuedMessage } from './queued-message.ts';
import type { OutboxStore } from './store.ts';

/** Interval of saving the discarded count when nothing is stored, in milliseconds. */
const LIVE_SAVE_MS = 60_000;

export interface DiskTasksOptions {
  store: OutboxStore;
  queue: MemoryQueue;
  discards: DiscardCounter;
  storing: boolean;
  limits: OutboxLimits;
  clock: Clock;
}

/** Transfers messages between memory and the folder, one operation at a time. */
export class DiskTasks {
  readonly #options: DiskTasksOptions;
  /** The position on disk is outdated. */
  #dirty = false;
  #savedAt = -Infinity;
  #appendedAt = -Infinity;

  constructor(options: DiskTasksOptions) {
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

  /** No write for a while: the newest segment may be deleted too if nothing in it waits. */
  get isIdle(): boolean {
    return this.#now() - this.#appendedAt >= 2 * this.#options.limits.flushMs;
  }

  /** A message was settled, or the discarded count changed. */
  changed(entry?: QueuedMessage): void {
    if (entry?.place) this.#options.store.settle(entry.place.ordinal);
    this.#dirty = true;
  }

  /** @throws the file system's error */
  async open(): Promise<void> {
    const { store, queue, discards, storing } = this.#options;
    discards.restore(await store.open(storing));
    if (!storing) this.#savedAt = this.#now();
    if (store.backlog.messages === 0) queue.hasGap = false;
    else if (!queue.hasGap) queue.openGap();
    await this.#enforceLimit();
  }

  /**
   * Writes messages not on disk yet, up to the sequence `newest`.
   * @param last as in `MemoryQueue.startWrite`
   * @throws the file system's error
   */
  async append(newest: number, last: boolean): Promise<void> {
    const { queue } = this.#options;
    do {
      await this.#appendBatch(last);
      await this.#enforceLimit();
    } while (queue.oldestUnsaved <= newest);
  }

  async #appendBatch(last: boolean): Promise<void> {
    const { store, queue } = this.#options;
    const batch = queue.startWrite(last);
    if (batch.length > 0) this.#appendedAt = this.#now();
    try {
      await store.append(batch);
    } finally {
      for (const entry of queue.endWrite(batch)) store.evict(entry);
      // Messages settled meanwhile.
      this.#dirty ||= batch.some(({ done }) => done);
    }
  }

  async #enforceLimit(): Promise<void> {
    const { store, queue, discards } = this.#options;
    for (let oldest = await store.deleteOldest(); oldest; oldest = await store.deleteOldest()) {
      discards.add(oldest.lost + queue.removeSegment(oldest.segment).length, 'disk-limit');
      this.#dirty = true;
    }
  }

  /**
   * Writes the position and deletes segments without waiting messages.
   * @throws the file system's error
   */
  async save(): Promise<void> {
    const { store, discards } = this.#options;
    this.#dirty = false;
    this.#savedAt = this.#now();
    try {
      await store.savePosition(discards.total);
    } catch (error) {
      this.#dirty = true;
      throw error;
    } finally {
      // Even if the position cannot be written: on a full disk, this frees space.
      await store.removeSettled(this.isIdle);
    }
  }

  /**
   * Reads ahead part of one segment.
   * @returns whether the head of the queue changed, including that there is no gap any more
   * @throws the file system's error
   */
  async read(): Promise<boolean> {
    const { store, queue, discards } = this.#options;
    const { wanted } = queue;
    if (!wanted) return false;
    const { messages, lost } = await store.readAhead(wanted.messages, wanted.bytes);
    for (const message of messages) queue.pushRead(message);
    queue.hasGap = store.backlog.messages > 0;
    if (lost > 0) {
      discards.add(lost, 'damaged');
      this.#dirty = true;
    }
    return true;
  }

  #now(): number {
    return this.#options.clock.monotonic();
  }
}
