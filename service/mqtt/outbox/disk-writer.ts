import type { Clock } from '../../support/clock.ts';
import { errorText } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import type { DiskTasks } from './disk-tasks.ts';
import type { OutboxLimits } from './options.ts';
import type { MemoryQueue } from './queue.ts';
import type { QueuedMessage } from './queued-message.ts';
import type { Store } from './store.ts';

export interface DiskWriterOptions {
  store: Store;
  queue: MemoryQueue;
  work: DiskTasks;
  storing: boolean;
  limits: Pick<OutboxLimits, 'flushMs' | 'retryMs'>;
  clock: Clock;
  logger: Logger;
  /** Writing to the folder, or for a while reading from it, failed; undefined: it works again. */
  onFailure(error: unknown, what: 'write' | 'read'): void;
  /** There is something at the beginning of the queue that was not there before. */
  onReadable(): void;
}

/** From so many failures to read in a row on it is told: one may be a virus scanner. */
const REPORTED_READ_FAILURES = 3;

/** Decides when to write and to read, and does one thing after the other. */
export class DiskWriter {
  readonly #options: DiskWriterOptions;
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
  #failure: unknown;
  #retryAt = -Infinity;
  #readRetryAt = -Infinity;
  /** Since reading worked last. */
  #readFailures = 0;

  constructor(options: DiskWriterOptions) {
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
    // Begun a moment later: a run that has nothing to wait for would be over before it stands here, and be the last one.
    this.#running ??= Promise.resolve().then(() => this.#run());
  }

  /** A message came. */
  pushed({ sequence }: QueuedMessage): void {
    this.#newest = sequence;
    if (!this.#options.storing) return;
    this.#arm();
    if (this.#writeDue || this.#failure !== undefined || !this.#options.queue.isPressing) return;
    this.#writeDue = true;
    this.wake();
  }

  /** A message is done with. */
  changed(entry: QueuedMessage): void {
    this.#options.work.changed(entry);
    this.#arm();
  }

  /** Writes everything, and ends. What cannot be written is lost; answers how many messages that are. */
  async stop(): Promise<number> {
    const { store, queue, storing } = this.#options;
    await this.#end();
    if (store.isOpen || (storing && queue.messages > 0)) await this.#write(true);
    await store.close();
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
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      while (this.#again && !this.#ended) {
        this.#again = false;
        if (this.#forced || this.#now() >= this.#retryAt) await this.#write(false);
        if (this.#now() >= this.#readRetryAt) await this.#read();
      }
    } catch (error) {
      // A mistake of ours: the queue in memory goes on, and this is tried again later.
      this.#retryAt = this.#readRetryAt = this.#now() + this.#options.limits.retryMs;
      this.#options.logger.error(`outbox failed: ${errorText(error)}`, { error });
    }
    this.#running = undefined;
    this.#arm();
  }

  /** @param last writes also what is not due */
  async #write(last: boolean): Promise<void> {
    const { store, queue, work, storing, onReadable } = this.#options;
    const forced = this.#forced || last;
    this.#forced = false;
    try {
      if (!store.isOpen) {
        await work.open();
        onReadable();
      }
      if (storing && (this.#writeDue || forced)) {
        this.#writeDue = false;
        await work.append(this.#newest, last);
      }
      // After a failure something must be written to know that it works again.
      const probing = this.#failure !== undefined && storing;
      if (probing || work.isSaveDue || (forced && work.isDirty)) await work.save();
      if ((work.isIdle || last) && this.#hasUntidy) await store.removeSettled(true);
      this.#failure = undefined;
      if (this.#readFailures < REPORTED_READ_FAILURES) this.#options.onFailure(undefined, 'write');
    } catch (error) {
      this.#failure = error;
      this.#retryAt = this.#now() + this.#options.limits.retryMs;
      this.#options.onFailure(error, 'write');
      if (store.isOpen) return;
      // What waits on disk cannot be known: what is in memory does not wait for it.
      queue.hasGap = false;
      onReadable();
    }
  }

  async #read(): Promise<void> {
    const { queue, work, logger, limits, onFailure, onReadable } = this.#options;
    let isNew: boolean;
    try {
      isNew = await work.read();
    } catch (error) {
      this.#readRetryAt = this.#now() + limits.retryMs;
      if (this.#readFailures === 0) {
        logger.warn(`cannot read the outbox: ${errorText(error)}`, { error });
      }
      this.#readFailures += 1;
      if (this.#readFailures >= REPORTED_READ_FAILURES && this.#failure === undefined) onFailure(error, 'read');
      return;
    }
    const wasReported = this.#readFailures >= REPORTED_READ_FAILURES;
    this.#readFailures = 0;
    if (wasReported && this.#failure === undefined) onFailure(undefined, 'read');
    if (!isNew) return;
    onReadable();
    if (queue.wanted) this.#again = true;
  }

  /** Sees to it that there is a next tick while something is left to be done later. */
  #arm(): void {
    if (!this.#started || this.#ended || this.#timer !== undefined || !this.#hasMore) return;
    this.#timer = setTimeout(() => this.#tick(), this.#options.limits.flushMs / 2);
  }

  #tick(): void {
    const { queue, work, storing } = this.#options;
    this.#timer = undefined;
    if (storing && queue.oldestUnsaved <= this.#mark) this.#writeDue = true;
    this.#mark = this.#newest;
    const tidying = work.isIdle && this.#hasUntidy;
    if (this.#writeDue || work.isSaveDue || this.#failure !== undefined || queue.wanted || tidying) this.wake();
    this.#arm();
  }

  /** Whether there are segments to be deleted: after the position says so, that they are not needed if they come back. */
  get #hasUntidy(): boolean {
    return !this.#options.work.isDirty && this.#options.store.hasSettled;
  }

  get #hasMore(): boolean {
    const { store, queue, work, storing } = this.#options;
    if (work.isDirty || this.#failure !== undefined || queue.wanted !== undefined) return true;
    return (storing && queue.oldestUnsaved < Infinity) || store.hasSettled;
  }

  #now(): number {
    return this.#options.clock.monotonic();
  }
}
