/** Writes the waiting lines of one database, in batches, and decides when to retry. */
import type { DatabaseError, DatabaseState } from '../contract/index.ts';
import type { MessageSource, PublishRequest } from '../outbox/types.ts';
import { NO_SECRETS } from '../secrets/secrets.ts';
import { CertificateError, createTlsContext } from '../secrets/tls-context.ts';
import { backoffDelay, withJitter } from '../support/backoff.ts';
import { CancellableDelay } from '../support/cancellable-delay.ts';
import type { Clock } from '../support/clock.ts';
import { Emitter, logListenerErrors } from '../support/emitter.ts';
import { errorText } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';
import { type Failure, failure, SECRET_NEEDED, toDatabaseError } from './failures.ts';
import { LineWriter, type PendingLine } from './line-writer.ts';
import type { DatabaseConfig, DatabaseSessionStatus } from './types.ts';
import { writeEndpoint } from './write-endpoint.ts';

/** For the outbox of a database: as long as the server keeps up at 10,000 lines a second, nothing is written to disk. */
export const OUTBOX_LIMITS = {
  /** Longer than lines wait for others and a request takes. */
  flushMs: 2500,
  /** A quarter is more than a batch and what arrives until the next check. */
  memoryMessages: 40_000,
};

export const DEFAULT_SESSION_LIMITS = {
  /** Lines of one request. The outbox gives as many at a time. */
  batchLines: 5000,
  /** Time that lines wait for others, in milliseconds. */
  batchMs: 1000,
  /** Interval in which the number of waiting lines is checked meanwhile, in milliseconds. */
  checkMs: 100,
  /** Pauses after failures that may pass, in milliseconds. */
  retry: { firstMs: 1000, longestMs: 60_000 },
  /** Pauses after failures that need a change, in milliseconds. */
  slowRetry: { firstMs: 60_000, longestMs: 600_000 },
  /** Time for the request in progress at the stop, in milliseconds. */
  stopMs: 2000,
};

export type SessionLimits = Readonly<typeof DEFAULT_SESSION_LIMITS>;

/** Characters of a refused line that are shown. */
const SHOWN_LINE = 300;

/** The waiting lines: an outbox. */
export interface LineQueue extends MessageSource {
  /** Waiting messages. */
  readonly size: number;
}

export interface DatabaseSessionOptions {
  config: DatabaseConfig;
  source: LineQueue;
  clock: Clock;
  logger: Logger;
  random?: () => number;
  limits?: Partial<SessionLimits>;
}

/** Lines that are written while no batch of the outbox is due. */
interface ExtraBatch {
  lines: readonly PendingLine[];
  signal: AbortSignal;
  done: PromiseWithResolvers<void>;
}

export class DatabaseSession {
  readonly events: Emitter<{ status: undefined }>;
  readonly #options: DatabaseSessionOptions;
  readonly #limits: SessionLimits;
  readonly #pause = new CancellableDelay();
  readonly #aborted = new AbortController();
  #writer: LineWriter | undefined;
  #status: DatabaseSessionStatus;
  #running: Promise<void> | undefined;
  #isStopped = false;
  /** When the first line of the next batch appeared, on the monotonic clock; undefined: none waits. */
  #firstAt: number | undefined = 0;
  #extra: ExtraBatch | undefined;
  #failures = 0;

  constructor(options: DatabaseSessionOptions) {
    const { config, clock, logger } = options;
    this.#options = options;
    this.#limits = { ...DEFAULT_SESSION_LIMITS, ...options.limits };
    this.events = new Emitter(logListenerErrors(logger));
    const state: DatabaseState = config.fields.enabled ? 'connecting' : 'idle';
    this.#status = { state, since: clock.now(), error: null, nextRetry: null, refused: null, lastWritten: null };
  }

  get status(): DatabaseSessionStatus {
    return this.#status;
  }

