import { isDevicePort } from './find-ports.ts';
import type { FoundPort, PortInfo } from './options.ts';

export interface PlannedPort {
  path: string;
  origin: PortInfo['origin'];
  found: FoundPort | undefined;
}

/** A port added by hand, and its device file, because a path may be a symbolic link. */
export interface AddedPort {
  path: string;
  real: string;
}

/**
 * One spelling for all names of a port. On Windows `COM3`, `com3` and `\\.\COM3` are the same; macOS has two device
 * files per port, `cu.` and `tty.`: users enter the former, the list of ports has the latter.
 */
function spelling(path: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') return path.replace(/^\\\\\.\\/, '').toUpperCase();
  return platform === 'darwin' ? path.replace(/^\/dev\/cu\./, '/dev/tty.') : path;
}

/**
 * The ports to open: those added by hand, with their USB device if known, then the supported ones among those found. A
 * found port that was also added appears once, by the added path.
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
      .filter((port) => isDevicePort(port) && !given.has(spelling(port.path, platform)))
      .map((port) => ({ path: port.path, origin: 'found' as const, found: port })),
  ];
}

export function isSameDevice(a: FoundPort | undefined, b: FoundPort | undefined): boolean {
  return (
    a?.vendorId === b?.vendorId &&
    a?.productId === b?.productId &&
    a?.serial === b?.serial &&
    a?.usb?.bus === b?.usb?.bus &&
    a?.usb?.address === b?.usb?.address
  );
}
