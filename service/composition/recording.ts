import { join } from 'node:path';
import type { RetentionLimits } from '../backup/groups.ts';
import type { ComputedStore } from '../computed/computed-store.ts';
import type { HistoryLoss, Settings } from '../contract/index.ts';
import type { CorrectionManager } from '../corrections/manager.ts';
import type { Registry } from '../devices/registry.ts';
import { CsvLog } from '../history/csv-log/csv-log.ts';
import { ExportManager } from '../history/export/export-manager.ts';
import { History, type HistoryConfig } from '../history/history.ts';
import { ImportManager } from '../history/import/import-manager.ts';
import { RunManager } from '../history/runs/manager.ts';
import { createHistoryStore } from '../history/store/history-store.ts';
import type { ServiceOptions } from '../settings/options.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { Clock } from '../support/clock.ts';
import { errorText } from '../support/errors.ts';
import type { StartHelper } from '../support/helper-process.ts';
import type { Logger } from '../support/logger.ts';
import type { ShutdownStack } from '../support/shutdown-stack.ts';
import { workerFile } from '../support/worker-file.ts';

const GIB = 2 ** 30;

function historyConfig(settings: Settings): HistoryConfig {
  const {
    history: record,
    history_raw_days: rawDays,
    history_minute_days: minuteDays,
    history_max_gib: gib,
  } = settings;
  return { record, retention: { rawDays, minuteDays, maxBytes: Math.round(gib * GIB) } };
}

const SETTING_OF = {
  rawDays: 'history_raw_days',
  minuteDays: 'history_minute_days',
  maxBytes: 'history_max_gib',
} as const;

/**
 * What lower limits, in days and GiB, would delete from the history.
 * @throws StoreError, MensuraError
 */
export async function historyLosses(
  history: Pick<History, 'losses'>,
  { history_raw_days: rawDays, history_minute_days: minuteDays, history_max_gib: gib }: RetentionLimits,
): Promise<HistoryLoss[]> {
  const never = Number.POSITIVE_INFINITY;
  const limits = { rawDays: rawDays ?? never, minuteDays: minuteDays ?? never, maxBytes: (gib ?? never) * GIB };
  const losses = await history.losses(limits);
  return losses.map(({ limit, level, from, until, readings, bytes }) => ({
    setting: SETTING_OF[limit],
    resolution: level,
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
    readings: level === 'raw' ? readings : null,
    bytes,
  }));
}

export interface RecordingOptions {
  options: Pick<ServiceOptions, 'dataDir' | 'simulatePublish'>;
  settings: Pick<SettingsStore, 'get' | 'events'>;
  registry: Registry;
  corrections: Pick<CorrectionManager, 'versionsOf'>;
  computed: Pick<ComputedStore, 'entries'>;
  startHelper: StartHelper;
  clock: Clock;
  logger: Logger;
}

export type Recording = ReturnType<typeof createRecording>;

export function createRecording({
  options: { dataDir, simulatePublish },
  settings,
  registry,
  corrections,
  computed,
  startHelper,
  clock,
  logger,
}: RecordingOptions) {
  const computedDecimals = (id: string): number | undefined => computed.entries.get(id)?.computed.decimals;
  const historyLogger = logger.child('history');
  const history = new History({
    store: createHistoryStore({ dataDir, logger: historyLogger }),
    registry,
    recordSimulated: simulatePublish,
    clock,
    logger: historyLogger,
  });
  const runs = new RunManager({ history, clock, logger: logger.child('runs') });
  const exports = new ExportManager({
    source: history.source,
    correctionsOf: (channel) => corrections.versionsOf(channel),
    computedDecimals,
    clock,
    logger: logger.child('export'),
  });
  const imports = new ImportManager({
    history,
    registry,
    folder: join(dataDir, 'imports'),
    clock,
    logger: logger.child('import'),
  });
  const csvLog = new CsvLog({
    registry,
    dataDir,
    simulated: simulatePublish,
    startWriter: () => startHelper(workerFile('csv-writer')),
    computedDecimals,
    clock,
    logger: logger.child('csv'),
  });

  function startHistory(shutdown: ShutdownStack): void {
    const unsubscribe = settings.events.on('changed', (changed) => {
      history.change(historyConfig(changed)).catch((error: unknown) => {
        historyLogger.error(`cannot apply retention: ${errorText(error)}`, { error });
      });
    });
    shutdown.add('history', async () => {
      unsubscribe();
      await history.stop();
    });
    // Before the history is open.
    runs.open();
    imports.start();
    history.start(historyConfig(settings.get()));
    shutdown.add('runs', () => runs.close());
    shutdown.add('imports', () => imports.stop());
  }

  function startCsvLog(shutdown: ShutdownStack): void {
    const unsubscribe = settings.events.on('changed', (changed) => csvLog.configure(changed));
    shutdown.add('CSV files', async () => {
      unsubscribe();
      await csvLog.stop();
    });
    csvLog.configure(settings.get());
  }

  return {
    history,
    runs,
    exports,
    imports,
    /** Starts as the settings require, and follows their changes. */
    start: (shutdown: ShutdownStack): void => {
      startHistory(shutdown);
      shutdown.add('exports', () => exports.stop());
      startCsvLog(shutdown);
    },
  };
}
