import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '../../../support/errors.ts';
import type { Logger } from '../../../support/logger.ts';
import { hasDeviceIds, idText, isSupportedDevice, needsProductName } from '../../protocol/usb-ids.ts';
import type { UsbIdentity } from '../bus.ts';
import type { NativeDevice } from './usb-package.ts';

/** bDescriptorType of an interface descriptor, and where its bInterfaceClass is (USB 2.0, table 9-12). */
const INTERFACE = { type: 4, classAt: 5, length: 9 } as const;

/** Communications (CDC control) and CDC data, of the USB class codes. */
const SERIAL_CLASSES: ReadonlySet<number> = new Set([0x02, 0x0a]);

/** The sources of the system. */
interface Places {
  platform: NodeJS.Platform;
  /** Folder of the USB devices in sysfs, on Linux: `/sys/bus/usb/devices`. */
  sysfs: string;
}

/** bInterfaceClass of each interface descriptor in a chain of descriptors. Ends at truncated or invalid data. */
export function interfaceClasses(descriptors: Uint8Array): number[] {
  const classes: number[] = [];
  for (let at = 0; at + 2 <= descriptors.length; ) {
    const [length = 0, type] = descriptors.subarray(at, at + 2);
    if (length < 2 || at + length > descriptors.length) break;
    const interfaceClass = descriptors[at + INTERFACE.classAt];
    if (type === INTERFACE.type && length >= INTERFACE.length && interfaceClass !== undefined)
      classes.push(interfaceClass);
    at += length;
  }
  return classes;
}

/**
 * The package must open the device to read its interfaces, which needs permissions. Sysfs has the descriptors for all
 * users, in the kernel's memory, so reading does not block.
 */
function fromSysfs({ bus, ports }: NativeDevice, sysfs: string): number[] {
  return interfaceClasses(readFileSync(join(sysfs, `${Number(bus)}-${ports.join('.')}`, 'descriptors')));
}

/**
 * `vcp` for a device that appears as a serial port, otherwise `usb`.
 * @throws the system's error when it cannot be read
 */
function isSerialPort(device: NativeDevice, { platform, sysfs }: Places): boolean {
  if (SERIAL_CLASSES.has(device.deviceClass)) return true;
  const classes =
    platform === 'linux'
      ? fromSysfs(device, sysfs)
      : (device.configuration?.interfaces ?? []).map(({ alternate }) => alternate.interfaceClass);
  return classes.some((one) => SERIAL_CLASSES.has(one));
}

/** Largest number derived from a name; the smallest is 1. */
const NUMBERS = 65_535;

/** A 32-bit FNV-1a hash: the same for the same name, on every computer and in every run. */
function hash(name: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(name)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value;
}

/**
 * A bus as the contract requires it, an integer. Linux numbers its buses (`001`), macOS too, in hexadecimal digits
 * (`14`). Windows names the controller by its path (`PCIROOT(0)#PCI(1400)#USBROOT(0)`): the number derived from it is
 * stable for the controller, and only serves to distinguish buses.
 */
export function busNumber(bus: string, platform: NodeJS.Platform): number {
  if (platform === 'darwin' && /^[0-9a-f]{1,4}$/i.test(bus)) return Number.parseInt(bus, 16);
  if (/^\d{1,5}$/.test(bus)) return Number(bus);
  return 1 + (hash(bus) % NUMBERS);
}

/** Calls a getter of the package, which may throw. */
function guarded<Value>(read: () => Value, otherwise: Value, what: string, logger: Logger): Value {
  try {
    return read();
  } catch (error) {
    logger.debug(`cannot read the ${what} of a device: ${errorText(error)}`);
    return otherwise;
  }
}

/** bcdDevice in decimal: 0x0312 is 3.12 (docs/hardware.md#firmware-version). 0.0 if it is not decimal. */
function firmwareOf(device: NativeDevice): UsbIdentity['firmware'] {
  const { deviceVersionMajor, deviceVersionMinor, deviceVersionSubminor } = device;
  if (deviceVersionMinor > 9 || deviceVersionSubminor > 9) return { major: 0, minor: 0 };
  return { major: deviceVersionMajor, minor: deviceVersionMinor * 10 + deviceVersionSubminor };
}

/**
 * The descriptors of a device; undefined if it is not supported. Strings are only read if it may be supported, because
 * on some systems that opens the device. Unreadable ones are empty.
 */
export function readIdentity(device: NativeDevice, places: Places, logger: Logger): UsbIdentity | undefined {
  if (!hasDeviceIds(device) && !needsProductName(device)) return undefined;
  const product = guarded(() => device.productName, '', 'product name', logger)?.trim() ?? '';
  if (!isSupportedDevice(device, product)) return undefined;
  const serialPort = guarded(() => isSerialPort(device, places), false, 'interfaces', logger);
  return {
    connection: {
      bus: busNumber(device.bus, places.platform),
      address: device.address,
      vendor_id: idText(device.vendorId),
      product_id: idText(device.productId),
    },
    firmware: firmwareOf(device),
    manufacturer: guarded(() => device.manufacturerName, '', 'manufacturer', logger)?.trim() ?? '',
    product,
    serial: guarded(() => device.serialNumber, '', 'serial number', logger)?.trim() ?? '',
    protocol: serialPort ? 'vcp' : 'usb',
  };
}
