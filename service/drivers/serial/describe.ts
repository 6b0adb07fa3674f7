import { protocolsOf } from '../../devices/catalogue.ts';
import type { DeviceDescription } from '../../devices/types.ts';
import { fallbackSerial } from '../protocol/usb-ids.ts';
import type { FoundPort } from './options.ts';
import type { IdentifiedDevice } from './session.ts';

/** The line protocol contains no firmware version. */
const UNKNOWN_FIRMWARE = { major: 0, minor: 0 } as const;

/** The serial number on the lines, otherwise the USB one, otherwise one from the device's place on the bus. */
export function serialOf(line: string, path: string, found: FoundPort | undefined): string {
  if (line !== '') return line;
  if (found?.serial) return found.serial;
  if (found?.usb) return fallbackSerial(found.usb);
  return `no-serial-${path.split(/[\\/]/).at(-1) ?? path}`;
}

export function describeDevice(
  { product, serial, layout, periodMs }: IdentifiedDevice,
  path: string,
  found: FoundPort | undefined,
): DeviceDescription {
  return {
    family: 'usb',
    serial: serialOf(serial, path, found),
    product: layout.product,
    vendor: layout.vendor,
    productName: product,
    labels: layout.labels,
    ...(layout.unclear.length > 0 && { unclear: layout.unclear }),
    firmware: found?.firmware ?? UNKNOWN_FIRMWARE,
    connections: { usb: found?.usb ?? null, vcp: { port: path } },
    protocols: protocolsOf(product),
    protocol: 'vcp',
    periodMs,
    simulated: false,
  };
}
