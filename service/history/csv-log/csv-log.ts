/** Logs what is measured to CSV files, one for each device and day, as the settings say. */
import { join } from 'node:path';
import type { Settings } from '../../contract/index.ts';
import type { Registry } from '../../devices/registry.ts';
import { type Clock, systemClock } from '../../support/clock.ts';
import type { Logger } from '../../support/logger.ts';
import { computersZone, type TimeZone } from '../export/csv/time-zone.ts';
import { LogRun, type LogRunOptions } from './log-run.ts';

/** The folder in the data folder, where the settings name no other. */
const DEFAULT_FOLDER = 'csv';

/** The settings that it goes by. */
export type CsvLogSettings = Pick<Settings, 'csv_log' | 'csv_log_folder' | 'csv_log_interval_s' | 'csv_log_options'>;

export interface CsvLogOptions {
  registry: Pick<Registry, 'events' | 'raise' | 'clear'>;
  dataDir: string;
  /** Log simulated devices too. */
  simulated: boolean;
  logger: Logger;
  clock?: Clock;
  zone?: TimeZone;
  limits?: LogRunOptions['limits'];
}

export interface CsvLog {
  /** Goes by these settings from now on; does nothing where they are as they were. Rows so far are written first. */
  configure(settings: CsvLogSettings): void;
  /** Writes what waits and ends. May be called twice. */
  stop(): Promise<void>;
}

export function createCsvLog({ registry, dataDir, simulated, logger, clock, zone, limits }: CsvLogOptions): CsvLog {
  let run: LogRun | undefined;
  let current = '';
  let isStopped = false;
  /** Resolves when all earlier runs have written what they had. */
  let ended: Promise<void> = Promise.resolve();

  function end(): void {
    const ending = run?.stop();
    run = undefined;
    if (ending) ended = ending;
  }

  return {
    configure: ({ csv_log, csv_log_folder, csv_log_interval_s, csv_log_options }) => {
      const wanted = JSON.stringify([csv_log, csv_log_folder, csv_log_interval_s, csv_log_options]);
      if (isStopped || wanted === current) return;
      current = wanted;
      end();
      if (!csv_log) return;
      run = new LogRun({
        registry,
        folder: csv_log_folder ?? join(dataDir, DEFAULT_FOLDER),
        makeFolder: csv_log_folder === undefined,
        intervalMs: Math.round(csv_log_interval_s * 1000),
        csv: csv_log_options,
        simulated,
        zone: zone ?? computersZone(),
        clock: clock ?? systemClock,
        logger,
        ready: ended,
        ...(limits && { limits }),
      });
      run.start();
    },
    stop: async () => {
      isStopped = true;
      end();
      await ended;
    },
  };
}
