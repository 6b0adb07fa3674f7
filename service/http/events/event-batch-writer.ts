/** Gathers the events of one turn of the event loop, so that each reader is written to once for all of them. */
import type { StreamEvent } from './stream-event.ts';

/** So many bytes go out at once: a long burst is no reason to hold all of it back. */
const MAX_BYTES = 64 * 1024;

/** Events in a row. */
export interface EventBatch {
  events: readonly StreamEvent[];
  /** All their frames. The bytes are shared by all readers. */
  bytes: Buffer;
}

export class EventBatchWriter {
  readonly #deliver: (batch: EventBatch) => void;
  #events: StreamEvent[] = [];
  #bytes = 0;
  #due: NodeJS.Immediate | undefined;

  /** @param deliver takes what was gathered: at the end of the turn, when it is much, or when it is told to */
  constructor(deliver: (batch: EventBatch) => void) {
    this.#deliver = deliver;
  }

  /** How many events wait. */
  get size(): number {
    return this.#events.length;
  }

  add(event: StreamEvent): void {
    this.#events.push(event);
    this.#bytes += event.frame.length;
    if (this.#bytes >= MAX_BYTES) this.flush();
    else this.#due ??= setImmediate(() => this.flush());
  }

  flush(): void {
    clearImmediate(this.#due);
    this.#due = undefined;
    const [first, ...others] = this.#events;
    if (!first) return;
    const events = this.#events;
    const bytes = others.length === 0 ? first.frame : Buffer.concat(events.map(({ frame }) => frame));
    this.#events = [];
    this.#bytes = 0;
    this.#deliver({ events, bytes });
  }
}
