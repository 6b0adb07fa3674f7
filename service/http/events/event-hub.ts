/** All event streams of `/app/v1/events`: numbers the events, stores recent ones, and sends them to each reader. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Registry } from '../../devices/registry.ts';
import type { Clock } from '../../support/clock.ts';
import { MensuraError } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import type { HttpLimits } from '../options.ts';
import { EventRing } from './event-ring.ts';
import { ReaderBacklog } from './reader-backlog.ts';
import { createEvent, type UnsequencedEvent } from './stream-event.ts';
import { type EntitySource, StreamPublisher } from './stream-publisher.ts';
import { type EventBatch, EventBatchWriter, StreamSubscriber } from './stream-subscriber.ts';

/** Time for which events are stored without readers, in milliseconds. */
const RETAINED_WITHOUT_READERS_MS = 60_000;

/** Maximum pending entities of slow readers; beyond that they start over. */
const MAX_WAITING = 20_000;

export interface EventHubOptions {
  registry: Registry;
  sources: readonly EntitySource[];
  clock: Clock;
  logger: Logger;
  limits: HttpLimits;
}

export class EventHub {
  readonly #options: EventHubOptions;
  readonly #announcer: StreamPublisher;
  readonly #ring: EventRing;
  /** ID of this run of the service: events of another run cannot be resumed. */
  readonly #boot = randomBytes(6).toString('hex');
  readonly #readers = new Set<StreamSubscriber>();
  readonly #backlog: ReaderBacklog;
  readonly #outgoing = new EventBatchWriter((batch) => this.#deliver(batch));
  #coalescedTotal = 0;
  #lastReaderAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: EventHubOptions) {
    this.#options = options;
    const { limits } = options;
    this.#announcer = new StreamPublisher({ ...options, publish: (make) => this.#publish(make) });
    this.#ring = new EventRing({ maxEvents: limits.bufferedEvents, maxBytes: limits.bufferedEventBytes });
    this.#backlog = new ReaderBacklog({
      maxSubjects: MAX_WAITING,
      leftOut: (readings) => {
        this.#coalescedTotal += readings;
      },
    });
  }

  get streams(): number {
    return this.#readers.size;
  }

  get coalescedTotal(): number {
    return this.#coalescedTotal;
  }

  start(): void {
    // Earlier events were never sent: an ID of 0 cannot be resumed.
    this.#ring.skip();
    this.#announcer.start();
    this.#timer ??= setInterval(() => this.#beat(), this.#options.limits.heartbeatMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#announcer.stop();
    this.endStreams();
  }

  /** Readers can reconnect, and are checked again then. */
  endStreams(): void {
    this.#outgoing.flush();
    for (const reader of this.#readers) reader.end();
  }

  /**
   * Turns a response into a stream. HEAD gets only the headers.
   * @throws MensuraError `too-many`
   */
  open({ method, headers }: IncomingMessage, response: ServerResponse): void {
    const { clock, limits } = this.#options;
    if (this.#readers.size >= limits.maxStreams) {
      throw new MensuraError(
        'too-many',
        `The limit of ${limits.maxStreams} event streams is reached. Close one and try again.`,
      );
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' });
    if (method === 'HEAD') {
      response.end();
      return;
    }
    response.socket?.setNoDelay(true);
    const reader = new StreamSubscriber({
      response,
      boot: this.#boot,
      clock,
      slowBytes: limits.slowReaderBytes,
      snapshot: () => this.#announcer.snapshot(),
      newest: () => this.#ring.next - 1 - this.#outgoing.size,
      backlog: this.#backlog,
    });
    // Earlier events are not for the new reader.
    this.#outgoing.flush();
    this.#readers.add(reader);
    response.once('close', () => {
      this.#readers.delete(reader);
      this.#lastReaderAt = clock.monotonic();
    });
    this.#inform(reader, headers['last-event-id']);
  }

  #inform(reader: StreamSubscriber, lastId: string | string[] | undefined): void {
    if (!lastId) {
      reader.resend(false);
      return;
    }
    const [boot, sequence] = String(lastId).split('-');
    const from = boot === this.#boot && /^\d{1,15}$/.test(sequence ?? '') ? Number(sequence) : undefined;
    const missed = from === undefined ? undefined : this.#ring.since(from);
    if (from === undefined || !missed) reader.resend(true);
    else reader.resume(from, missed);
  }

  #publish(make: () => UnsequencedEvent): void {
    const idle = this.#readers.size === 0;
    if (idle && this.#options.clock.monotonic() - this.#lastReaderAt > RETAINED_WITHOUT_READERS_MS) {
      this.#outgoing.flush();
      this.#ring.skip();
      return;
    }
    const event = createEvent(this.#boot, this.#ring.next, make());
    this.#ring.push(event);
    this.#outgoing.add(event);
  }

  #deliver(batch: EventBatch): void {
    for (const reader of this.#readers) reader.offer(batch);
    for (const event of batch.events) this.#backlog.add(event);
  }

  #beat(): void {
    for (const reader of this.#readers) {
      if (reader.stalledMs() > this.#options.limits.stalledReaderMs) {
        this.#options.logger.warn('disconnected an event stream client (did not read)');
        reader.destroy();
      } else reader.beat();
    }
  }
}
