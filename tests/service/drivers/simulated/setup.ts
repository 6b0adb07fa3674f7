/** A simulated driver on fake timers, with everything it says written down. */
import { vi } from 'vitest';
import type { DetachReason, DeviceDescription, SampleSet } from '../../../../service/devices/instrument.ts';
import { createSimulatedDriver, type SimulatedOptions } from '../../../../service/drivers/simulated/index.ts';
import { systemClock } from '../../../../service/support/clock.ts';
import { silentLogger } from '../../../../service/support/logger.ts';

/** When every simulated test begins. */
export const BEGIN = Date.UTC(2026, 10, 20, 14, 0, 0);

export function useFakeTime(): void {
  vi.useFakeTimers({ now: BEGIN, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
}

export function simulate(options: Partial<SimulatedOptions> = {}) {
  const attached: DeviceDescription[] = [];
  const moments: SampleSet[] = [];
  const lost: DetachReason[] = [];
  const errors: string[] = [];
  const driver = createSimulatedDriver({
    usb: 5,
    gateway: 2,
    seed: 1,
    clock: systemClock,
    logger: { ...silentLogger, error: (text) => errors.push(text) },
    periodOf: () => undefined,
    hotPlug: false,
    faults: false,
    ...options,
  });
  driver.events.on('attached', (description) => attached.push(description));
  driver.events.on('readings', (moment) => moments.push(moment));
  driver.events.on('detached', (loss) => lost.push(loss));
  const momentsOf = (serial: string): SampleSet[] => moments.filter((moment) => moment.serial === serial);
  return { driver, attached, moments, lost, errors, momentsOf };
}
