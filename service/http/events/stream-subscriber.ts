/** One open event stream. A slow reader gets only the latest state. */
import type { ServerResponse } from 'node:http';
import type { Clock } from '../../support/clock.ts';
import type { ReaderBacklog, ReaderCursor } from './reader-backlog.ts';
import { encodeBody, idLine, type StreamEvent } from './stream-event.ts';

/** Bytes from which on events are sent without waiting for the end of the turn. */
const MAX_BYTES = 64 * 1024;

export interface EventBatch {
  events: readonly StreamEvent[];
  /** All frames, shared by all readers. */
  bytes: Buffer;
}

/** Collects the events of one turn of the event loop, for one write to each reader. */
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

/** Keeps a quiet stream open. */
const HEARTBEAT = Buffer.from(':\n\n');

/** Time after which a reader reconnects, in milliseconds. */
const RETRY = Buffer.from('retry: 1000\n\n');

export interface EventReaderOptions {
  response: ServerResponse;
  boot: string;
  clock: Clock;
  /** Unsent bytes from which on the reader is slow. */
  slowBytes: number;
  /** The initial state, each event as of the time it is taken. */
  snapshot(): Iterator<Buffer>;
  /** The sequence of the latest event. */
  newest(): number;
  /** The pending events while the reader is slow. */
  backlog: ReaderBacklog;
}

export class StreamSubscriber {
  readonly #options: EventReaderOptions;
  /** The last sequence that was sent completely, from which a reader can resume. 0 is before the first event. */
  #informedTo = 0;
  #waitingSince: number | undefined;
  /** The position in the backlog; undefined while the reader is not slow. */
  #place: ReaderCursor | undefined;
  /** The rest of the initial state. It is sent before the events since. */
  #snapshot: Iterator<Buffer> | undefined;
  /** The next event to send. The last one gets another ID, so one is held back. */
  #held: Buffer | undefined;

  constructor(options: EventReaderOptions) {
    this.#options = options;
  }

  /** Starts with the events after the last one that the reader received. */
  resume(from: number, missed: readonly StreamEvent[]): void {
    this.#begin();
    this.#informedTo = from;
    for (const [index, { frame, sequence }] of missed.entries()) {
      if (this.#isSlow()) {
        this.#place = this.#options.backlog.open(this.#informedTo, missed.slice(index));
        return;
      }
      this.#informedTo = sequence;
      this.#write(frame);
    }
  }

  /** Starts with the initial state. @param reset tells the reader to discard its state */
  resend(reset: boolean): void {
    this.#begin();
    this.#sendEverything(reset);
    this.#flush();
  }

  /** Must be called with every later event, in order. */
  offer({ events, bytes }: EventBatch): void {
    if (this.#place) return;
    if (this.#isSlow()) {
      this.#place = this.#options.backlog.open(this.#informedTo, []);
      return;
    }
    this.#informedTo = events.at(-1)?.sequence ?? this.#informedTo;
    this.#write(bytes);
  }

  /** Writes a comment to a quiet stream. A slow reader has data to read. */
  beat(): void {
    if (this.#waitingSince === undefined) this.#write(HEARTBEAT);
  }

  /** Time since the reader last accepted all data, in milliseconds. */
  stalledMs(): number {
    return this.#waitingSince === undefined ? 0 : this.#options.clock.monotonic() - this.#waitingSince;
  }

  end(): void {
    this.#options.response.end();
  }

  destroy(): void {
    this.#options.response.destroy();
  }

  #begin(): void {
    const { response } = this.#options;
    response.on('drain', () => {
      this.#waitingSince = undefined;
      this.#flush();
    });
    response.once('close', () => this.#catchUp());
    this.#write(RETRY);
  }

  #isSlow(): boolean {
    const { response, slowBytes } = this.#options;
    return response.writableNeedDrain && response.writableLength > slowBytes;
  }

  #write(bytes: Buffer): void {
    const { response, clock } = this.#options;
    if (response.destroyed || response.writableEnded) return;
    if (!response.write(bytes)) this.#waitingSince ??= clock.monotonic();
  }

  #sendEverything(reset: boolean): void {
    const { backlog, snapshot, newest } = this.#options;
    this.#catchUp();
    this.#informedTo = 0;
    if (reset) this.#writeWithId(encodeBody('reset', {}));
    this.#place = backlog.open(newest(), []);
    this.#snapshot = snapshot();
  }

  /**
   * Sends pending events while the reader accepts them. The ID stays at the last complete one until the end: resuming
   * before then repeats events and loses none.
   */
  #flush(): void {
    while (this.#place && !this.#isSlow()) {
      if (this.#place.isLost) this.#sendEverything(true);
      const next = this.#next();
      if (!next) this.#informedTo = this.#options.newest();
      if (this.#held) this.#writeWithId(this.#held);
      // A block with only an ID moves the ID, if there was nothing to send.
      else if (!next) this.#write(Buffer.concat([this.#idBytes(), Buffer.from('\n')]));
      this.#held = next;
      if (!next) this.#catchUp();
    }
  }

  #next(): Buffer | undefined {
    const { done, value } = this.#snapshot?.next() ?? { done: true };
    if (!done) return value;
    this.#snapshot = undefined;
    return this.#place?.next();
  }

  /** Discards the pending events. */
  #catchUp(): void {
    if (this.#place) this.#options.backlog.close(this.#place);
    this.#place = undefined;
    this.#snapshot = undefined;
    this.#held = undefined;
  }

  #writeWithId(body: Buffer): void {
    this.#write(this.#idBytes());
    this.#write(body);
  }

  #idBytes(): Buffer {
    return Buffer.from(idLine(this.#options.boot, this.#informedTo));
  }
}
