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
 * Which ports to keep: those added by hand, with what is known of their USB device, then the instruments among the
 * found ones. A found port that was also added is kept once, by the path that was given.
 */
export function planPorts(added: readonly AddedPort[], found: readonly FoundPort[]): PlannedPort[] {
  const given = new Set(added.flatMap(({ path, real }) => [path, real]));
  return [
    ...added.map(({ path, real }) => ({
      path,
      origin: 'added' as const,
      found: found.find((port) => port.path === real || port.path === path),
    })),
    ...found
      .filter((port) => isInstrumentPort(port) && !given.has(port.path))
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
