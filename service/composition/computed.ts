import { ComputedDriver } from '../computed/computed-driver.ts';
import { ComputedManager } from '../computed/manager.ts';
import { Previewer } from '../computed/preview.ts';
import { WindowFiller } from '../computed/window-filler.ts';
import type { KnownDevices } from '../devices/known-devices.ts';
import type { Registry } from '../devices/registry.ts';
import type { DeviceKey } from '../devices/types.ts';
import type { History } from '../history/history.ts';
import type { Clock } from '../support/clock.ts';
import { errorText, isMensuraError } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';
import type { Stores } from './stores.ts';

export interface ComputedOptions {
  stores: Pick<Stores, 'computed' | 'integrals' | 'memory'>;
  registry: Registry;
  known: Pick<KnownDevices, 'forget'>;
  history: Pick<History, 'query'>;
  clock: Clock;
  logger: Logger;
}

export function createComputed({ stores, registry, known, history, clock, logger }: ComputedOptions): ComputedManager {
  const computedLogger = logger.child('computed');
  const seaLevelPressure = (key: DeviceKey): number => stores.memory.seaLevelPressureOf(key);
  return new ComputedManager({
    store: stores.computed,
    driver: new ComputedDriver({
      registry,
      claims: registry.connect('computed'),
      filler: new WindowFiller({ history, seaLevelPressure, clock, logger: computedLogger }),
      states: stores.integrals,
      seaLevelPressure,
      clock,
    }),
    previewer: new Previewer({ registry, history, seaLevelPressure, clock }),
    registry,
    onRenamed: (key) => stores.memory.events.emit('changed', key),
    onRemoved: (key) => {
      known.forget(key).catch((error: unknown) => {
        // A simulated one is not remembered.
        if (!isMensuraError(error, 'not-found'))
          computedLogger.warn(`cannot forget ${key.serial}: ${errorText(error)}`);
      });
    },
    clock,
    logger: computedLogger,
  });
}
