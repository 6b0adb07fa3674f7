/** Decides which USB devices are instruments (docs/hardware.md#usb-identification). */

/** The maker's vendor id and the range of its instruments; what lies below are game adapters. */
const MAKER = { vendorId: 0x289b, min: 0x0500, max: 0x05ff } as const;

/** Ids of the earliest instruments, which other devices have too: these names tell the instruments among them. */
const SHARED = { vendorId: 0x1781, productId: 0x0a98, names: ['USBTenki', 'USB_Temp'] as readonly string[] } as const;

/** The two numbers of a USB device, 0 to 65535 each. */
export interface UsbIds {
  vendorId: number;
  productId: number;
}

/** Whether a device is an instrument by its ids alone. */
export function hasInstrumentIds({ vendorId, productId }: UsbIds): boolean {
  return vendorId === MAKER.vendorId && productId >= MAKER.min && productId <= MAKER.max;
}

/** Whether a device may be an instrument, which its product name tells. */
export function needsProductName({ vendorId, productId }: UsbIds): boolean {
  return vendorId === SHARED.vendorId && productId === SHARED.productId;
}

/**
 * Whether a device is an instrument.
 * @param product its product name, as the string descriptor has it; looked at only where `needsProductName`
 */
export function isInstrument(ids: UsbIds, product: string): boolean {
  return hasInstrumentIds(ids) || (needsProductName(ids) && SHARED.names.includes(product));
}

/** An id as the contract writes it: four upper-case hexadecimal digits. */
export function idText(id: number): string {
  return id.toString(16).toUpperCase().padStart(4, '0');
}
