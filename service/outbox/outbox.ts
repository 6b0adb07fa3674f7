import { errorText } from '../support/errors.ts';
import { SteadyWallClock } from '../support/steady-wall-clock.ts';
import { DiscardCounter, type DiscardReason } from './discard-counter.ts';
import { DiskWriter } from './disk-writer.ts';
import { DEFAULT_OUTBOX_LIMITS, type OutboxOptions } from './options.ts';
import { MemoryQueue, type QueueSize } from './queue.ts';
import { newEntry, type QueuedMessage } from './queued-message.ts';
import { isTooLarge } from './record.ts';
import { StorageProblemReporter } from './storage-problem-reporter.ts';
import { OutboxStore } from './store.ts';
import type { DeliveryOutcome, Message, MessageSource, PublishRequest } from './types.ts';

/** Characters of a payload stored for display. */
const SHOWN_PAYLOAD = 1024;

/** Interval of checks for expired messages, in milliseconds. */
const EXPIRY_CHECK_MS = 60_000;

/**
 * A client's queue of readings: first in, first out, in memory while the broker keeps up, otherwise on disk. Use once:
 * create a new one after `stop` or `destroy`.
 */
export class Outbox implements MessageSource {
  onReady: (() => void) | undefined;
  readonly #options: OutboxOptions;
  readonly #maxAgeMs: number;
  readonly #store: OutboxStore;
  readonly #queue: MemoryQueue;
  readonly #discards: DiscardCounter;
  readonly #diskWriter: DiskWriter;
  readonly #age: SteadyWallClock;
  readonly #problem: StorageProblemReporter;
  #expiring: NodeJS.Timeout | undefined;
  #starting: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;
  #destroying: Promise<void> | undefined;
  #closed = false;
  #isConnected = true;
  /** The last `take` returned nothing. */
  #starved = true;
  #sequence = 0;
  #delivered = 0;
  #last: (Message & { deliveredAt: number }) | null = null;

