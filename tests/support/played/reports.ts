/** The reports of what is played, in UTC: reading is all they do, so they need no play of their own. */
import type { Registry } from '../../../service/devices/registry.ts';
import type { HttpOptions } from '../../../service/http/options.ts';
import { Reports } from '../../../service/reports/reports.ts';

type ReportedWorld = Pick<
  HttpOptions,
  'runs' | 'history' | 'alarms' | 'corrections' | 'devices' | 'settings' | 'computed'
>;

const UNLIMITED = { low: null, high: null, outside_ms: null, mean_kinetic_temperature: null };

export function playedReports(world: ReportedWorld, registry: Pick<Registry, 'get'>): Reports {
  const { runs, history, alarms, corrections, devices, settings, computed } = world;
  return new Reports({
    runs,
    history,
    statisticsOf: async (channels, from, to) => ({
      bytes: 0,
      channels: (await history.statistics(channels, from, to)).channels.map((statistics) =>
        Object.assign(statistics, UNLIMITED),
      ),
    }),
    alarmsIn: ({ channels, from, to }, limit) => alarms.log({ from: 0, to, activeFrom: from, channels, limit }),
    correctionsOf: (channel) => corrections.get(channel).versions,
    texts: { registry, names: devices, settings, computed, alarms: { findRule: () => undefined } },
    zone: () => ({ name: 'UTC', offsetOf: () => 0 }),
  });
}
