import { isInstrumentPort } from './find-ports.ts';
import type { FoundPort, PortInfo } from './options.ts';

/** A port that shall be kept. */
export interface PlannedPort {
  path: string;
  origin: PortInfo['origin'];
  found: FoundPort | undefined;
}

/** A port added by hand, and the device file behind it: a path may be a symbolic link. */
export interface AddedPort {
  path: string;
  real: string;
}

/**
 * One spelling for all names of a port. Windows takes `COM3`, `com3` and `\\.\COM3` for the same; macOS has two device
 * files for each port, `cu.` and `tty.`: people give the one, the list of ports has the other.
 */
function spelling(path: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') return path.replace(/^\\\\\.\\/, '').toUpperCase();
  return platform === 'darwin' ? path.replace(/^\/dev\/cu\./, '/dev/tty.') : path;
}

/**
 * Which ports to keep: those added by hand, with what is known of their USB device, then the instruments among the
 * found ones. A found port that was also added is kept once, by the path that was given.
 */
export function planPorts(
  added: readonly AddedPort[],
  found: readonly FoundPort[],
  platform: NodeJS.Platform = process.platform,
): PlannedPort[] {
  const namesOf = ({ path, real }: AddedPort): string[] => [spelling(path, platform), spelling(real, platform)];
  const given = new Set(added.flatMap(namesOf));
  return [
    ...added.map((port) => ({
      path: port.path,
      origin: 'added' as const,
      found: found.find(({ path }) => namesOf(port).includes(spelling(path, platform))),
    })),
    ...found
      .filter((port) => isInstrumentPort(port) && !given.has(spelling(port.path, platform)))
      .map((port) => ({ path: port.path, origin: 'found' as const, found: port })),
  ];
}

/** Whether two looks at a port saw the same USB device in the same place. */
export function isSameDevice(a: FoundPort | undefined, b: FoundPort | undefined): boolean {
  return (
    a?.vendorId === b?.vendorId &&
    a?.productId === b?.productId &&
    a?.serial === b?.serial &&
    a?.usb?.bus === b?.usb?.bus &&
    a?.usb?.address === b?.usb?.address
  );
}