  constructor(options: OutboxOptions) {
    const { folder, storing, clock, logger } = options;
    const limits = { ...DEFAULT_OUTBOX_LIMITS, ...options.limits };
    const { maxBytes, liveMessages, memoryMessages, memoryBytes } = limits;
    this.#options = options;
    this.#maxAgeMs = limits.maxAgeMs;
    const segmentBytes = Math.min(limits.segmentBytes, maxBytes / 8);
    this.#store = new OutboxStore({ folder, maxBytes, segmentBytes, logger });
    this.#queue = new MemoryQueue({ messages: storing ? memoryMessages : liveMessages, bytes: memoryBytes });
    this.#discards = new DiscardCounter(logger, () => clock.monotonic());
    this.#age = new SteadyWallClock(clock);
    this.#problem = new StorageProblemReporter(options);
    this.#diskWriter = new DiskWriter({
      store: this.#store,
      queue: this.#queue,
      discards: this.#discards,
      storing,
      limits,
      clock,
      logger,
      onFailure: (error, what) => this.#problem.report(error, what),
      onReadable: () => {
        this.#expire();
        this.#notifyReady();
      },
    });
  }

  /** Waiting messages, including those in flight. */
  get size(): number {
    return this.#queue.messages + this.#store.backlog.messages;
  }

  /** Bytes of waiting topics and payloads. */
  get bytes(): number {
    return this.#queue.bytes + Math.max(0, this.#store.backlog.bytes);
  }

  /** Messages delivered since startup. */
  get delivered(): number {
    return this.#delivered;
  }

  /** The newest delivered message with its full topic; null before the first. */
  get lastDelivered(): (Message & { deliveredAt: number }) | null {
    return this.#last && { ...this.#last, payload: this.#last.payload.slice(0, SHOWN_PAYLOAD) };
  }

  /** Messages expired, beyond the limits, refused or not stored since the client was added. Survives restarts. */
  get discarded(): number {
    return this.#discards.total;
  }

  /** Messages in memory, in flight or waiting; within the limits. */
  get memory(): QueueSize {
    return { messages: this.#queue.messages, bytes: this.#queue.bytes };
  }

  /**
   * Reads the queue of an earlier run.
   * @throws the file system's error if its folder is unusable; the outbox then works in memory only
   */
  start(): Promise<void> {
    return (this.#starting ??= this.#start());
  }

  async #start(): Promise<void> {
    if (this.#closed) return;
    this.#expire();
    this.#expiring = setInterval(() => this.#expire(), EXPIRY_CHECK_MS);
    await this.#diskWriter.start();
  }

  /** Writes waiting messages and closes, without discarding any. */
  stop(): Promise<void> {
    return this.#destroying ?? (this.#stopping ??= this.#stop());
  }

  async #stop(): Promise<void> {
    this.#close();
    this.#queue.rewind();
    if (!this.#options.storing) this.#discard(this.#queue.removeUnsaved(), 'stopped');
    this.#discards.add(await this.#diskWriter.stop(), 'stopped');
    this.#discards.logRest();
    this.#problem.report(undefined);
  }

  /** Stops and deletes everything, on disk too. */
  destroy(): Promise<void> {
    return (this.#destroying ??= this.#destroy());
  }

  async #destroy(): Promise<void> {
    this.#close();
    await this.#stopping;
    this.#queue.clear();
    this.#problem.report(undefined);
    await this.#diskWriter.remove();
  }

  #close(): void {
    this.#closed = true;
    clearInterval(this.#expiring);
  }

  /** Writes waiting messages and the position to disk; resolves also after a failure. */
  flush(): Promise<void> {
    return this.#diskWriter.flush();
  }

  /**
   * Whether the broker is reachable; true until called. Only matters if nothing is stored: while the broker is
   * unreachable, waiting and new messages are then discarded, as they would be outdated when sent.
   */
  setConnected(isConnected: boolean): void {
    this.#isConnected = isConnected;
    this.#discardLive();
  }

  /** Adds a message at the tail. Never throws. */
  push(message: Message): void {
    const entry = newEntry(message, (this.#sequence += 1));
    if (this.#closed) return this.#discard([entry], 'stopped');
    if (isTooLarge(message.topic, entry.bytes)) return this.#discard([entry], 'too-large');
    if (!this.#options.storing && !this.#isConnected) return this.#discard([entry], 'offline');
    this.#queue.push(entry);
    while (this.#queue.isFull) {
      const oldest = this.#queue.removeOldest();
      if (!oldest) break;
      this.#discard([oldest], 'memory-limit');
    }
    this.#diskWriter.pushed(entry);
    this.#notifyReady();
  }

  take(): PublishRequest | undefined {
    const entry = this.#takeUnexpired();
    this.#starved = entry === undefined;
    const message = entry && this.#outgoing(entry);
    if (entry && message) this.#queue.hold(message, entry);
    if (this.#queue.wanted) this.#diskWriter.wake();
    return message;
  }

  settle(message: PublishRequest, outcome: DeliveryOutcome): void {
    const entry = this.#queue.release(message);
    if (!entry) return;
    if (outcome.kind === 'refused') this.#discard([entry], 'refused', outcome.text);
    else {
      entry.done = true;
      this.#delivered += 1;
      const { topic, payload } = message;
      this.#last = { topic, payload, at: entry.at, deliveredAt: this.#options.clock.now() };
      if (entry.place) this.#diskWriter.changed(entry);
    }
    this.#notifyReady();
  }

  rewind(): void {
    this.#queue.rewind();
    this.#starved = true;
    this.#discardLive();
  }

  #takeUnexpired(): QueuedMessage | undefined {
    if (this.#closed || this.#queue.isTakenFull) return undefined;
    for (let entry = this.#queue.shift(); entry; entry = this.#queue.shift()) {
      if (!this.#isTooOld(entry)) return entry;
      this.#discard([entry], 'old');
    }
    return undefined;
  }

  #outgoing({ topic, payload }: QueuedMessage): PublishRequest {
    const { prefix, qos } = this.#options;
    return { topic: `${prefix}/${topic}`, payload, qos, retain: false, expiry: Math.ceil(this.#maxAgeMs / 1000) };
  }

  /** Discards expired messages from the head. */
  #expire(): void {
    this.#age.now();
    for (let entry = this.#queue.next; entry && this.#isTooOld(entry); entry = this.#queue.next) {
      this.#queue.shift();
      this.#discard([entry], 'old');
    }
    if (this.#queue.wanted) this.#diskWriter.wake();
  }

  #isTooOld({ at }: QueuedMessage): boolean {
    return this.#age.ageOf(at) > this.#maxAgeMs;
  }

  /** Without storing, nothing waits for an unreachable broker. */
  #discardLive(): void {
    if (!this.#options.storing && !this.#isConnected) this.#discard(this.#queue.removeUnsaved(), 'offline');
  }

  #discard(entries: readonly QueuedMessage[], reason: DiscardReason, detail?: string): void {
    this.#discards.add(entries.length, reason, detail);
    for (const entry of entries) {
      entry.done = true;
      this.#diskWriter.changed(entry);
    }
  }

  #notifyReady(): void {
    if (!this.#starved || this.#closed || !this.#queue.next || this.#queue.isTakenFull) return;
    this.#starved = false;
    try {
      this.onReady?.();
    } catch (error) {
      this.#options.logger.error(`session rejected a message: ${errorText(error)}`, { error });
    }
  }
}
