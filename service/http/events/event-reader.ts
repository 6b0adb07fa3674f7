/** One open event stream. A reader that keeps up gets every event at once; a slow one gets what matters, when it can. */
import type { ServerResponse } from 'node:http';
import type { Clock } from '../../support/clock.ts';
import { Pending } from './pending.ts';
import { type EventBody, encodeBody, idLine, type StreamEvent } from './stream-event.ts';

/** Keeps a quiet stream from being taken for a dead one. */
const HEARTBEAT = Buffer.from(':\n\n');

/** How soon a reader shall come back after a break, in milliseconds. */
const RETRY = Buffer.from('retry: 1000\n\n');

/** With more devices and troubles waiting than this the reader is told everything anew instead. */
const MAX_PENDING = 20_000;

export interface EventReaderOptions {
  response: ServerResponse;
  boot: string;
  clock: Clock;
  /** Beyond so many unsent bytes it is slow. */
  slowBytes: number;
  /** Everything there is to know at the moment. */
  snapshot(): EventBody[];
  /** The sequence of the newest event. */
  newest(): number;
  /** Takes the number of readings that were left out. */
  leftOut(readings: number): void;
}

export class EventReader {
  readonly #options: EventReaderOptions;
  readonly #pending = new Pending();
  /** Everything up to here was sent: what a reader that comes back can resume from. 0 is before everything. */
  #informedTo = 0;
  #waitingSince: number | undefined;
  #resetDue = false;

  constructor(options: EventReaderOptions) {
    this.#options = options;
  }

  /** Begins with the events after the last one the reader knows. */
  resume(from: number, missed: readonly StreamEvent[]): void {
    this.#begin();
    this.#informedTo = from;
    for (const event of missed) this.offer(event);
  }

  /** Begins with everything there is. @param reset tells the reader to forget what it knew */
  beginAnew(reset: boolean): void {
    this.#begin();
    this.#resetDue = reset;
    this.#fillWithEverything();
    this.#flush();
  }

  offer(event: StreamEvent): void {
    if (this.#pending.size === 0 && !this.#resetDue && !this.#isSlow()) {
      this.#informedTo = event.sequence;
      this.#write(event.frame);
      return;
    }
    let leftOut = this.#pending.add(event);
    if (this.#resetDue || this.#pending.size > MAX_PENDING) {
      leftOut += this.#pending.clear();
      this.#resetDue = true;
    }
    this.#options.leftOut(leftOut);
  }

  /** For a quiet stream. A slow reader has enough to read. */
  beat(): void {
    if (this.#waitingSince === undefined) this.#write(HEARTBEAT);
  }

  /** For how long it has taken nothing although there was something to take, in milliseconds. */
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

  #fillWithEverything(): void {
    this.#pending.clear();
    for (const event of this.#options.snapshot()) this.#pending.add(event);
  }

  /**
   * Sends what waits, as far as the reader takes it. Until the last of it the id stays at what the reader was informed
   * to before: a break in between then repeats something, and loses nothing.
   */
  #flush(): void {
    if (this.#isSlow()) return;
    if (this.#resetDue) {
      this.#resetDue = false;
      this.#informedTo = 0;
      this.#fillWithEverything();
      this.#writeWithId(encodeBody('reset', {}));
    }
    while (!this.#isSlow()) {
      const body = this.#pending.take();
      if (!body) break;
      if (this.#pending.size === 0) this.#informedTo = this.#options.newest();
      this.#writeWithId(body);
    }
    this.#markInformed();
  }

  #writeWithId(body: Buffer): void {
    this.#write(Buffer.concat([this.#idBytes(), body]));
  }

  /** An id without data only moves the id: for a reader to whom there was nothing else to say. */
  #markInformed(): void {
    const newest = this.#options.newest();
    if (this.#pending.size > 0 || this.#informedTo === newest) return;
    this.#informedTo = newest;
    this.#write(Buffer.concat([this.#idBytes(), Buffer.from('\n')]));
  }

  #idBytes(): Buffer {
    return Buffer.from(idLine(this.#options.boot, this.#informedTo));
  }
}
