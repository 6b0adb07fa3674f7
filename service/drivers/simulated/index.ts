/**
 * The simulated driver: devices that behave like real products of the catalog. For trying Mensura without hardware, for
 * demonstrations and for tests.
 */
import { MensuraError } from '../../support/errors.ts';
import { PERIOD, type SimulatedOptions } from './options.ts';
import { SimulatedDriver } from './simulated-driver.ts';

export type { SimulatedOptions } from './options.ts';

/** @throws MensuraError `usage` for a count or a period that cannot be simulated. */
export function createSimulatedDriver(options: SimulatedOptions): SimulatedDriver {
  const { usb, gateway, periodMs = PERIOD.default } = options;
  for (const count of [usb, gateway]) requireNumber(count, 0, 'The number of simulated devices');
  requireNumber(periodMs, PERIOD.min, 'The sampling period of simulated devices in milliseconds');
  return new SimulatedDriver(options);
}

function requireNumber(value: number, min: number, what: string): void {
  if (Number.isInteger(value) && value >= min) return;
  throw new MensuraError('usage', `${what} must be a whole number of at least ${min}, got ${value}.`);
}
