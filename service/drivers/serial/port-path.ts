/** Which paths may be opened as serial ports: opening other device files can have effects, such as a watchdog's. */
import { realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/**
 * The kernel's own terminals (its devices.txt, majors 4 and 5): dozens on any computer, and never a port of a device.
 */
export const TERMINAL = /^(?:tty\d*|console|ptmx)$/;

/** Majors of the terminals below /dev/pts (the kernel's devices.txt), which sysfs does not list. */
const PSEUDO_TERMINALS = { first: 136, last: 143 } as const;

const WINDOWS_NAME = /^(?:\\\\\.\\)?COM[1-9]\d{0,3}$/i;

const POSIX_PATH = /^\/\P{Cc}+$/u;

const MAC_PORT = /^\/dev\/(?:cu\.|tty\.|ttys)/;

/** Why a text cannot be a port's path or name, to follow the field's name; undefined if it can. */
export function pathError(path: string, platform: NodeJS.Platform = process.platform): string | undefined {
  if (platform === 'win32') return WINDOWS_NAME.test(path) ? undefined : 'must be a COM port, such as COM3';
  // Half a surrogate pair has no percent-encoding: the port could not be removed.
  const isPath = POSIX_PATH.test(path) && path.isWellFormed();
  return isPath ? undefined : 'must be an absolute path, such as /dev/ttyUSB0';
}

/** Thrown for a file that is no serial port, and for a path that cannot be one. */
export class NoSerialPortError extends Error {
  constructor(path: string) {
    super(`${path} is not a serial port`);
  }
}

/** Below a file, too long, or a circle of links: no device can appear there. */
const NEVER_A_FILE: ReadonlySet<string | undefined> = new Set(['ENOTDIR', 'ENAMETOOLONG', 'ELOOP']);

export interface PortPathOptions {
  platform?: NodeJS.Platform;
  /** Where sysfs is mounted: `/sys`. */
  sys?: string;
}

/**
 * The device file of a port, with links resolved. Opens nothing.
 * @throws NoSerialPortError; the system's error if the file does not exist or cannot be looked at
 */
export async function resolvePort(
  path: string,
  { platform = process.platform, sys = '/sys' }: PortPathOptions = {},
): Promise<string> {
  if (platform === 'win32') {
    if (pathError(path, platform) !== undefined) throw new NoSerialPortError(path);
    return path;
  }
  const file = await realpath(path).catch((error: NodeJS.ErrnoException) => {
    throw NEVER_A_FILE.has(error.code) ? new NoSerialPortError(path) : error;
  });
  const facts = await stat(file);
  if (!file.startsWith('/dev/') || !facts.isCharacterDevice()) throw new NoSerialPortError(path);
  const isPort = platform === 'linux' ? await isLinuxPort(file, facts.rdev, sys) : MAC_PORT.test(file);
  if (!isPort) throw new NoSerialPortError(path);
  return file;
}

/** Whether the kernel lists the device among its serial terminals. */
async function isLinuxPort(file: string, rdev: number, sys: string): Promise<boolean> {
  // As in makedev(3) of glibc, for majors and minors below 4096 and 2^20.
  const major = (rdev >>> 8) & 0xfff;
  const minor = (rdev & 0xff) | ((rdev >>> 12) & 0xfff00);
  if (major >= PSEUDO_TERMINALS.first && major <= PSEUDO_TERMINALS.last) return file.startsWith('/dev/pts/');
  const device = await realpath(join(sys, `dev/char/${major}:${minor}`)).catch(() => undefined);
  if (device === undefined) return false;
  const subsystem = await realpath(join(device, 'subsystem')).catch(() => '');
  return basename(subsystem) === 'tty' && !TERMINAL.test(basename(device));
}
