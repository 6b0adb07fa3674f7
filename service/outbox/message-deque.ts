import type { QueuedMessage } from './queued-message.ts';

const LEAST_CAPACITY = 64;

/** A double-ended queue with constant-time operations and a byte count. */
export class MessageDeque {
  /** A ring; its capacity is a power of two. */
  #items: (QueuedMessage | undefined)[] = Array.from({ length: LEAST_CAPACITY });
  #front = 0;
  #length = 0;
  #bytes = 0;

  get length(): number {
    return this.#length;
  }

  /** Of topics and payloads. */
  get bytes(): number {
    return this.#bytes;
  }

  get first(): QueuedMessage | undefined {
    return this.#length > 0 ? this.#items[this.#front] : undefined;
  }

  push(entry: QueuedMessage): void {
    this.#grow();
    this.#items[(this.#front + this.#length) & (this.#items.length - 1)] = entry;
    this.#length += 1;
    this.#bytes += entry.bytes;
  }

  unshift(entry: QueuedMessage): void {
    this.#grow();
    this.#front = (this.#front - 1) & (this.#items.length - 1);
    this.#items[this.#front] = entry;
    this.#length += 1;
    this.#bytes += entry.bytes;
  }

  shift(): QueuedMessage | undefined {
    if (this.#length === 0) return undefined;
    const at = this.#front;
    this.#front = (at + 1) & (this.#items.length - 1);
    return this.#remove(at);
  }

  pop(): QueuedMessage | undefined {
    if (this.#length === 0) return undefined;
    return this.#remove((this.#front + this.#length - 1) & (this.#items.length - 1));
  }

  /** Removes all messages; returns them in order. */
  drain(): QueuedMessage[] {
    const entries = [...this];
    this.#items = Array.from({ length: LEAST_CAPACITY });
    this.#front = 0;
    this.#length = 0;
    this.#bytes = 0;
    return entries;
  }

  *[Symbol.iterator](): Iterator<QueuedMessage> {
    for (let index = 0; index < this.#length; index += 1) {
      yield this.#items[(this.#front + index) & (this.#items.length - 1)] as QueuedMessage;
    }
  }

  #remove(at: number): QueuedMessage {
    const entry = this.#items[at] as QueuedMessage;
    this.#items[at] = undefined;
    this.#length -= 1;
    this.#bytes -= entry.bytes;
    if (this.#items.length > LEAST_CAPACITY && this.#length < this.#items.length / 8) {
      this.#resize(this.#items.length / 2);
    }
    return entry;
  }

  #grow(): void {
    if (this.#length === this.#items.length) this.#resize(this.#items.length * 2);
  }

  #resize(capacity: number): void {
    const items: (QueuedMessage | undefined)[] = Array.from({ length: capacity });
    for (let index = 0; index < this.#length; index += 1) {
      items[index] = this.#items[(this.#front + index) & (this.#items.length - 1)];
    }
    this.#items = items;
    this.#front = 0;
  }
}
