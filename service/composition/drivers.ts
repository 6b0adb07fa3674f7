import type { Registry } from '../devices/registry.ts';
import { SerialDriver } from '../drivers/serial/serial-driver.ts';
import { SimulatedDriver } from '../drivers/simulated/simulated-driver.ts';
import { SystemBus } from '../drivers/usb/system/system-bus.ts';
import { UsbDriver } from '../drivers/usb/usb-driver.ts';
import { UsbOwnership } from '../drivers/usb-ownership.ts';
import type { DeviceSettingsStore } from '../settings/device-memory.ts';
import type { ServiceOptions } from '../settings/options.ts';
import type { Clock } from '../support/clock.ts';
import type { Logger } from '../support/logger.ts';
import { DriverRunner } from './driver-runner.ts';
import { SimulatedDevices } from './simulated-devices.ts';

export interface DriversOptions {
  options: Pick<ServiceOptions, 'serialPorts' | 'simulateSeed' | 'simulateFaults'>;
  memory: DeviceSettingsStore;
  registry: Registry;
  /** As in `ServiceHost`. */
  udevRule: string | undefined;
  clock: Clock;
  logger: Logger;
}

/** @returns the drivers; `devices` has the claims of `serial` and `usb`: a device may switch from one to the other */
export function createDrivers({ options, memory, registry, udevRule, clock, logger }: DriversOptions) {
  const periodOf = memory.periodOf.bind(memory);
  const ownership = new UsbOwnership(clock);
  const devices = registry.connect('paths', ownership);
  const common = { devices, clock, periodOf };
  const serial = new SerialDriver({ ...common, ports: options.serialPorts, logger: logger.child('serial') });
  const usbLogger = logger.child('usb');
  const bus = new SystemBus({ logger: usbLogger });
  const usb = new UsbDriver({
    ...common,
    bus,
    logger: usbLogger,
    udevRule,
    onVcpDevices: (seen) => {
      ownership.vcpDevices = seen;
      devices.review();
    },
  });
  const simulated = new SimulatedDevices((simulation) => {
    const claims = registry.connect('simulated');
    const { simulateSeed: seed, simulateFaults: faults } = options;
    const driver = new SimulatedDriver({ ...simulation, seed, faults, devices: claims, clock, periodOf });
    return new DriverRunner({ drivers: [driver], devices: claims, logger: logger.child('service') });
  });
  return { serial, usb, devices, simulated };
}
