import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  type ChannelRef,
  type CorrectionVersion,
  EXPORT_FORMATS,
  type ExportJob,
  type ExportJobs,
} from '../../contract/index.ts';
import { type Clock, systemClock } from '../../support/clock.ts';
import { errorClause, isMensuraError, MensuraError } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import type { HistoryStore } from '../types.ts';
import { type ComputedDecimals, csvDecimals } from './csv/csv-writer.ts';
import { ExportTask } from './export-task.ts';
import { type ExportPlan, type PlannedChannel, versionsWithin } from './plan.ts';

/** All but the characters that are safe in file systems and shells. */
const UNSAFE = /[^A-Za-z0-9-]+/g;

/** In characters. */
const MAX_SERIAL = 64;

/** 2026-11-20T14:45:12.318Z as 20261120T144512Z. */
function compactTimestamp(at: number): string {
  return `${new Date(at)
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(/[-:+]/g, '')}Z`;
}

/** Without extension: `mensura-E24638-20261120T000000Z-20261121T000000Z`. */
function exportFileName({ channels, from, to }: ExportSpec): string {
  const [first, ...others] = channels;
  const isOneDevice = others.every(({ family, serial }) => family === first?.family && serial === first.serial);
  const serial = isOneDevice ? first?.serial.replaceAll(UNSAFE, '_').slice(0, MAX_SERIAL) : undefined;
  return `mensura-${serial || 'channels'}-${compactTimestamp(from)}-${compactTimestamp(to)}`;
}

const ZIP = { extension: 'zip', contentType: 'application/zip' };

/** Concurrent exports. */
const MAX_RUNNING = 3;

/** Finished exports remembered. */
const MAX_ENDED = 20;
const ENDED_RETENTION_MS = 600_000;

/** An export nobody reads from for so long is canceled, in milliseconds. */
const STALLED_MS = 600_000;

/** Readings per query: of all channels together, and the bounds for one. */
const SLICE_READINGS = { together: 262_144, least: 1024, most: 65_536 };

export interface ExportSpec extends Omit<ExportPlan, 'channels' | 'baseName' | 'sliceReadings'> {
  channels: readonly ChannelRef[];
  /** Id chosen by the caller; undefined: one is generated. */
  id: string | undefined;
  /** Neither logged nor listed after it ends. */
  isPreview: boolean;
}

export interface ExportsOptions {
  source: Pick<HistoryStore, 'read' | 'count' | 'channels'>;
  /** All versions of a channel's correction, newest first. Left out: nothing is corrected. */
  correctionsOf?(channel: ChannelRef): readonly CorrectionVersion[];
  computedDecimals?: ComputedDecimals;
  logger: Logger;
  clock?: Clock;
  stalledMs?: number;
  /** Replaces the worker in tests. */
  worker?: URL;
}

export class ExportManager {
  readonly #options: ExportsOptions;
  readonly #clock: Clock;
  /** By id, oldest first. */
  readonly #runs = new Map<string, ExportTask>();
  /** Ids reserved for exports that are starting. */
  readonly #preparing = new Set<string>();
  #isStopped = false;

