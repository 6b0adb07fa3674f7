/** Finds the serial ports of USB devices on this computer, and recognizes the supported ones. */
import { hasDeviceIds } from '../protocol/usb-ids.ts';
import type { FoundPort } from './options.ts';
import { listSysfsPorts } from './sysfs-ports.ts';

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
export async function findSystemPorts(platform: NodeJS.Platform = process.platform): Promise<FoundPort[]> {
  if (platform === 'linux') return listSysfsPorts();
  const { SerialPort } = await import('./library.ts');
  const ports = await SerialPort.list();
  return ports.map(fromListedPort).filter((port) => port !== undefined);
}
