import type { UsbConnection } from '../contract/index.ts';

/** The serial number of an instrument that has none: made of its ids and of where it is plugged in (decisions, 1). */
export function fallbackSerial({ vendor_id, product_id, bus, address }: UsbConnection): string {
  return `${vendor_id}${product_id}-${bus}-${address}`;
}