  constructor(options: ExportsOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /**
   * Resolves when the first readings are available.
   * @throws MensuraError `bad-request`, `conflict` for an id in use, `too-many`, `storage-failed`
   */
  async start(spec: ExportSpec): Promise<{ id: string; file: string; contentType: string; stream: Readable }> {
    const id = spec.id ?? randomUUID();
    this.#admit(spec, id);
    const { extension, contentType } = spec.splitRows === undefined ? EXPORT_FORMATS[spec.format] : ZIP;
    const baseName = exportFileName(spec);
    const file = `${baseName}.${extension}`;
    const run = await this.#prepare(spec, baseName, id, file);
    await run.start();
    return { id, file, contentType, stream: run.stream };
  }

  list(): ExportJobs {
    this.#deleteOldJobs();
    return { exports: [...this.#runs.values()].toReversed().map((run) => run.view()) };
  }

  /** @throws MensuraError `not-found` */
  get(id: string): ExportJob {
    return this.#find(id).view();
  }

  /**
   * Does nothing if the export has ended.
   * @throws MensuraError `not-found`
   */
  cancel(id: string): void {
    this.#find(id).cancel();
  }

  /** Cancels all exports and refuses new ones. */
  stop(): void {
    this.#isStopped = true;
    for (const run of this.#runs.values()) run.cancel();
  }

  #find(id: string): ExportTask {
    this.#deleteOldJobs();
    const run = this.#runs.get(id);
    if (!run) throw new MensuraError('not-found', `No export with ID ${id}.`);
    return run;
  }

  #admit({ channels, from, to, format, splitRows }: ExportSpec, id: string): void {
    this.#deleteOldJobs();
    if (channels.length === 0) throw new MensuraError('bad-request', 'Specify at least one channel to export.');
    if (!(from < to)) throw new MensuraError('bad-request', 'from: must be before to.');
    if (splitRows !== undefined && !EXPORT_FORMATS[format].isCsv) {
      throw new MensuraError('bad-request', 'split_rows: only CSV files can be split.');
    }
    if (this.#isStopped) throw new MensuraError('conflict', 'The service is stopping.');
    if (this.#runs.has(id) || this.#preparing.has(id)) {
      throw new MensuraError('conflict', `An export with ID ${id} already exists.`);
    }
    const running = [...this.#runs.values()].filter(({ endedAt }) => endedAt === undefined).length;
    if (running + this.#preparing.size >= MAX_RUNNING) {
      throw new MensuraError(
        'too-many',
        `${MAX_RUNNING} exports are already running. Wait for one to finish, or cancel one.`,
      );
    }
  }

  async #prepare(spec: ExportSpec, baseName: string, id: string, file: string): Promise<ExportTask> {
    const { source, stalledMs = STALLED_MS, worker } = this.#options;
    const { together, least, most } = SLICE_READINGS;
    this.#preparing.add(id);
    try {
      const channels = await this.#described(spec);
      if (this.#isStopped) throw new MensuraError('conflict', 'The service is stopping.');
      const sliceReadings = Math.min(most, Math.max(least, Math.floor(together / channels.length)));
      const { from, to, format, layout, csv, interval, splitRows } = spec;
      const plan = { channels, from, to, format, layout, csv, interval, splitRows, baseName, sliceReadings };
      const run = new ExportTask({
        id,
        file,
        plan,
        source,
        clock: this.#clock,
        stalledMs,
        worker,
        onEnd: (job) => {
          if (spec.isPreview) this.#runs.delete(id);
          else this.#log(job);
        },
      });
      this.#runs.set(id, run);
      return run;
    } finally {
      this.#preparing.delete(id);
    }
  }

  async #described({ channels, from, to }: ExportSpec): Promise<PlannedChannel[]> {
    const stored = await this.#options.source.channels().catch((error: unknown) => {
      throw unreadable(error);
    });
    return channels.map(({ family, serial, channel }) => {
      const known = stored.find(
        (entry) => entry.channel === channel && entry.serial === serial && entry.family === family,
      );
      const ref = { family, serial, channel };
      const corrections = versionsWithin(this.#options.correctionsOf?.(ref) ?? [], from, to);
      const { unit = '', label = '' } = known ?? {};
      const described = { ...ref, unit, label, decimals: csvDecimals(ref, unit, this.#options.computedDecimals) };
      return corrections.length > 0 ? { ...described, corrections } : described;
    });
  }

  #log({ file, state, rows, error }: ExportJob): void {
    const { logger } = this.#options;
    if (state === 'failed') logger.warn(`failed ${file}: ${error}`);
    else logger.info(`${state} ${file} (${rows} rows)`);
  }

  #deleteOldJobs(): void {
    const now = this.#clock.monotonic();
    const ended = [...this.#runs].flatMap(([id, { endedAt }]) => (endedAt === undefined ? [] : [{ id, endedAt }]));
    const newest = ended.toSorted((a, b) => b.endedAt - a.endedAt);
    for (const [place, { id, endedAt }] of newest.entries()) {
      if (place >= MAX_ENDED || now - endedAt > ENDED_RETENTION_MS) this.#runs.delete(id);
    }
  }
}

function unreadable(error: unknown): MensuraError {
  if (isMensuraError(error)) return error;
  return new MensuraError('storage-failed', `Cannot read the history: ${errorClause(error)}. Try again.`, {
    cause: error,
  });
}
