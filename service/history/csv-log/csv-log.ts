/** Logs readings to CSV files, one for each device and day. */
import { join, resolve } from 'node:path';
import type { Settings } from '../../contract/index.ts';
import { type Clock, systemClock } from '../../support/clock.ts';
import { withDeadline } from '../../support/deadline.ts';
import { errorText } from '../../support/errors.ts';
import { systemTimeZone, type TimeZone } from '../export/csv/time-zone.ts';
import { CsvLogSession, type LogRunOptions } from './csv-log-session.ts';

/** Inside the data folder; used if the settings name no folder. */
const DEFAULT_FOLDER = 'csv';

/** Time to wait for writes to the previous folder, whose disk may hang, in milliseconds. */
const LEAVE_MS = 10_000;

/** Time to wait for writes when the service stops, in milliseconds. */
const STOP_MS = 3000;

export type CsvLogSettings = Pick<
  Settings,
  'csv_log' | 'csv_log_folder' | 'csv_log_interval_s' | 'csv_log_values' | 'csv_log_options'
>;

export interface CsvLogOptions
  extends Pick<LogRunOptions, 'registry' | 'simulated' | 'startWriter' | 'computedDecimals' | 'logger'> {
  dataDir: string;
  clock?: Clock;
  zone?: TimeZone;
  limits?: LogRunOptions['limits'] & { leaveMs?: number; stopMs?: number };
}

export class CsvLog {
  readonly #options: CsvLogOptions;
  #run: { log: CsvLogSession; folder: string } | undefined;
  #current = '';
  #isStopped = false;
  /** Sessions that may still be writing. */
  readonly #unended = new Set<CsvLogSession>();
  /** By folder: resolves when all earlier sessions have written their rows. */
  readonly #endings = new Map<string, Promise<void>>();

  constructor(options: CsvLogOptions) {
    this.#options = options;
  }

  /** Applies new settings after the pending rows are written; does nothing if they are unchanged. */
  configure(settings: CsvLogSettings): void {
    const { csv_log, csv_log_folder, csv_log_interval_s, csv_log_values, csv_log_options } = settings;
    const wanted = JSON.stringify([csv_log, csv_log_folder, csv_log_interval_s, csv_log_values, csv_log_options]);
    if (this.#isStopped || wanted === this.#current) return;
    this.#current = wanted;
    this.#end();
    if (!csv_log) return;
    const folder = resolve(csv_log_folder ?? join(this.#options.dataDir, DEFAULT_FOLDER));
    const log = new CsvLogSession({
      zone: systemTimeZone(),
      clock: systemClock,
      ...this.#options,
      folder,
      makeFolder: csv_log_folder === undefined,
      intervalMs: Math.round(csv_log_interval_s * 1000),
      values: csv_log_values,
      csv: csv_log_options,
      ready: this.#readyFor(folder),
    });
    this.#unended.add(log);
    log.start();
    this.#run = { log, folder };
  }

  /**
   * Writes the pending rows and stops; discards what a hanging folder has not taken within 3 s. May be called twice.
   */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#end();
    const timer = setTimeout(() => {
      for (const log of this.#unended) log.abandon();
    }, this.#options.limits?.stopMs ?? STOP_MS);
    try {
      await Promise.all(this.#endings.values());
    } finally {
      clearTimeout(timer);
    }
  }

  #end(): void {
    if (!this.#run) return;
    const { log, folder } = this.#run;
    this.#run = undefined;
    const ending = log.stop().finally(() => {
      this.#unended.delete(log);
      if (this.#endings.get(folder) === ending) this.#endings.delete(folder);
    });
    this.#endings.set(folder, ending);
  }

  /** Resolves when no earlier session writes to the folder: two must never write to it at once. */
  async #readyFor(folder: string): Promise<void> {
    const { limits, logger } = this.#options;
    const here = this.#endings.get(folder);
    const elsewhere = Promise.all(this.#endings.values());
    await here;
    await withDeadline(elsewhere, limits?.leaveMs ?? LEAVE_MS, 'Writing CSV files to the previous folder').catch(
      (error: unknown) => logger.warn(errorText(error)),
    );
  }
}
