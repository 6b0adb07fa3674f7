/** What classes the interfaces of a device have: a communications interface is a serial port. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NativeDevice } from './usb-package.ts';

/** bDescriptorType of an interface descriptor, and where its bInterfaceClass is (USB 2.0, table 9-12). */
const INTERFACE = { type: 4, classAt: 5, length: 9 } as const;

/** Communications (CDC control) and CDC data, of the USB class codes. */
const SERIAL_CLASSES: ReadonlySet<number> = new Set([0x02, 0x0a]);

/** Where the system is asked. */
export interface Places {
  platform: NodeJS.Platform;
  /** Where sysfs has the USB devices, on Linux: `/sys/bus/usb/devices`. */
  sysfs: string;
}

/** bInterfaceClass of each interface descriptor in a chain of descriptors. What is cut off, or no chain, ends it. */
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
 * The package has to open the device to tell its interfaces, which needs rights; sysfs has the descriptors for everybody,
 * from the kernel's memory: reading them waits for nothing.
 */
function fromSysfs({ bus, ports }: NativeDevice, sysfs: string): number[] {
  return interfaceClasses(readFileSync(join(sysfs, `${Number(bus)}-${ports.join('.')}`, 'descriptors')));
}

/**
 * Whether a device appears as a serial port: `vcp`, else `usb`.
 * @throws the system's error where it does not tell
 */
export function isSerialPort(device: NativeDevice, { platform, sysfs }: Places): boolean {
  if (SERIAL_CLASSES.has(device.deviceClass)) return true;
  const classes =
    platform === 'linux'
      ? fromSysfs(device, sysfs)
      : (device.configuration?.interfaces ?? []).map(({ alternate }) => alternate.interfaceClass);
  return classes.some((one) => SERIAL_CLASSES.has(one));
}
