/** The serial ports of this computer, for the menu in which one is chosen. */
import { SerialPort } from 'serialport';
import { withDeadline } from '../service/support/deadline.ts';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';

/** How long the system may take to list its ports, in milliseconds. */
const LIST_TIMEOUT_MS = 3000;

/** The most ports a menu shows; what is beyond can still be named by its file. */
const MAX_PORTS = 30;

/** A port as the system knows it. */
export interface SystemPort {
  /** `/dev/ttyUSB0`, `COM3`. */
  path: string;
  manufacturer?: string | undefined;
  /** Present for ports of USB devices. */
  vendorId?: string | undefined;
}

/** An entry of the menu. */
export interface PortChoice {
  path: string;
  label: string;
}

/**
 * Sorts ports into the menu's two lists, each by path: those of USB devices, and the computer's own, most of which
 * have no connector on most computers.
 * @param taken paths that Mensura uses or knows already
 */
export function arrangePorts(
  ports: readonly SystemPort[],
  taken: ReadonlySet<string>,
): { usb: PortChoice[]; builtIn: PortChoice[] } {
  const free = ports.filter(({ path }) => !taken.has(path)).toSorted((a, b) => comparePaths(a.path, b.path));
  const choices = (wanted: boolean): PortChoice[] =>
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

/** Lists the ports; where the system cannot (a Linux without udevadm), there are none to choose from. */
export async function listPorts(logger: Logger): Promise<readonly SystemPort[]> {
  try {
    return await withDeadline(SerialPort.list(), LIST_TIMEOUT_MS, 'Listing serial ports');
  } catch (error) {
    logger.warn(`cannot list serial ports: ${errorText(error)}`);
    return [];
  }
}
