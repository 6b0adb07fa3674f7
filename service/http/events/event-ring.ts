/** Recent events without a gap, for readers that reconnect. Limited in number and bytes; the oldest are discarded. */
import type { StreamEvent } from './stream-event.ts';

export interface EventRingOptions {
  maxEvents: number;
  maxBytes: number;
}

export class EventRing {
  readonly #events = new Map<number, StreamEvent>();
  readonly #options: EventRingOptions;
  /** The sequence of the oldest stored event; without any, of the next one. */
  #first = 1;
  #next = 1;
  #bytes = 0;

  constructor(options: EventRingOptions) {
    this.#options = options;
  }

  /** The sequence of the next event. */
  get next(): number {
    return this.#next;
  }

  push(event: StreamEvent): void {
    this.#events.set(event.sequence, event);
    this.#bytes += event.frame.length;
    this.#next = event.sequence + 1;
    const { maxEvents, maxBytes } = this.#options;
    while (this.#events.size > maxEvents || this.#bytes > maxBytes) this.#discardOldest();
  }

  /** Counts an event without storing it, and discards the earlier ones: there would be a gap. */
  skip(): void {
    this.#events.clear();
    this.#bytes = 0;
    this.#next += 1;
    this.#first = this.#next;
  }

  /** All events after a sequence; undefined if some were discarded, or the sequence is unknown. */
  since(sequence: number): StreamEvent[] | undefined {
    if (sequence < this.#first - 1 || sequence >= this.#next) return undefined;
    const events: StreamEvent[] = [];
    for (let wanted = sequence + 1; wanted < this.#next; wanted += 1) {
      const event = this.#events.get(wanted);
      if (event) events.push(event);
    }
    return events;
  }

  #discardOldest(): void {
    this.#bytes -= this.#events.get(this.#first)?.frame.length ?? 0;
    this.#events.delete(this.#first);
    this.#first += 1;
  }
}
