import type { UsbConnection } from '../../contract/index.ts';
import { protocolsOf } from '../../devices/catalogue.ts';
import type { DeviceDescription } from '../../devices/types.ts';
import { fallbackSerial } from '../protocol/usb-ids.ts';
import type { UsbIdentity } from './bus.ts';
import type { UsbLayout } from './layout.ts';

/** The product string, or one from the IDs. */
export function productNameOf({ product, connection }: UsbIdentity): string {
  return product || `USB ${connection.vendor_id}:${connection.product_id}`;
}

/** The serial number string, or one from the device's place on the bus. */
export function usbSerialOf({ serial, connection }: UsbIdentity): string {
  return serial || fallbackSerial(connection);
}

/** As in a sentence. */
export function placeOf({ bus, address }: UsbConnection): string {
  return `USB bus ${bus}, address ${address}`;
}

/** @param periodMs sampling period in milliseconds */
export function describeUsbDevice(
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
