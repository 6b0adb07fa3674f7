/** Finds the serial ports of this computer that belong to USB devices, and tells which are instruments. */
import type { FoundPort } from './options.ts';
import { listSysfsPorts } from './sysfs-ports.ts';

/** The maker's USB vendor id, and the range of its instruments; what lies below are game adapters (hardware facts, 3.1). */
const VENDOR_ID = '289B';
const PRODUCT_IDS = { min: 0x0500, max: 0x05ff } as const;

/** Whether a port is an instrument's, by its USB ids alone. */
export function isInstrumentPort({ vendorId, productId }: Pick<FoundPort, 'vendorId' | 'productId'>): boolean {
  const id = Number.parseInt(productId, 16);
  return vendorId === VENDOR_ID && id >= PRODUCT_IDS.min && id <= PRODUCT_IDS.max;
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
