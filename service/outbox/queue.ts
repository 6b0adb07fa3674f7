import { MessageDeque } from './message-deque.ts';
import type { QueuedMessage, Segment } from './queued-message.ts';
import type { PublishRequest } from './types.ts';

/** Messages, and bytes of topics and payloads. */
export interface QueueSize {
  messages: number;
  bytes: number;
}

/** Shares of the memory limit. */
const SHARES = {
  /** Messages in flight. */
  taken: 1 / 4,
  /** The head: messages that are also on disk. */
  head: 1 / 4,
  /** Messages not on disk yet. */
  unsaved: 1 / 2,
  /** The tail's size at which a write is due, and the size of one write. */
  batch: 1 / 4,
} as const;

/**
 * The part of the queue in memory, in order: taken messages; the head, also on disk; the gap, only on disk; the
 * batch being written; the tail.
 */
export class MemoryQueue {
  readonly #limits: QueueSize;
  readonly #taken = new Map<PublishRequest, QueuedMessage>();
  #takenBytes = 0;
  readonly #head = new MessageDeque();
  /**
   * Whether messages are, or may be, only on disk; at first, its content is unknown. While they are, nothing behind
   * them can be taken.
   */
  hasGap = true;
  readonly #writing = new MessageDeque();
  readonly #tail = new MessageDeque();

  /** @param limits of memory */
  constructor(limits: QueueSize) {
    this.#limits = limits;
  }

  get messages(): number {
    return this.#taken.size + this.#head.length + this.#writing.length + this.#tail.length;
  }

  get bytes(): number {
    return this.#takenBytes + this.#head.bytes + this.#writing.bytes + this.#tail.bytes;
  }

  /** The unsaved share is used up. */
  get isFull(): boolean {
    const messages = this.#writing.length + this.#tail.length;
    return this.#exceeds(messages, this.#writing.bytes + this.#tail.bytes, SHARES.unsaved);
  }

  /** A write should start soon. */
  get isPressing(): boolean {
    return this.#exceeds(this.#tail.length, this.#tail.bytes, SHARES.batch);
  }

  /** The in-flight share is used up. */
  get isTakenFull(): boolean {
    return this.#exceeds(this.#taken.size + 1, this.#takenBytes, SHARES.taken);
  }

  /** How much to read ahead; undefined while there is enough. */
  get wanted(): QueueSize | undefined {
    if (!this.hasGap || this.#exceeds(this.#head.length, this.#head.bytes, SHARES.head / 2)) return undefined;
    return {
      messages: Math.ceil(this.#limits.messages * SHARES.head) - this.#head.length,
      bytes: Math.ceil(this.#limits.bytes * SHARES.head) - this.#head.bytes,
    };
  }

  /** Sequence of the oldest message to write; Infinity if there is none. */
  get oldestUnsaved(): number {
    for (const entry of this.#taken.values()) if (isUnsaved(entry)) return entry.sequence;
    return this.#tail.first?.sequence ?? Infinity;
  }

  /** The next message to take, if it is in memory. */
  get next(): QueuedMessage | undefined {
    return this.#head.first ?? (this.hasGap ? undefined : (this.#writing.first ?? this.#tail.first));
  }

  /** Removes the next message. */
  shift(): QueuedMessage | undefined {
    return this.#head.shift() ?? (this.hasGap ? undefined : (this.#writing.shift() ?? this.#tail.shift()));
  }

  push(entry: QueuedMessage): void {
    this.#tail.push(entry);
  }

  /** Adds a message read from the start of the gap. */
  pushRead(entry: QueuedMessage): void {
    this.#head.push(entry);
  }

  /** Stores a taken message until it is released. */
  hold(message: PublishRequest, entry: QueuedMessage): void {
    this.#taken.set(message, entry);
    this.#takenBytes += entry.bytes;
  }

  release(message: PublishRequest): QueuedMessage | undefined {
    const entry = this.#taken.get(message);
    if (!entry) return undefined;
    this.#taken.delete(message);
    this.#takenBytes -= entry.bytes;
    return entry;
  }

  /** Returns all taken messages to their places. */
  rewind(): void {
    for (const entry of [...this.#taken.values()].toReversed()) {
      if (entry.writing) this.#writing.unshift(entry);
      else if (isUnsaved(entry)) this.#tail.unshift(entry);
      else this.#head.unshift(entry);
    }
    this.#taken.clear();
    this.#takenBytes = 0;
  }

  /** Messages on disk turned out to be older than those in memory, some of which may be in flight. */
  openGap(): void {
    this.hasGap = true;
    for (const entry of this.#taken.values()) entry.memoryOnly = true;
  }

  /**
   * The messages to write now, in order. `endWrite` must follow.
   * @param last also those marked `memoryOnly`
   */
  startWrite(last: boolean): QueuedMessage[] {
    const early = [...this.#taken.values(), ...this.#head].filter(
      (entry) => isUnsaved(entry) || (last && entry.memoryOnly && !entry.place),
    );
    while (this.#tail.first && !this.#exceeds(this.#writing.length, this.#writing.bytes, SHARES.batch)) {
      this.#writing.push(this.#tail.shift() as QueuedMessage);
    }
    const batch = [...early, ...this.#writing];
    for (const entry of batch) entry.writing = true;
    return batch;
  }

  /**
   * Ends a write: written messages join the head or, if that is long enough, leave memory; the others return to the
   * tail.
   * @returns the messages that left memory, in order
   */
  endWrite(batch: readonly QueuedMessage[]): QueuedMessage[] {
    for (const entry of batch) entry.writing = false;
    const evicted: QueuedMessage[] = [];
    const failed: QueuedMessage[] = [];
    for (const entry of this.#writing.drain()) {
      if (!entry.place) failed.push(entry);
      else if (!this.hasGap && !this.#exceeds(this.#head.length + 1, this.#head.bytes, SHARES.head)) {
        this.#head.push(entry);
      } else {
        this.hasGap = true;
        evicted.push(entry);
      }
    }
    for (const entry of failed.toReversed()) this.#tail.unshift(entry);
    return evicted;
  }

  /** Removes the oldest waiting message that is neither on disk nor being written. */
  removeOldest(): QueuedMessage | undefined {
    return this.#tail.shift();
  }

  /** Removes all waiting messages that are not on disk. */
  removeUnsaved(): QueuedMessage[] {
    const memoryOnly = this.#head.drain();
    for (const entry of memoryOnly) if (entry.place) this.#head.push(entry);
    return [...memoryOnly.filter(({ place }) => !place), ...this.#tail.drain()];
  }

  /** Removes all messages of a segment, including those in flight. Not allowed during a write. */
  removeSegment(segment: Segment): QueuedMessage[] {
    const removed: QueuedMessage[] = [];
    for (const [message, entry] of this.#taken) {
      if (entry.place?.segment !== segment) continue;
      this.release(message);
      removed.push(entry);
    }
    for (const entry of this.#head.drain()) {
      if (entry.place?.segment === segment) removed.push(entry);
      else this.#head.push(entry);
    }
    return removed;
  }

  clear(): void {
    this.#taken.clear();
    this.#takenBytes = 0;
    for (const line of [this.#head, this.#writing, this.#tail]) line.drain();
  }

  #exceeds(messages: number, bytes: number, share: number): boolean {
    return messages > this.#limits.messages * share || bytes > this.#limits.bytes * share;
  }
}

function isUnsaved({ place, writing, memoryOnly }: QueuedMessage): boolean {
  return !place && !writing && !memoryOnly;
}
