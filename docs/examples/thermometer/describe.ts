/** The example thermometer as the registry is told of it. */

import { channelOf } from '../../../service/devices/quantities.ts';
import type { DeviceDescription } from '../../../service/devices/types.ts';
import type { ThermometerLine } from './protocol.ts';

const PRODUCT = 'Example thermometer';
const VENDOR = 'Example';

/** It samples once a second, and cannot be told otherwise. */
export const PERIOD_MS = 1000;

export function describeThermometer({
  serial,
  firmware,
}: Extract<ThermometerLine, { kind: 'identity' }>): DeviceDescription {
  return {
    family: 'usb',
    serial,
    firmware,
    vendor: VENDOR,
    productName: PRODUCT,
    product: {
      model: 'EX-T1',
      channels: { temperature: channelOf('temperature') },
      info: { interfaces: {}, name: PRODUCT, sku: 'EX-T1', vendor: VENDOR },
    },
    connections: { usb: null, vcp: null },
    protocols: {},
    protocol: null,
    periodMs: PERIOD_MS,
    simulated: false,
  };
}
