/** Computed channels over the devices of a registry, set up as in the service, with an empty history. */
import { createComputed } from '../../../service/composition/computed.ts';
import { ComputedStore } from '../../../service/computed/computed-store.ts';
import { IntegralStates } from '../../../service/computed/integral-states.ts';
import type { ComputedManager } from '../../../service/computed/manager.ts';
import { computedInputSchema } from '../../../service/contract/index.ts';
import type { Registry } from '../../../service/devices/registry.ts';
import { DeviceSettingsStore } from '../../../service/settings/device-memory.ts';
import type { Clock } from '../../../service/support/clock.ts';
import { silentLogger } from '../../../service/support/logger.ts';

const FORMULAS = [
  '[usb/DEVICE/temperature] - [usb/DEVICE/dew_point]',
  'dew_point([usb/DEVICE/temperature], [usb/DEVICE/relative_humidity])',
  'mean([usb/DEVICE/temperature], [usb/DEVICE/humidex])',
  'mean_over([usb/DEVICE/temperature], 60)',
  'max(0, [usb/DEVICE/temperature] - 20)',
] as const;

export interface ComputedLoad {
  /** An empty folder. */
  dataDir: string;
  registry: Registry;
  clock: Clock;
  /** Of the devices, which have temperature and humidity. */
  serials: readonly string[];
  /** 0: what only their possibility costs. */
  count: number;
}

/** Starts them over the devices in turn. @returns what ends them */
export async function startComputed({
  dataDir,
  registry,
  clock,
  serials,
  count,
}: ComputedLoad): Promise<Pick<ComputedManager, 'stop'>> {
  const logger = silentLogger;
  const computed = new ComputedStore(dataDir, logger);
  const integrals = new IntegralStates(dataDir, logger);
  const memory = new DeviceSettingsStore({
    dataDir,
    logger,
    setPeriod: async () => {},
    currentPeriod: () => undefined,
  });
  await computed.start();
  await integrals.start();
  const manager = createComputed({
    stores: { computed, integrals, memory },
    registry,
    known: { forget: async () => {} },
    history: {
      query: async (channels, from, to) => ({
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        until: new Date(to).toISOString(),
        channels: channels.map(({ family, serial, channel }) => ({ family, serial, channel, unit: '', parts: [] })),
      }),
    },
    clock,
    logger,
  });
  manager.start();
  const entries = Array.from({ length: count }, (_, number) => {
    const formula = FORMULAS[Math.floor(number / serials.length) % FORMULAS.length] ?? '';
    return {
      id: `c${number.toString(16).padStart(8, '0')}`,
      computed: computedInputSchema.parse({
        name: `${number}`,
        formula: formula.replaceAll('DEVICE', serials[number % serials.length] ?? ''),
      }),
    };
  });
  if (count > 0) await manager.replaceAll(entries);
  return manager;
}
