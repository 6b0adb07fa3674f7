import { SerialPort } from 'serialport';
import { withDeadline } from '../service/support/deadline.ts';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';

/** Time limit for listing the ports, in milliseconds. */
const LIST_TIMEOUT_MS = 3000;

/** Maximum number of ports in a menu; others can be selected as a file. */
const MAX_PORTS = 30;

export interface SystemPort {
  /** `/dev/ttyUSB0`, `COM3`. */
  path: string;
  manufacturer?: string | undefined;
  /** Set for ports of USB devices. */
  vendorId?: string | undefined;
}

export interface PortMenuItem {
  path: string;
  label: string;
}

/**
 * Sorts ports by path into those of USB devices and built-in ones, many of which have no connector.
 * @param taken paths that Mensura already uses
 */
export function sortPorts(
  ports: readonly SystemPort[],
  taken: ReadonlySet<string>,
): { usb: PortMenuItem[]; builtIn: PortMenuItem[] } {
  const free = ports.filter(({ path }) => !taken.has(path)).toSorted((a, b) => comparePaths(a.path, b.path));
  const choices = (wanted: boolean): PortMenuItem[] =>
    free
      .filter(({ vendorId }) => (vendorId !== undefined) === wanted)
      .slice(0, MAX_PORTS)
      .map(({ path, manufacturer }) => ({ path, label: manufacturer ? `${path} (${manufacturer})` : path }));
  return { usb: choices(true), builtIn: choices(false) };
}

/** COM10 comes after COM9. */
function comparePaths(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

/** Empty if the system cannot list its ports, such as Linux without udevadm. */
export async function listPorts(logger: Logger): Promise<readonly SystemPort[]> {
  try {
    return await withDeadline(SerialPort.list(), LIST_TIMEOUT_MS, 'Listing serial ports');
  } catch (error) {
    logger.warn(`cannot list serial ports: ${errorText(error)}`);
    return [];
  }
}
