import type { UsbConnection } from '../contract/index.ts';

/** The serial number of a device without one, from its IDs and its place on the bus (docs/decisions.md#1-identity). */
export function fallbackSerial({ vendor_id, product_id, bus, address }: UsbConnection): string {
  return `${vendor_id}${product_id}-${bus}-${address}`;
}
