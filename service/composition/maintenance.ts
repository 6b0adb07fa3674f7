import type { MaintenanceOptions } from '../backup/groups.ts';
import { Maintenance } from '../backup/maintenance.ts';
import { PERIOD_MS } from '../contract/index.ts';
import type { Registry } from '../devices/registry.ts';
import type { History } from '../history/history.ts';
import type { LiveSettings } from '../settings/live-settings.ts';
import type { ServiceOptions } from '../settings/options.ts';
import { historyLosses } from './recording.ts';
import { simulatedPeriod } from './settings-applier.ts';

export interface MaintenanceCompositionOptions
  extends Pick<
    MaintenanceOptions,
    | 'devices'
    | 'mqtt'
    | 'gateways'
    | 'databases'
    | 'destinations'
    | 'alarms'
    | 'dashboards'
    | 'corrections'
    | 'computed'
    | 'runPlans'
    | 'clock'
    | 'logger'
  > {
  options: ServiceOptions;
  registry: Registry;
  settings: LiveSettings;
  history: Pick<History, 'losses'>;
}

export function createMaintenance(composition: MaintenanceCompositionOptions): Maintenance {
  const { options, registry, settings, history, logger } = composition;
  return new Maintenance({
    ...composition,
    dataDir: options.dataDir,
    defaultPeriodOf: (key) =>
      registry.get(key)?.description.simulated ? simulatedPeriod(settings.get(), options) : PERIOD_MS.default,
    losses: (limits) => historyLosses(history, limits),
    raise: (report) => registry.raise(report),
    logger: logger.child('settings'),
  });
}
