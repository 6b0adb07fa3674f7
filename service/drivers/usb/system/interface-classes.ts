/** Reads the interface classes of a device: a communications interface is a serial port. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NativeDevice } from './usb-package.ts';

/** bDescriptorType of an interface descriptor, and where its bInterfaceClass is (USB 2.0, table 9-12). */
const INTERFACE = { type: 4, classAt: 5, length: 9 } as const;

/** Communications (CDC control) and CDC data, of the USB class codes. */
const SERIAL_CLASSES: ReadonlySet<number> = new Set([0x02, 0x0a]);

/** The sources of the system. */
export interface Places {
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
export function isSerialPort(device: NativeDevice, { platform, sysfs }: Places): boolean {
  if (SERIAL_CLASSES.has(device.deviceClass)) return true;
  const classes =
    platform === 'linux'
      ? fromSysfs(device, sysfs)
      : (device.configuration?.interfaces ?? []).map(({ alternate }) => alternate.interfaceClass);
  return classes.some((one) => SERIAL_CLASSES.has(one));
}
