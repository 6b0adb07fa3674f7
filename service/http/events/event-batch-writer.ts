/** Collects the events of one turn of the event loop, for one write to each reader. */
import type { StreamEvent } from './stream-event.ts';

/** Bytes from which on events are sent without waiting for the end of the turn. */
const MAX_BYTES = 64 * 1024;

export interface EventBatch {
  events: readonly StreamEvent[];
  /** All frames, shared by all readers. */
  bytes: Buffer;
}

export class EventBatchWriter {
  readonly #deliver: (batch: EventBatch) => void;
  #events: StreamEvent[] = [];
  #bytes = 0;
  #due: NodeJS.Immediate | undefined;

  /** @param deliver called at the end of the turn, at the size limit, or by `flush` */
  constructor(deliver: (batch: EventBatch) => void) {
    this.#deliver = deliver;
  }

  /** Number of collected events. */
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