  start(): void {
    const { config, source } = this.#options;
    if (this.#running || this.#isStopped || !config.fields.enabled) return;
    const writer = this.#createWriter();
    if (!(writer instanceof LineWriter)) {
      this.#report('failed', writer, null);
      return;
    }
    this.#writer = writer;
    source.onReady = () => {
      this.#firstAt ??= this.#options.clock.monotonic();
      if (this.#status.nextRetry === null) this.#pause.end();
    };
    this.#running = this.#run(writer);
  }

  /** Ends the request in progress after at most 2 s. Lines that were not written stay in the outbox. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#pause.close();
    const timer = setTimeout(() => this.#aborted.abort(), this.#limits.stopMs);
    await this.#running;
    clearTimeout(timer);
    this.#aborted.abort();
    this.#options.source.onReady = undefined;
    this.#writer?.close();
    this.#extra?.done.resolve();
    this.#extra = undefined;
  }

  /** Retries immediately. */
  connectNow(): void {
    this.#failures = 0;
    this.#pause.end();
  }

  /**
   * Writes lines of a backfill while no batch of the outbox is due; retried like those.
   * @returns when each was accepted or refused, or the signal or the session ended
   */
  async writeExtra(lines: readonly PendingLine[], signal: AbortSignal): Promise<void> {
    if (this.#isStopped || !this.#running || this.#extra || signal.aborted) return;
    const extra = { lines, signal, done: Promise.withResolvers<void>() };
    this.#extra = extra;
    signal.addEventListener('abort', () => extra.done.resolve(), { once: true });
    if (this.#status.nextRetry === null) this.#pause.end();
    await extra.done.promise;
    if (this.#extra === extra) this.#extra = undefined;
  }

  /** @returns why lines cannot be written, otherwise their writer */
  #createWriter(): LineWriter | Failure {
    const { config, clock } = this.#options;
    const { fields, secrets } = config;
    if (!secrets) return SECRET_NEEDED;
    const endpoint = writeEndpoint(fields, secrets);
    try {
      const isTls = endpoint.url.protocol === 'https:';
      return new LineWriter({
        endpoint,
        gzip: fields.gzip,
        tls: isTls
          ? { context: createTlsContext(secrets ?? NO_SECRETS), checksName: fields.check_server_name }
          : undefined,
        clock,
        onRefused: (line, text) => {
          const timestamp = new Date(clock.now()).toISOString();
          this.#status = { ...this.#status, refused: { line: line.slice(0, SHOWN_LINE), text, timestamp } };
        },
        onDropped: (why) => {
          this.#status = { ...this.#status, error: toDatabaseError(why, clock.now()) };
          this.#options.logger.warn(why.text);
        },
      });
    } catch (error) {
      if (!(error instanceof CertificateError)) throw error;
      return failure('tls-failed', error.message, 'Enter the certificates again.');
    }
  }

  async #run(writer: LineWriter): Promise<void> {
    try {
      while (!this.#isStopped) {
        if (this.#isBatchDue()) await this.#writeBatch(writer);
        else if (this.#extra) await this.#writeBackfill(writer, this.#extra);
        else await this.#pause.wait(this.#firstAt === undefined ? 3_600_000 : this.#limits.checkMs);
      }
    } catch (error) {
      // A bug of ours: shown instead of silence.
      this.#options.logger.error(`writing ended: ${errorText(error)}`, { error });
      this.#report('failed', failure('unknown', `Writing ended: ${errorText(error)}.`, 'Restart Mensura.'), null);
    }
  }

  #isBatchDue(): boolean {
    if (this.#firstAt === undefined) return false;
    const waited = this.#options.clock.monotonic() - this.#firstAt;
    return waited >= this.#limits.batchMs || this.#options.source.size >= this.#limits.batchLines;
  }

  async #writeBatch(writer: LineWriter): Promise<void> {
    const { source } = this.#options;
    // Set before taking: lines that appear from now on are those of the next batch.
    this.#firstAt = undefined;
    const lines: PendingLine[] = [];
    let message: PublishRequest | undefined;
    while (lines.length < this.#limits.batchLines && (message = source.take()))
      lines.push(pendingLine(source, message));
    if (lines.length === 0) return;
    if (lines.length === this.#limits.batchLines) this.#firstAt = 0;
    if (await this.#deliver(writer, lines, this.#aborted.signal)) return;
    source.rewind();
    this.#firstAt = 0;
  }

  async #writeBackfill(writer: LineWriter, { lines, signal, done }: ExtraBatch): Promise<void> {
    const ended = AbortSignal.any([signal, this.#aborted.signal]);
    if (await this.#deliver(writer, lines, ended)) done.resolve();
  }

  /** @returns whether the lines are settled; otherwise after the pause */
  async #deliver(writer: LineWriter, lines: readonly PendingLine[], signal: AbortSignal): Promise<boolean> {
    const { clock } = this.#options;
    const errorBefore = this.#status.error;
    const result = await writer.write(lines, signal);
    if (result.kind === 'aborted') return false;
    if (result.kind === 'done') {
      this.#failures = 0;
      // An error set meanwhile is about discarded lines and stays until a batch has none.
      const isNew = this.#status.error !== errorBefore;
      this.#status = { ...this.#status, lastWritten: clock.now(), ...(!isNew && { error: null }) };
      this.#report('online', undefined, null);
      return true;
    }
    this.#failures += 1;
    const { retry, slowRetry } = this.#limits;
    const delay = backoffDelay(result.failure.isLasting ? slowRetry : retry, this.#failures);
    const pauseMs = result.retryMs ?? withJitter(delay, (this.#options.random ?? Math.random)());
    this.#report(result.failure.isLasting ? 'failed' : 'waiting', result.failure, clock.now() + pauseMs);
    if (!this.#isStopped) await this.#pause.wait(pauseMs);
    this.#status = { ...this.#status, nextRetry: null };
    return false;
  }

  /** @param why undefined: the error stays as it is */
  #report(state: DatabaseState, why: Failure | undefined, nextRetry: number | null): void {
    const { clock, logger } = this.#options;
    const before = this.#status;
    const error: DatabaseError | null = why ? toDatabaseError(why, clock.now()) : before.error;
    const since = state === before.state ? before.since : clock.now();
    this.#status = { ...before, state, since, error, nextRetry };
    if (state !== before.state) logger.info(why ? `${state} (${why.text})` : state);
    if (state !== before.state || why || before.error !== error) this.events.emit('status', undefined);
  }
}

function pendingLine(source: MessageSource, message: PublishRequest): PendingLine {
  return {
    text: message.payload,
    at: timeOf(message.payload),
    accept: () => source.settle(message, { kind: 'delivered' }),
    refuse: (text) => source.settle(message, { kind: 'refused', text }),
  };
}

/** The timestamp at the end of a line. */
function timeOf(line: string): number {
  return Number(line.slice(line.lastIndexOf(' ') + 1));
}
