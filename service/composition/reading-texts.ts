import type { AlarmManager } from '../alarms/manager.ts';
import type { ComputedManager } from '../computed/manager.ts';
import type { KnownDevices } from '../devices/known-devices.ts';
import type { Registry } from '../devices/registry.ts';
import type { ReportTextSource } from '../reports/types.ts';
import type { LiveSettings } from '../settings/live-settings.ts';
import type { Stores } from './stores.ts';

export interface ReadingTextsOptions {
  stores: Pick<Stores, 'memory'>;
  registry: Pick<Registry, 'get'>;
  known: Pick<KnownDevices, 'get'>;
  alarms: Pick<AlarmManager, 'findRule'>;
  computed: Pick<ComputedManager, 'list'>;
  settings: Pick<LiveSettings, 'get'>;
}

/** Names, units and decimals for notifications and reports. A disconnected device keeps its name. */
export function createReadingTexts({
  stores,
  registry,
  known,
  alarms,
  computed,
  settings,
}: ReadingTextsOptions): ReportTextSource {
  return {
    registry: { get: (key) => registry.get(key) ?? known.get(key) },
    names: stores.memory,
    settings,
    alarms,
    computed,
  };
}
