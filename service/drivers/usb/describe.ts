import type { UsbConnection } from '../../contract/index.ts';
import { protocolsOf } from '../../devices/catalogue.ts';
import type { DeviceDescription } from '../../devices/instrument.ts';
import { fallbackSerial } from '../fallback-serial.ts';
import type { UsbIdentity } from './bus.ts';
import type { UsbLayout } from './layout.ts';

/** The product string; one made of the ids where there is none. */
export function productNameOf({ product, connection }: UsbIdentity): string {
  return product || `USB ${connection.vendor_id}:${connection.product_id}`;
}

/** The serial number string, else one made of where the instrument is plugged in. */
export function usbSerialOf({ serial, connection }: UsbIdentity): string {
  return serial || fallbackSerial(connection);
}

/** Where an instrument is plugged in, as it stands in a sentence. */
export function placeOf({ bus, address }: UsbConnection): string {
  return `USB bus ${bus}, address ${address}`;
}

/** The instrument as the rest of the service knows it. The period is in milliseconds. */
export function describeUsbInstrument(
  identity: UsbIdentity,
  { product, vendor, labels }: UsbLayout,
  periodMs: number,
): DeviceDescription {
  const productName = productNameOf(identity);
  return {
    family: 'usb',
    serial: usbSerialOf(identity),
    product,
    vendor,
    productName,
    labels,
    firmware: identity.firmware,
    connections: { usb: identity.connection, vcp: null },
    protocols: protocolsOf(productName),
    protocol: 'usb',
    periodMs,
    simulated: false,
  };
}
