/** Finds the serial ports of USB devices on this computer, and recognizes the supported ones. */

import { access, readdir, readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasDeviceIds } from '../protocol/usb-ids.ts';
import type { FoundPort } from './options.ts';
import { TERMINAL } from './port-path.ts';

interface SysfsPaths {
  /** Where sysfs is mounted: `/sys`. */
  sys: string;
  /** Where the device files are: `/dev`. */
  dev: string;
}

/** A port's interface is one level below the USB device, with a converter three; more is something else. */
const MAX_STEPS_UP = 6;

/** Limits the ports of a broken sysfs. */
const MAX_PORTS = 4096;

async function readAttribute(folder: string, name: string): Promise<string> {
  return (await readFile(join(folder, name), 'utf8').catch(() => '')).trim();
}

/** The folder of a port's USB device; undefined if it has none. */
async function usbFolderOf(port: string): Promise<string | undefined> {
  let folder = await realpath(join(port, 'device')).catch(() => undefined);
  for (let step = 0; folder && step < MAX_STEPS_UP; step += 1) {
    if ((await readAttribute(folder, 'idVendor')) !== '') return folder;
    folder = dirname(folder) === folder ? undefined : dirname(folder);
  }
  return undefined;
}

async function describePort(name: string, { sys, dev }: SysfsPaths): Promise<FoundPort | undefined> {
  const folder = await usbFolderOf(join(sys, 'class/tty', name));
  if (!folder) return undefined;
  const path = join(dev, basename(name));
  // The device file appears shortly after the entry in sysfs, and possibly never in a container.
  const usable = await access(path).then(
    () => true,
    () => false,
  );
  if (!usable) return undefined;
  const [idVendor = '', idProduct = '', busnum = '', devnum = '', bcdDevice = '', serial = '', manufacturer = ''] =
    await Promise.all(
      ['idVendor', 'idProduct', 'busnum', 'devnum', 'bcdDevice', 'serial', 'manufacturer'].map((attribute) =>
        readAttribute(folder, attribute),
      ),
    );
  const vendorId = idVendor.toUpperCase();
  const productId = idProduct.toUpperCase();
  const placed = /^\d+$/.test(busnum) && /^\d+$/.test(devnum);
  return {
    path,
    vendorId,
    productId,
    usb: placed ? { bus: Number(busnum), address: Number(devnum), vendor_id: vendorId, product_id: productId } : null,
    firmware: firmwareOf(bcdDevice),
    serial,
    manufacturer,
  };
}

/**
 * All serial ports of USB devices, by path.
 * @throws the system's error when sysfs cannot be read
 */
export async function listSysfsPorts(places: SysfsPaths = { sys: '/sys', dev: '/dev' }): Promise<FoundPort[]> {
  // The folder is missing on a computer that never had a serial port.
  const names = (await readdir(join(places.sys, 'class/tty'))).filter((name) => !TERMINAL.test(name));
  const ports = await Promise.all(names.slice(0, MAX_PORTS).map((name) => describePort(name, places)));
  return ports.filter((port) => port !== undefined).toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * The firmware version of a USB device's bcdDevice in sysfs: `0204` is 2.4 (docs/hardware.md#firmware-version).
 * Anything else is 0.0.
 */
export function firmwareOf(bcdDevice: string): { major: number; minor: number } {
  const [, major, minor] = /^([0-9a-f]{2})(\d{2})$/i.exec(bcdDevice) ?? [];
  if (major === undefined || minor === undefined) return { major: 0, minor: 0 };
  return { major: Number.parseInt(major, 16), minor: Number(minor) };
}

/** By the USB IDs alone. */
export function isDevicePort({ vendorId, productId }: Pick<FoundPort, 'vendorId' | 'productId'>): boolean {
  return hasDeviceIds({ vendorId: Number.parseInt(vendorId, 16), productId: Number.parseInt(productId, 16) });
}

interface ListedPort {
  path: string;
  vendorId?: string | undefined;
  productId?: string | undefined;
  serialNumber?: string | undefined;
  manufacturer?: string | undefined;
}

/** Undefined for a port without a USB device. The list has no bus and no firmware. */
export function fromListedPort(port: ListedPort): FoundPort | undefined {
  if (!port.vendorId || !port.productId) return undefined;
  return {
    path: port.path,
    vendorId: port.vendorId.toUpperCase().padStart(4, '0'),
    productId: port.productId.toUpperCase().padStart(4, '0'),
    usb: null,
    firmware: { major: 0, minor: 0 },
    serial: port.serialNumber ?? '',
    manufacturer: port.manufacturer ?? '',
  };
}

/**
 * All USB serial ports of this computer, by path, also those of other devices.
 * @throws the system's error when it cannot list them
 */
export async function findSystemPorts(): Promise<FoundPort[]> {
  if (process.platform === 'linux') return listSysfsPorts();
  const { SerialPort } = await import('./library.ts');
  const ports = await SerialPort.list();
  return ports.map(fromListedPort).filter((port) => port !== undefined);
}
