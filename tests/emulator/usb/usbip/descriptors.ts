/**
 * The descriptors of a virtual instrument, byte by byte as USB 2.0 (9.6) and the class definitions for communications
 * devices (CDC 1.2 and PSTN 1.2) lay them out. Numbers of two bytes have their low byte first.
 */
import type { VirtualDescriptors } from '../parts.ts';

export const DESCRIPTOR = { device: 1, configuration: 2, string: 3 } as const;

/** English (United States), the one language of the strings. */
const LANGUAGE = 0x0409;

const STRING = { manufacturer: 1, product: 2, serial: 3 } as const;

/** Not known of the instruments, so our own choice: 100 mA, in units of 2 mA, from the bus. */
const POWER = [0x80, 0x32] as const;

export function deviceDescriptor(of: VirtualDescriptors): Buffer {
  const vendor = of.kind === 'vendor';
  return Buffer.from([
    18,
    DESCRIPTOR.device,
    ...word(vendor ? 0x0110 : 0x0200),
    vendor ? 0xff : 0x02,
    0,
    0,
    // The most bytes of one packet on endpoint 0.
    vendor ? 8 : 64,
    ...word(of.vendorId),
    ...word(of.productId),
    ...word(of.bcdDevice),
    STRING.manufacturer,
    STRING.product,
    of.serial ? STRING.serial : 0,
    1,
  ]);
}

export function configurationDescriptor({ kind }: VirtualDescriptors): Buffer {
  const rest = kind === 'vendor' ? VENDOR_INTERFACE : [...CONTROL_INTERFACE, ...DATA_INTERFACE];
  const interfaces = interfaceCount(kind);
  return Buffer.from([9, DESCRIPTOR.configuration, ...word(9 + rest.length), interfaces, 1, 0, ...POWER, ...rest]);
}

export function interfaceCount(kind: VirtualDescriptors['kind']): number {
  return kind === 'vendor' ? 1 : 2;
}

/** Null where there is no string of that index. */
export function stringDescriptor(of: VirtualDescriptors, index: number): Buffer | null {
  if (index === 0) return Buffer.from([4, DESCRIPTOR.string, ...word(LANGUAGE)]);
  const texts = ['', of.manufacturer, of.product, of.serial];
  const text = texts[index];
  if (!text) return null;
  const characters = Buffer.from(text, 'utf16le');
  return Buffer.concat([Buffer.from([2 + characters.length, DESCRIPTOR.string]), characters]);
}

/** Vendor class with endpoint 0 only (docs/hardware.md#usb-identification). */
const VENDOR_INTERFACE = [9, 4, 0, 0, 0, 0xff, 0, 0, 0] as const;

/** The endpoints of a virtual serial port; IN ones have the high bit. */
export const ENDPOINT = { notify: 0x81, dataIn: 0x82, dataOut: 0x02 } as const;

/** Communications, abstract control model. */
const CONTROL_INTERFACE = [
  [9, 4, 0, 0, 1, 0x02, 0x02, 0x00, 0],
  // Header: CDC 1.10.
  [5, 0x24, 0x00, 0x10, 0x01],
  // Call management: none, data interface 1.
  [5, 0x24, 0x01, 0x00, 0x01],
  // Abstract control: line coding and state (2), and break (4), without which a port cannot be configured on Linux.
  [4, 0x24, 0x02, 0x06],
  // Union: control interface 0, data interface 1.
  [5, 0x24, 0x06, 0x00, 0x01],
  // Interrupt, 8 bytes, every 16 ms.
  [7, 5, ENDPOINT.notify, 0x03, 8, 0, 16],
].flat();

/** Data: bulk in and out, 64 bytes a packet. */
const DATA_INTERFACE = [
  [9, 4, 1, 0, 2, 0x0a, 0x00, 0x00, 0],
  [7, 5, ENDPOINT.dataOut, 0x02, 64, 0, 0],
  [7, 5, ENDPOINT.dataIn, 0x02, 64, 0, 0],
].flat();

function word(value: number): [number, number] {
  return [value & 0xff, value >>> 8];
}
