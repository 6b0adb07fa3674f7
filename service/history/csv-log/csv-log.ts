/** Logs what is measured to CSV files, one for each device and day, as the settings say. */
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

/** The folder in the data folder, where the settings name no other. */
const DEFAULT_FOLDER = 'csv';

/** How long what is written to another folder is waited for: it may be on a disk that hangs. In milliseconds. */
const LEAVE_MS = 10_000;

/** How long the end of the service waits for what is being written, in milliseconds. */
const STOP_MS = 3000;

/** The settings that it goes by. */
export type CsvLogSettings = Pick<Settings, 'csv_log' | 'csv_log_folder' | 'csv_log_interval_s' | 'csv_log_options'>;

export interface CsvLogOptions {
  registry: Pick<Registry, 'events' | 'raise' | 'clear'>;
  dataDir: string;
  /** Log simulated devices too. */
  simulated: boolean;
  /** Starts the process that writes. */
  startWriter(): HelperProcess;
  logger: Logger;
  clock?: Clock;
  zone?: TimeZone;
  limits?: LogRunOptions['limits'] & { leaveMs?: number; stopMs?: number };
}

export interface CsvLog {
  /** Goes by these settings from now on; does nothing where they are as they were. Rows so far are written first. */
  configure(settings: CsvLogSettings): void;
  /** Writes what waits and ends; what a folder that hangs has not taken within 3 s is lost. May be called twice. */
  stop(): Promise<void>;
}

export function createCsvLog(options: CsvLogOptions): CsvLog {
  const { registry, dataDir, simulated, startWriter, logger, clock, zone, limits } = options;
  let run: { log: CsvLogSession; folder: string } | undefined;
  let current = '';
  let isStopped = false;
  /** Those that may still be writing. */
  const unended = new Set<CsvLogSession>();
  /** By folder: resolves when all earlier runs have written what they had. */
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

  /** When a run may write to a folder: never beside an earlier one that still writes to the same. */
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
