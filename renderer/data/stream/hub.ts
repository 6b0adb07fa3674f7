/**
 * Owns the browser's only event stream and forwards it to every window. Runs in a shared worker, or in the page where
 * there are none.
 */
import type { AppStatus, StreamEvent } from '../../../service/contract/index.ts';
import { backoffDelay } from '../../../service/support/backoff.ts';
import { type Pause, pause } from '../pause.ts';
import { readEventStream } from './event-stream.ts';
import type { Connection, ToWindow } from './messages.ts';
import { EntityMirror } from './mirror.ts';

/** Events are sent to windows in batches: a message per event would cost more than its content. */
const BATCH_MS = 40;

const STATUS_MS = 2000;

/** Between two attempts to reach the service. */
const RETRY = { firstMs: 250, longestMs: 5000 } as const;

const RESET: StreamEvent = { name: 'reset', data: {} };

export type HubWindow = (message: ToWindow) => void;

export class StreamHub {
  readonly #base: string;
  readonly #mirror = new EntityMirror();
  readonly #windows = new Set<HubWindow>();
  #connection: Connection = { state: 'connecting' };
  #status: AppStatus | null = null;
  #lastEventId = '';
  #batch: StreamEvent[] = [];
  #batchTimer: ReturnType<typeof setTimeout> | undefined;
  #opened = false;
  /** Whether the mirror has the whole initial state. */
  #isComplete = false;
  #running: AbortController | undefined;
  #streamPause: Pause | undefined;
  #statusPause: Pause | undefined;

  /** @param base as `http://127.0.0.1:11395` */
  constructor(base: string) {
    this.#base = base;
  }

  /** Sends a new window the whole state; the first window starts the stream. */
  attach(window: HubWindow): void {
    this.#windows.add(window);
    this.#flush();
    window({ kind: 'snapshot', events: this.#mirror.replay(), connection: this.#connection, status: this.#status });
    if (this.#running) return;
    this.#running = new AbortController();
    void this.#keepStream(this.#running.signal);
    void this.#keepStatus(this.#running.signal);
  }

  /** The last window stops the stream. */
  detach(window: HubWindow): void {
    this.#windows.delete(window);
    if (this.#windows.size > 0) return;
    this.#running?.abort();
    this.#running = undefined;
    clearTimeout(this.#batchTimer);
    this.#batchTimer = undefined;
    this.#batch = [];
    this.#mirror.apply(RESET);
    this.#isComplete = false;
    this.#lastEventId = '';
    this.#connection = { state: 'connecting' };
  }

  /** Retries now. */
  retry(): void {
    this.#streamPause?.end();
  }

  async #keepStream(signal: AbortSignal): Promise<void> {
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      const cause = await this.#readStream(signal);
      if (signal.aborted) return;
      this.#flush();
      const known = this.#connection;
      if (known.state === 'live') attempt = 1;
      this.#connect({ state: 'unreachable', since: known.state === 'unreachable' ? known.since : Date.now(), cause });
      this.#streamPause = pause(backoffDelay(RETRY, attempt), signal);
      await this.#streamPause.done;
    }
  }

  /** @returns why the stream ended */
  async #readStream(signal: AbortSignal): Promise<string> {
    try {
      await readEventStream({
        url: `${this.#base}/app/v1/events`,
        lastEventId: this.#lastEventId,
        signal,
        onOpen: () => {
          // Without a resume position all devices are sent again: the known ones may be gone.
          if (!this.#lastEventId) this.#take(RESET);
          this.#opened = true;
          this.#scheduleFlush();
        },
        onEvent: (event, lastEventId) => {
          this.#lastEventId = lastEventId;
          this.#take(event);
        },
      });
      return 'The service closed the connection.';
    } catch (error) {
      // `fetch` reports "Failed to fetch" for every network failure.
      return error instanceof TypeError || !(error instanceof Error)
        ? `No response from ${this.#base}.`
        : error.message;
    }
  }

  async #keepStatus(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // A late status does not matter while the stream is live.
      const status = this.#connection.state === 'live' ? ((await this.#readStatus(signal)) ?? this.#status) : null;
      if (signal.aborted) return;
      this.#status = status;
      this.#send({ kind: 'status', status });
      this.#statusPause = pause(STATUS_MS, signal);
      await this.#statusPause.done;
    }
  }

  async #readStatus(signal: AbortSignal): Promise<AppStatus | null> {
    try {
      const response = await fetch(`${this.#base}/app/v1/status`, {
        cache: 'no-store',
        signal: AbortSignal.any([signal, AbortSignal.timeout(STATUS_MS)]),
      });
      return response.ok ? ((await response.json()) as AppStatus) : null;
    } catch {
      // The stream fails too and notifies the windows.
      return null;
    }
  }

  #take(event: StreamEvent): void {
    this.#mirror.apply(event);
    if (event.name === 'ready') this.#isComplete = true;
    else if (event.name === 'reset') this.#isComplete = false;
    this.#batch.push(event);
    this.#scheduleFlush();
  }

  #scheduleFlush(): void {
    this.#batchTimer ??= setTimeout(() => this.#flush(), BATCH_MS);
  }

  #flush(): void {
    clearTimeout(this.#batchTimer);
    this.#batchTimer = undefined;
    const events = this.#batch;
    this.#batch = [];
    if (events.length > 0) this.#send({ kind: 'events', events });
    // Live before the initial state is complete, a window would show "no devices".
    if (!this.#opened || !this.#isComplete) return;
    this.#opened = false;
    this.#connect({ state: 'live', since: Date.now() });
  }

  #connect(connection: Connection): void {
    this.#connection = connection;
    this.#send({ kind: 'connection', connection });
    this.#statusPause?.end();
  }

  #send(message: ToWindow): void {
    for (const window of this.#windows) window(message);
  }
}
