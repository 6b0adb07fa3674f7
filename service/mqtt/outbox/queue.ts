import type { PublishRequest } from '../types.ts';
import { MessageDeque } from './message-deque.ts';
import type { QueuedMessage, Segment } from './queued-message.ts';

/** Messages, and bytes of topics and payloads. */
export interface QueueSize {
  messages: number;
  bytes: number;
}

/** How the memory is shared out. */
const SHARES = {
  /** What is on its way. */
  taken: 1 / 4,
  /** What is on disk too: the beginning of what waits. */
  head: 1 / 4,
  /** What is not on disk yet. */
  unsaved: 1 / 2,
  /** With so much of that in the tail it is time to write; and so much is written at a time. */
  batch: 1 / 4,
} as const;

/**
 * The part of the queue that is in memory, in this order: what was taken; the head, which is on disk too; the gap, which
 * is on disk alone; what is being written; and the tail.
 */
export class MemoryQueue {
  readonly #limits: QueueSize;
  readonly #taken = new Map<PublishRequest, QueuedMessage>();
  #takenBytes = 0;
  readonly #head = new MessageDeque();
  #hasGap = true;
  readonly #writing = new MessageDeque();
  readonly #tail = new MessageDeque();

  /** @param limits the most that is kept in memory; there is a gap at first, since nothing is known of the disk */
  constructor(limits: QueueSize) {
    this.#limits = limits;
  }

  get messages(): number {
    return this.#taken.size + this.#head.length + this.#writing.length + this.#tail.length;
  }

  get bytes(): number {
    return this.#takenBytes + this.#head.bytes + this.#writing.bytes + this.#tail.bytes;
  }

  /** Whether there is, or may be, something on disk alone. While there is, nothing behind it can be taken. */
  get hasGap(): boolean {
    return this.#hasGap;
  }

  set hasGap(hasGap: boolean) {
    this.#hasGap = hasGap;
  }

  /** Whether more waits that is not on disk than may. */
  get isFull(): boolean {
    const messages = this.#writing.length + this.#tail.length;
    return this.#exceeds(messages, this.#writing.bytes + this.#tail.bytes, SHARES.unsaved);
  }

  /** Whether so much waits to be written that it should be soon. */
  get isPressing(): boolean {
    return this.#exceeds(this.#tail.length, this.#tail.bytes, SHARES.batch);
  }

  /** Whether no more may be on its way than is. */
  get isTakenFull(): boolean {
    return this.#exceeds(this.#taken.size + 1, this.#takenBytes, SHARES.taken);
  }

  /** How much is to be read ahead; undefined while there is enough. */
  get wanted(): QueueSize | undefined {
    if (!this.#hasGap || this.#exceeds(this.#head.length, this.#head.bytes, SHARES.head / 2)) return undefined;
    return {
      messages: Math.ceil(this.#limits.messages * SHARES.head) - this.#head.length,
      bytes: Math.ceil(this.#limits.bytes * SHARES.head) - this.#head.bytes,
    };
  }

  /** The sequence of the oldest message that is to be written; Infinity where there is none. */
  get oldestUnsaved(): number {
    for (const entry of this.#taken.values()) if (isUnsaved(entry)) return entry.sequence;
    return this.#tail.first?.sequence ?? Infinity;
  }

  /** The next to be taken, where it is in memory. */
  get next(): QueuedMessage | undefined {
    return this.#head.first ?? (this.#hasGap ? undefined : (this.#writing.first ?? this.#tail.first));
  }

  /** Removes the next one. */
  shift(): QueuedMessage | undefined {
    return this.#head.shift() ?? (this.#hasGap ? undefined : (this.#writing.shift() ?? this.#tail.shift()));
  }

  push(entry: QueuedMessage): void {
    this.#tail.push(entry);
  }

  /** Adds what was read from the beginning of the gap. */
  pushRead(entry: QueuedMessage): void {
    this.#head.push(entry);
  }

  /** Remembers what was taken, until it is released. */
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

  /** Everything taken goes back to where it was. */
  rewind(): void {
    for (const entry of [...this.#taken.values()].toReversed()) {
      if (entry.writing) this.#writing.unshift(entry);
      else if (isUnsaved(entry)) this.#tail.unshift(entry);
      else this.#head.unshift(entry);
    }
    this.#taken.clear();
    this.#takenBytes = 0;
  }

  /** Older messages were found on disk than those in memory, of which some may be on their way. */
  openGap(): void {
    this.#hasGap = true;
    for (const entry of this.#taken.values()) entry.memoryOnly = true;
  }

  /**
   * The messages to be written now, in order. `endWrite` must follow.
   * @param last also those that were to stay in memory alone
   */
  beginWrite(last: boolean): QueuedMessage[] {
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
   * Ends the writing of a batch: what is on disk now joins the head or, where that is long enough, leaves memory; what
   * is not goes back to the tail.
   * @returns what left memory, in order
   */
  endWrite(batch: readonly QueuedMessage[]): QueuedMessage[] {
    for (const entry of batch) entry.writing = false;
    const evicted: QueuedMessage[] = [];
    const failed: QueuedMessage[] = [];
    for (const entry of this.#writing.drain()) {
      if (!entry.place) failed.push(entry);
      else if (!this.#hasGap && !this.#exceeds(this.#head.length + 1, this.#head.bytes, SHARES.head)) {
        this.#head.push(entry);
      } else {
        this.#hasGap = true;
        evicted.push(entry);
      }
    }
    for (const entry of failed.toReversed()) this.#tail.unshift(entry);
    return evicted;
  }

  /** Removes the oldest that waits and is neither on disk nor being written. */
  dropOldest(): QueuedMessage | undefined {
    return this.#tail.shift();
  }

  /** Removes all that waits and is not on disk. */
  dropUnsaved(): QueuedMessage[] {
    const memoryOnly = this.#head.drain();
    for (const entry of memoryOnly) if (entry.place) this.#head.push(entry);
    return [...memoryOnly.filter(({ place }) => !place), ...this.#tail.drain()];
  }

  /** Removes all of a segment, what is on its way included. Not while something is being written. */
  dropSegment(segment: Segment): QueuedMessage[] {
    const dropped: QueuedMessage[] = [];
    for (const [message, entry] of this.#taken) {
      if (entry.place?.segment !== segment) continue;
      this.release(message);
      dropped.push(entry);
    }
    for (const entry of this.#head.drain()) {
      if (entry.place?.segment === segment) dropped.push(entry);
      else this.#head.push(entry);
    }
    return dropped;
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

/** Whether a message is to be written. */
function isUnsaved({ place, writing, memoryOnly }: QueuedMessage): boolean {
  return !place && !writing && !memoryOnly;
}
