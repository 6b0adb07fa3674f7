/** Finds the serial ports of this computer that belong to USB devices, and tells which are instruments. */
import { hasInstrumentIds } from '../protocol/usb-ids.ts';
import type { FoundPort } from './options.ts';
import { listSysfsPorts } from './sysfs-ports.ts';

/** Whether a port is an instrument's, by its USB ids alone. */
export function isInstrumentPort({ vendorId, productId }: Pick<FoundPort, 'vendorId' | 'productId'>): boolean {
  return hasInstrumentIds({ vendorId: Number.parseInt(vendorId, 16), productId: Number.parseInt(productId, 16) });
}

/** What the `serialport` package tells of a port. */
interface ListedPort {
  path: string;
  vendorId?: string | undefined;
  productId?: string | undefined;
  serialNumber?: string | undefined;
  manufacturer?: string | undefined;
}

/** A port of the package's list; undefined for one that belongs to no USB device. The list has no bus and no firmware. */
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
 * The USB serial ports of this computer, instruments and others, by path.
 * @throws the system's error where it has no such list
 */
export async function findSystemPorts(platform: NodeJS.Platform = process.platform): Promise<FoundPort[]> {
  if (platform === 'linux') return listSysfsPorts();
  const { SerialPort } = await import('./library.ts');
  const ports = await SerialPort.list();
  return ports.map(fromListedPort).filter((port) => port !== undefined);
}
