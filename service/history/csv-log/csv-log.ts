/** Logs readings to CSV files, one for each device and day. */
import { join, resolve } from 'node:path';
import type { Settings } from '../../contract/index.ts';
import type { Registry } from '../../devices/registry.ts';
import { type Clock, systemClock } from '../../support/clock.ts';
import { withDeadline } from '../../support/deadline.ts';
import { errorText } from '../../support/errors.ts';
import type { HelperProcess } from '../../support/helper-process.ts';
import type { Logger } from '../../support/logger.ts';
import { systemTimeZone, type TimeZone } from '../export/csv/time-zone.ts';
import { CsvLogSession, type LogRunOptions } from './csv-log-session.ts';

/** Inside the data folder; used if the settings name no folder. */
const DEFAULT_FOLDER = 'csv';

/** Time to wait for writes to the previous folder, whose disk may hang, in milliseconds. */
const LEAVE_MS = 10_000;

/** Time to wait for writes when the service stops, in milliseconds. */
const STOP_MS = 3000;

export type CsvLogSettings = Pick<Settings, 'csv_log' | 'csv_log_folder' | 'csv_log_interval_s' | 'csv_log_options'>;

export interface CsvLogOptions {
  registry: Pick<Registry, 'events' | 'raise' | 'clear'>;
  dataDir: string;
  /** Also log simulated devices. */
  simulated: boolean;
  startWriter(): HelperProcess;
  logger: Logger;
  clock?: Clock;
  zone?: TimeZone;
  limits?: LogRunOptions['limits'] & { leaveMs?: number; stopMs?: number };
}

export interface CsvLog {
  /** Applies new settings after the pending rows are written; does nothing if they are unchanged. */
  configure(settings: CsvLogSettings): void;
  /**
   * Writes the pending rows and stops; discards what a hanging folder has not taken within 3 s. May be called twice.
   */
  stop(): Promise<void>;
}

export function createCsvLog(options: CsvLogOptions): CsvLog {
  const { registry, dataDir, simulated, startWriter, logger, clock, zone, limits } = options;
  let run: { log: CsvLogSession; folder: string } | undefined;
  let current = '';
  let isStopped = false;
  /** Sessions that may still be writing. */
  const unended = new Set<CsvLogSession>();
  /** By folder: resolves when all earlier sessions have written their rows. */
  const endings = new Map<string, Promise<void>>();

  function end(): void {
    if (!run) return;
    const { log, folder } = run;
    run = undefined;
    const ending = log.stop().finally(() => {
      unended.delete(log);
      if (endings.get(folder) === ending) endings.delete(folder);
    });
    endings.set(folder, ending);
  }

  /** Resolves when no earlier session writes to the folder: two must never write to it at once. */
  async function readyFor(folder: string): Promise<void> {
    const here = endings.get(folder);
    const elsewhere = Promise.all(endings.values());
    await here;
    await withDeadline(elsewhere, limits?.leaveMs ?? LEAVE_MS, 'Writing CSV files to the previous folder').catch(
      (error: unknown) => logger.warn(errorText(error)),
    );
  }

  return {
    configure: ({ csv_log, csv_log_folder, csv_log_interval_s, csv_log_options }) => {
      const wanted = JSON.stringify([csv_log, csv_log_folder, csv_log_interval_s, csv_log_options]);
      if (isStopped || wanted === current) return;
      current = wanted;
      end();
      if (!csv_log) return;
      const folder = resolve(csv_log_folder ?? join(dataDir, DEFAULT_FOLDER));
      const log = new CsvLogSession({
        registry,
        folder,
        makeFolder: csv_log_folder === undefined,
        intervalMs: Math.round(csv_log_interval_s * 1000),
        csv: csv_log_options,
        startWriter,
        simulated,
        zone: zone ?? systemTimeZone(),
        clock: clock ?? systemClock,
        logger,
        ready: readyFor(folder),
        ...(limits && { limits }),
      });
      unended.add(log);
      log.start();
      run = { log, folder };
    },
    stop: async () => {
      isStopped = true;
      end();
      const timer = setTimeout(() => {
        for (const log of unended) log.abandon();
      }, limits?.stopMs ?? STOP_MS);
      try {
        await Promise.all(endings.values());
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
