/** The reads of the contract and the versions that have them (interface.md#routes). */
import type { ContractVersion, Family } from '../../contract/index.ts';

/** Full information, the compact list, or the compact entry of one device. */
export type ReadFormat = 'collection' | 'measurements' | 'measurement';

export interface ReadRoute {
  /** The path after the version. */
  path: string;
  family: Family;
  form: ReadFormat;
  versions: readonly ContractVersion[];
}

export const READ_ROUTES: readonly ReadRoute[] = [
  { path: '/devices/usb', family: 'usb', form: 'collection', versions: ['3.5.0', '3.6.0', '3.7.0'] },
  { path: '/devices/usb/measurements', family: 'usb', form: 'measurements', versions: ['3.7.0'] },
  { path: '/devices/usb/:serial/measurement', family: 'usb', form: 'measurement', versions: ['3.7.0'] },
  { path: '/devices/gateway', family: 'gateway', form: 'collection', versions: ['3.7.0'] },
  { path: '/devices/gateway/measurements', family: 'gateway', form: 'measurements', versions: ['3.7.0'] },
  { path: '/devices/gateway/:serial/measurement', family: 'gateway', form: 'measurement', versions: ['3.7.0'] },
];

/** The versions with the query parameter `pretty` (interface.md#parameters); the others ignore it. */
export const PRETTY_VERSIONS: ReadonlySet<ContractVersion> = new Set<ContractVersion>(['3.7.0']);
