/**
 * The simulated driver: instruments that do not exist but behave like real products of the catalogue. For trying
 * Mensura without hardware, for demonstrations, for tests and for load.
 */
import type { Driver } from '../driver.ts';
import type { SimulatedOptions } from './options.ts';
import { SimulatedDriver } from './simulated-driver.ts';

export type { SimulatedOptions } from './options.ts';

/** @throws MensuraError `usage` for a period, a count or a product that cannot be simulated. */
export function createSimulatedDriver(options: SimulatedOptions): Driver {
  return new SimulatedDriver(options);
}
