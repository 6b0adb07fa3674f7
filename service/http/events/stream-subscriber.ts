/** One open event stream. A reader that keeps up gets every event at once; a slow one gets what matters, when it can. */
import type { ServerResponse } from 'node:http';
import type { Clock } from '../../support/clock.ts';
import type { EventBatch } from './event-batch-writer.ts';
import type { ReaderBacklog, ReaderCursor } from './reader-backlog.ts';
import { encodeBody, idLine, type StreamEvent } from './stream-event.ts';

/** Keeps a quiet stream from being taken for a dead one. */
const HEARTBEAT = Buffer.from(':\n\n');

/** How soon a reader shall come back after a break, in milliseconds. */
const RETRY = Buffer.from('retry: 1000\n\n');

export interface EventReaderOptions {
  response: ServerResponse;
  boot: string;
  clock: Clock;
  /** Beyond so many unsent bytes it is slow. */
  slowBytes: number;
  /** Everything there is to know, each as it is in the moment in which it is taken. */
  snapshot(): Iterator<Buffer>;
  /** The sequence of the newest event that was offered. */
  newest(): number;
  /** What it has yet to hear while it is behind. */
  backlog: ReaderBacklog;
}

export class StreamSubscriber {
  readonly #options: EventReaderOptions;
  /** Everything up to here was sent: what a reader that comes back can resume from. 0 is before everything. */
  #informedTo = 0;
  #waitingSince: number | undefined;
  /** Where it is behind; undefined while it keeps up. */
  #place: ReaderCursor | undefined;
  /** What is left of everything there is to know: it comes before what happened since. */
  #snapshot: Iterator<Buffer> | undefined;
  /** To be sent next: what comes last has another id, so one is held until there is another. */
  #held: Buffer | undefined;

  constructor(options: EventReaderOptions) {
    this.#options = options;
  }

  /** Begins with the events after the last one the reader knows. */
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

  /** Begins with everything there is. @param reset tells the reader to forget what it knew */
  beginAnew(reset: boolean): void {
    this.#begin();
    this.#tellEverything(reset);
    this.#flush();
  }

  /** Every event since it began, in order. */
  offer({ events, bytes }: EventBatch): void {
    if (this.#place) return;
    if (this.#isSlow()) {
      this.#place = this.#options.backlog.open(this.#informedTo, []);
      return;
    }
    this.#informedTo = events.at(-1)?.sequence ?? this.#informedTo;
    this.#write(bytes);
  }

  /** For a quiet stream. A slow reader has enough to read. */
  beat(): void {
    if (this.#waitingSince === undefined) this.#write(HEARTBEAT);
  }

  /** For how long what was sent waits without having been taken whole, in milliseconds. */
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

  #tellEverything(reset: boolean): void {
    const { backlog, snapshot, newest } = this.#options;
    this.#catchUp();
    this.#informedTo = 0;
    if (reset) this.#writeWithId(encodeBody('reset', {}));
    this.#place = backlog.open(newest(), []);
    this.#snapshot = snapshot();
  }

  /**
   * Sends what waits, as far as the reader takes it. Until the last of it the id stays at what the reader was informed
   * to before: a break in between then repeats something, and loses nothing.
   */
  #flush(): void {
    while (this.#place && !this.#isSlow()) {
      if (this.#place.isLost) this.#tellEverything(true);
      const next = this.#next();
      if (!next) this.#informedTo = this.#options.newest();
      if (this.#held) this.#writeWithId(this.#held);
      // An id without data only moves the id: for a reader to whom there was nothing else to say.
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

  /** Is no longer behind, whatever waits. */
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
