import { errorText } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';
import { DiskTasks, type DiskTasksOptions } from './disk-tasks.ts';
import type { QueuedMessage } from './queued-message.ts';

export interface DiskWriterOptions extends DiskTasksOptions {
  logger: Logger;
  /** Writing fails, or reading has failed repeatedly; undefined: it works again. */
  onFailure(error: unknown, what: 'write' | 'read'): void;
  /** The head of the queue changed. */
  onReadable(): void;
}

/** Consecutive read failures before they are reported: one may be a virus scanner. */
const REPORTED_READ_FAILURES = 3;

/** Schedules writes and reads, one at a time. */
export class DiskWriter {
  readonly #options: DiskWriterOptions;
  readonly #tasks: DiskTasks;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #forced = false;
  #started = false;
  #ended = false;
  /**
   * Sequence of the newest message, and of the newest at the last tick: messages up to that have waited long enough.
   */
  #newest = 0;
  #mark = 0;
  #writeDue = false;
  #failure: unknown;
  #retryAt = -Infinity;
  #readRetryAt = -Infinity;
  /** Since the last successful read. */
  #readFailures = 0;

  constructor(options: DiskWriterOptions) {
    this.#options = options;
    this.#tasks = new DiskTasks(options);
  }

  /** @throws the file system's error if the folder cannot be opened; opening is retried */
  async start(): Promise<void> {
    this.#started = true;
    await this.flush();
    if (!this.#options.store.isOpen && !this.#ended) throw this.#failure;
  }

  /** Writes waiting messages and the position; resolves also after a failure. */
  async flush(): Promise<void> {
    this.#forced = true;
    this.wake();
    await this.#running;
  }

  /** Checks for work. */
  wake(): void {
    if (!this.#started || this.#ended) return;
    this.#again = true;
    // Deferred: a run without anything to await would end before this assignment and never be cleared.
    this.#running ??= Promise.resolve().then(() => this.#run());
  }

  pushed({ sequence }: QueuedMessage): void {
    this.#newest = sequence;
    if (!this.#options.storing) return;
    this.#arm();
    if (this.#writeDue || this.#failure !== undefined || !this.#options.queue.isPressing) return;
    this.#writeDue = true;
    this.wake();
  }

  /** A message was settled. */
  changed(entry: QueuedMessage): void {
    this.#tasks.changed(entry);
    this.#arm();
  }

  /** Writes everything and stops; returns the number of messages that could not be written. */
  async stop(): Promise<number> {
    const { store, queue, storing } = this.#options;
    await this.#end();
    if (store.isOpen || (storing && queue.messages > 0)) await this.#write(true);
    await store.close();
    return storing ? queue.removeUnsaved().length : 0;
  }

  /**
   * Stops without writing and deletes the folder.
   * @throws the file system's error
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
      // A bug of ours: the queue in memory continues, and this is retried.
      this.#retryAt = this.#readRetryAt = this.#now() + this.#options.limits.retryMs;
      this.#options.logger.error(`outbox failed: ${errorText(error)}`, { error });
    }
    this.#running = undefined;
    this.#arm();
  }

  /** @param last also write what is not due */
  async #write(last: boolean): Promise<void> {
    const { store, queue, storing, onFailure, onReadable } = this.#options;
    const tasks = this.#tasks;
    const forced = this.#forced || last;
    this.#forced = false;
    try {
      if (!store.isOpen) {
        await tasks.open();
        onReadable();
      }
      if (storing && (this.#writeDue || forced)) {
        this.#writeDue = false;
        await tasks.append(this.#newest, last);
      }
      // After a failure, a write must show whether the disk works again.
      const probing = this.#failure !== undefined && storing;
      if (probing || tasks.isSaveDue || (forced && tasks.isDirty)) await tasks.save();
      if ((tasks.isIdle || last) && this.#hasUntidy) await store.removeSettled(true);
      this.#failure = undefined;
      if (this.#readFailures < REPORTED_READ_FAILURES) onFailure(undefined, 'write');
    } catch (error) {
      this.#failure = error;
      this.#retryAt = this.#now() + this.#options.limits.retryMs;
      onFailure(error, 'write');
      if (store.isOpen) return;
      // The messages on disk are unknown; those in memory do not wait for them.
      queue.hasGap = false;
      onReadable();
    }
  }

  async #read(): Promise<void> {
    const { queue, logger, limits, onFailure, onReadable } = this.#options;
    let isNew: boolean;
    try {
      isNew = await this.#tasks.read();
    } catch (error) {
      this.#readRetryAt = this.#now() + limits.retryMs;
      if (this.#readFailures === 0) logger.warn(`cannot read the outbox: ${errorText(error)}`, { error });
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

  /** Schedules the next tick while work is left for later. */
  #arm(): void {
    if (!this.#started || this.#ended || this.#timer !== undefined || !this.#hasMore) return;
    this.#timer = setTimeout(() => this.#tick(), this.#options.limits.flushMs / 2);
  }

  #tick(): void {
    const { queue, storing } = this.#options;
    const { isIdle, isSaveDue } = this.#tasks;
    this.#timer = undefined;
    if (storing && queue.oldestUnsaved <= this.#mark) this.#writeDue = true;
    this.#mark = this.#newest;
    const tidying = isIdle && this.#hasUntidy;
    if (this.#writeDue || isSaveDue || this.#failure !== undefined || queue.wanted || tidying) this.wake();
    this.#arm();
  }

  /** Segments to delete; only after the position is saved, in case they reappear. */
  get #hasUntidy(): boolean {
    return !this.#tasks.isDirty && this.#options.store.hasSettled;
  }

  get #hasMore(): boolean {
    const { store, queue, storing } = this.#options;
    if (this.#tasks.isDirty || this.#failure !== undefined || queue.wanted !== undefined) return true;
    return (storing && queue.oldestUnsaved < Infinity) || store.hasSettled;
  }

  #now(): number {
    return this.#options.clock.monotonic();
  }
}
