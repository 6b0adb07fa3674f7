/** One configuration of one database: starts and stops its line source, outbox and session together. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseStatus } from '../contract/index.ts';
import type { ProblemReport } from '../devices/problems.ts';
import { Outbox } from '../outbox/outbox.ts';
import type { Clock } from '../support/clock.ts';
import type { RunningConfig } from '../support/config-runner.ts';
import type { Logger } from '../support/logger.ts';
import { DatabaseBackfill, type StoredReadings } from './backfill.ts';
import { LineSource, type LineSourceOptions } from './line-source.ts';
import { DatabaseSession, OUTBOX_LIMITS } from './session.ts';
import { type DatabaseCounts, RM_OPTIONS } from './status.ts';
import type { DatabaseConfig } from './types.ts';

export interface DatabaseContext
  extends Pick<LineSourceOptions, 'registry' | 'devices' | 'installation' | 'writesSimulated'> {
  history: StoredReadings;
  /** Holds a folder for each database. */
  folder: string;
  clock: Clock;
  logger: Logger;
  raise(report: ProblemReport): void;
  clear(report: Pick<ProblemReport, 'code' | 'subject'>): void;
}

export class RunningDatabase implements RunningConfig<DatabaseStatus, DatabaseCounts> {
  readonly backfill: DatabaseBackfill;
  readonly #session: DatabaseSession;
  readonly #source: LineSource;
  readonly #config: DatabaseConfig;
  readonly #context: DatabaseContext;
  readonly #folder: string;
  readonly #outbox: Outbox;
  readonly #onChange: () => void;
  #endFollowing: (() => void) | undefined;

  /** @param onChange called when the session's state changed */
  constructor(config: DatabaseConfig, context: DatabaseContext, onChange: () => void) {
    const { id, fields } = config;
    const { folder, clock } = context;
    const logger = context.logger.child(`database ${fields.name}`);
    this.#config = config;
    this.#context = context;
    this.#onChange = onChange;
    this.#folder = join(folder, id);
    this.#outbox = new Outbox({
      folder: join(this.#folder, 'outbox'),
      owner: `database "${fields.name}"`,
      prefix: '',
      qos: 1,
      storing: true,
      limits: OUTBOX_LIMITS,
      clock,
      logger,
      onProblem: (problem) => this.#reportStorage(problem),
    });
    this.#source = new LineSource({
      ...context,
      fields,
      // Its age counts from now: a late reading may be older than lines may wait.
      push: (line) => this.#outbox.push({ topic: 'line', payload: line, at: clock.now() }),
    });
    this.#session = new DatabaseSession({ config, source: this.#outbox, clock, logger });
    this.backfill = new DatabaseBackfill({
      path: join(this.#folder, 'backfill.json'),
      source: this.#source,
      session: this.#session,
      history: context.history,
      intervalMs: fields.readings.interval_s * 1000,
      clock,
      logger,
      onChange,
    });
  }

  listen(): void {
    if (this.#config.fields.enabled) this.#source.start();
  }

  stopListening(): void {
    this.#source.stop();
  }

  /** The outbox first: readings of this run follow those of an earlier one. */
  async start(): Promise<void> {
    this.listen();
    this.#endFollowing = this.#session.events.on('status', () => this.#follow());
    // It has reported its failure as a problem, and works in memory.
    await this.#outbox.start().catch(() => {});
    this.#session.start();
    this.#follow();
    await this.backfill.resume();
  }

  async disconnect(): Promise<void> {
    await this.backfill.stop();
    await this.#session.stop();
  }

  async stop(): Promise<void> {
    await this.disconnect();
    await this.#end(() => this.#outbox.stop());
  }

  async remove(): Promise<void> {
    await this.disconnect();
    await this.#end(() => this.#outbox.destroy());
    await rm(this.#folder, RM_OPTIONS);
  }

  connectNow(): void {
    this.#session.connectNow();
  }

  wake(): void {
    this.#session.connectNow();
  }

  status(former: DatabaseCounts): DatabaseStatus {
    const { state, since, error, nextRetry, refused, lastWritten } = this.#session.status;
    const { size, bytes, discarded, delivered } = this.#outbox;
    const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
    return {
      state,
      since: new Date(since).toISOString(),
      error,
      next_retry: iso(nextRetry),
      written: former.written + delivered,
      waiting: size,
      waiting_bytes: bytes,
      discarded,
      refused,
      last_written: iso(lastWritten),
      backfill: this.backfill.view,
    };
  }

  get counts(): DatabaseCounts {
    return { written: this.#outbox.delivered };
  }

  async #end(endOutbox: () => Promise<void>): Promise<void> {
    const subject = this.#config.fields.name;
    try {
      this.#source.stop();
      await endOutbox();
    } finally {
      this.#endFollowing?.();
      this.#endFollowing = undefined;
      this.#context.clear({ code: 'database-refused', subject });
      this.#context.clear({ code: 'outbox-unusable', subject });
    }
  }

  /** A refusing server needs a change by the user, which makes it a problem. An unreachable one does not. */
  #follow(): void {
    const { state, error } = this.#session.status;
    const { name } = this.#config.fields;
    if (error && state === 'failed') {
      const text = `Database "${name}": ${error.text}`;
      this.#context.raise({ code: 'database-refused', subject: name, text, remedy: error.remedy });
    } else if (state !== 'connecting') {
      this.#context.clear({ code: 'database-refused', subject: name });
    }
    this.#onChange();
  }

  #reportStorage(problem: { text: string; remedy: string } | null): void {
    const subject = this.#config.fields.name;
    if (problem) this.#context.raise({ code: 'outbox-unusable', subject, ...problem });
    else this.#context.clear({ code: 'outbox-unusable', subject });
  }
}
