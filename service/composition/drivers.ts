import type { Registry } from '../devices/registry.ts';
import type { Driver } from '../drivers/driver.ts';
import { createPathDriver } from '../drivers/merge/index.ts';
import { createSerialDriver, type SerialDriver } from '../drivers/serial/index.ts';
import { createSimulatedDriver } from '../drivers/simulated/index.ts';
import { createUsbDriver } from '../drivers/usb/index.ts';
import { createSystemBus } from '../drivers/usb/system/index.ts';
import type { DeviceSettingsStore } from '../settings/device-memory.ts';
import type { ServiceOptions } from '../settings/options.ts';
import type { Clock } from '../support/clock.ts';
import type { Logger } from '../support/logger.ts';
import { DriverRunner } from './driver-runner.ts';
import { SimulatedInstruments } from './simulated-instruments.ts';

export interface InstrumentsOptions {
  options: Pick<ServiceOptions, 'serialPorts' | 'simulateSeed' | 'simulateFaults'>;
  memory: DeviceSettingsStore;
  registry: Registry;
  /** As in `ServiceHost`. */
  udevRule: string | undefined;
  clock: Clock;
  logger: Logger;
}

export interface Drivers {
  serial: SerialDriver;
  /** Serial and USB in one driver, because a device may switch from one to the other. */
  attached: Driver;
  simulated: SimulatedInstruments;
}

export function createDrivers({ options, memory, registry, udevRule, clock, logger }: InstrumentsOptions): Drivers {
  const periodOf = memory.periodOf.bind(memory);
  const serial = createSerialDriver({ ports: options.serialPorts, clock, logger: logger.child('serial'), periodOf });
  const usbLogger = logger.child('usb');
  const bus = createSystemBus({ logger: usbLogger });
  const usb = createUsbDriver({ bus, clock, logger: usbLogger, periodOf, udevRule });
  const simulatedLogger = logger.child('simulated');
  const simulated = new SimulatedInstruments({
    createDriver: (simulation) =>
      createSimulatedDriver({
        ...simulation,
        seed: options.simulateSeed,
        faults: options.simulateFaults,
        clock,
        logger: simulatedLogger,
        periodOf,
      }),
    run: (driver) => new DriverRunner({ driver, registry, logger: logger.child('service') }),
  });
  return { serial, attached: createPathDriver({ usb, serial, clock, logger: logger.child('devices') }), simulated };
}
