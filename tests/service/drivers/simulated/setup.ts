/** A simulated driver on fake timers, with everything it says written down. */
import { vi } from 'vitest';
import type { DetachReason, DeviceDescription, SampleSet } from '../../../../service/devices/types.ts';
import type { SimulatedOptions } from '../../../../service/drivers/simulated/options.ts';
import { SimulatedDriver } from '../../../../service/drivers/simulated/simulated-driver.ts';
import { systemClock } from '../../../../service/support/clock.ts';
import { OwnershipBench } from '../../devices/support.ts';

/** When every simulated test begins. */
export const BEGIN = Date.UTC(2026, 10, 20, 14, 0, 0);

export function useFakeTime(): void {
  vi.useFakeTimers({ now: BEGIN, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
}

export function simulate(options: Partial<SimulatedOptions> = {}) {
  const attached: DeviceDescription[] = [];
  const moments: SampleSet[] = [];
  const lost: DetachReason[] = [];
  const { events, ownership } = new OwnershipBench(systemClock);
  const driver = new SimulatedDriver({
    devices: ownership.connect('simulated'),
    usb: 5,
    gateway: 2,
    periodMs: 1000,
    seed: 1,
    clock: systemClock,
    periodOf: () => undefined,
    hotPlug: false,
    faults: false,
    ...options,
  });
  events.on('attached', (description) => attached.push(description));
  events.on('readings', (moment) => moments.push(moment));
  events.on('detached', (loss) => lost.push(loss));
  const momentsOf = (serial: string): SampleSet[] => moments.filter((moment) => moment.serial === serial);
  return { driver, events, attached, moments, lost, momentsOf };
}
