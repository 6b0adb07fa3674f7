/** Decides which USB devices are supported (docs/hardware.md#usb-identification). */
import type { UsbConnection } from '../../contract/index.ts';

/** The manufacturer's vendor ID and the range of its measuring devices; lower product IDs are game adapters. */
const MAKER = { vendorId: 0x289b, min: 0x0500, max: 0x05ff } as const;

/** IDs of the earliest devices, shared with other products; the names distinguish them. */
const SHARED = { vendorId: 0x1781, productId: 0x0a98, names: ['USBTenki', 'USB_Temp'] as readonly string[] } as const;

/** 0 to 65535 each. */
export interface UsbIds {
  vendorId: number;
  productId: number;
}

/** Whether the IDs alone identify a supported device. */
export function hasDeviceIds({ vendorId, productId }: UsbIds): boolean {
  return vendorId === MAKER.vendorId && productId >= MAKER.min && productId <= MAKER.max;
}

/** Whether the product name must decide. */
export function needsProductName({ vendorId, productId }: UsbIds): boolean {
  return vendorId === SHARED.vendorId && productId === SHARED.productId;
}

/**
 * Whether a device is supported.
 * @param product its product name from the string descriptor; only used if `needsProductName`
 */
export function isSupportedDevice(ids: UsbIds, product: string): boolean {
  return hasDeviceIds(ids) || (needsProductName(ids) && SHARED.names.includes(product));
}

/** The contract's form: four upper-case hexadecimal digits. */
export function idText(id: number): string {
  return id.toString(16).toUpperCase().padStart(4, '0');
}

/** The serial number of a device without one, from its IDs and its place on the bus (docs/decisions.md#1-identity). */
export function fallbackSerial({ vendor_id, product_id, bus, address }: UsbConnection): string {
  return `${vendor_id}${product_id}-${bus}-${address}`;
}
