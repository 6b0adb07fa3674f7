/** The recent events without a gap, for readers that come back: bounded by count and by bytes, oldest out first. */
import type { StreamEvent } from './stream-event.ts';

export interface EventRingOptions {
  maxEvents: number;
  maxBytes: number;
}

export class EventRing {
  readonly #events = new Map<number, StreamEvent>();
  readonly #options: EventRingOptions;
  /** The sequence of the oldest event kept; when none is, of the next to come. */
  #first = 1;
  #next = 1;
  #bytes = 0;

  constructor(options: EventRingOptions) {
    this.#options = options;
  }

  /** The sequence the next event must have. */
  get next(): number {
    return this.#next;
  }

  push(event: StreamEvent): void {
    this.#events.set(event.sequence, event);
    this.#bytes += event.frame.length;
    this.#next = event.sequence + 1;
    const { maxEvents, maxBytes } = this.#options;
    while (this.#events.size > maxEvents || this.#bytes > maxBytes) this.#dropOldest();
  }

  /** Counts an event that nobody will ask for, and forgets those before it: there would be a gap. */
  skip(): void {
    this.#events.clear();
    this.#bytes = 0;
    this.#next += 1;
    this.#first = this.#next;
  }

  /** Everything after an event; undefined when some of it is no longer, or the sequence never was. */
  since(sequence: number): StreamEvent[] | undefined {
    if (sequence < this.#first - 1 || sequence >= this.#next) return undefined;
    const events: StreamEvent[] = [];
    for (let wanted = sequence + 1; wanted < this.#next; wanted += 1) {
      const event = this.#events.get(wanted);
      if (event) events.push(event);
    }
    return events;
  }

  #dropOldest(): void {
    this.#bytes -= this.#events.get(this.#first)?.frame.length ?? 0;
    this.#events.delete(this.#first);
    this.#first += 1;
  }
}
