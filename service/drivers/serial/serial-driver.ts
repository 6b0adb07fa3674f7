import { realpath } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { SerialPortTest } from '../../contract/index.ts';
import { errorText } from '../../support/errors.ts';
import type { Driver } from '../driver.ts';
import { findSystemPorts, isDevicePort } from './find-ports.ts';
import {
  DEFAULT_SERIAL_TIMING,
  type FoundPort,
  type PortInfo,
  type SerialDriverOptions,
  type SerialTiming,
} from './options.ts';
import { PortScanner } from './port-scanner.ts';
import { type PlannedPort, PortSupervisor } from './port-supervisor.ts';
import { testPort } from './port-test.ts';
import { openSystemPort } from './system-port.ts';

/**
 * The driver for the line protocol over a serial port (VCP mode). Searches for ports by their USB IDs, with a supervisor
 * for each supported one and each one added by hand. Opens nothing before `start`.
 */
export class SerialDriver implements Driver {
  readonly name = 'serial';
  readonly #options: SerialDriverOptions;
  readonly #timing: SerialTiming;
  readonly #added: Set<string>;
  readonly #supervisors = new Map<string, PortSupervisor>();
  readonly #scanner: PortScanner;
  #found: readonly FoundPort[] = [];
  #listingFails = false;
  /** Ends the test of a port; there is one at a time. */
  #testing: AbortController | undefined;

  constructor(options: SerialDriverOptions) {
    const { ports, logger, timing } = options;
    this.#options = options;
    this.#timing = { ...DEFAULT_SERIAL_TIMING, ...timing };
    this.#added = new Set(ports);
    this.#scanner = new PortScanner({
      scan: () => this.#scan(),
      intervalMs: this.#timing.scanMs,
      folder: process.platform === 'linux' ? '/dev' : undefined,
      logger,
    });
  }

  async start(): Promise<void> {
    this.#scanner.start();
  }

  async stop(): Promise<void> {
    this.#testing?.abort();
    await this.#scanner.stop();
    await this.#stopSupervisors([...this.#supervisors.values()], 'reading stopped');
  }

  wake(): void {
    this.#scanner.now();
    for (const supervisor of this.#supervisors.values()) supervisor.reopen();
  }

  /** Adds a port by hand, as in the option `ports`. Does nothing if it was added already. */
  addPort(path: string): void {
    this.#added.add(path);
    this.#scanner.now();
  }

  /**
   * Removes a port added by hand, except one of the option `ports`. If it was discovered too, it stays as a found one.
   */
  removePort(path: string): void {
    if (this.#options.ports.includes(path)) return;
    this.#added.delete(path);
    this.#scanner.now();
  }

  /** Ports added by hand in the order in which they were added, then those found, by path. */
  ports(): PortInfo[] {
    const found = [...this.#supervisors.values()].filter(({ path }) => !this.#added.has(path));
    return [
      ...[...this.#added].map((path) => ({
        path,
        origin: 'added' as const,
        state: this.#supervisors.get(path)?.state ?? ('opening' as const),
      })),
      ...found
        .map(({ path, state }) => ({ path, origin: 'found' as const, state }))
        .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    ];
  }

  /** Opens a port that this driver does not use, briefly. */
  async testPort(path: string): Promise<SerialPortTest> {
    const { signal } = (this.#testing = new AbortController());
    const name = await resolvedName(path);
    const found = this.#found.find((port) => spelling(port.path, process.platform) === name);
    return testPort(path, { openPort: openSystemPort, ...this.#options, timing: this.#timing, found, signal });
  }

  /** Whether two paths name the same port, by another spelling or a link. */
  async isSamePort(a: string, b: string): Promise<boolean> {
    return (await resolvedName(a)) === (await resolvedName(b));
  }

  async #scan(): Promise<void> {
    this.#found = await this.#find();
    const added = await Promise.all(
      [...this.#added].map(async (path) => ({ path, real: await realpath(path).catch(() => path) })),
    );
    const planned = new Map(planPorts(added, this.#found).map((port) => [port.path, port]));
    const removed = [...this.#supervisors.values()].filter(
      (supervisor) =>
        !planned.has(supervisor.path) || !isSameDevice(supervisor.found, planned.get(supervisor.path)?.found),
    );
    await this.#stopSupervisors(removed);
    for (const port of planned.values()) this.#supervise(port);
  }

  /** The ports found now, or the last result if the system cannot list them. */
  async #find(): Promise<readonly FoundPort[]> {
    const { findPorts = findSystemPorts, logger } = this.#options;
    try {
      const found = await findPorts();
      this.#listingFails = false;
      return found;
    } catch (error) {
      if (!this.#listingFails) logger.warn(`cannot list serial ports: ${errorText(error)}`);
      this.#listingFails = true;
      return this.#found;
    }
  }

  #supervise(port: PlannedPort): void {
    const known = this.#supervisors.get(port.path);
    if (known) {
      known.origin = port.origin;
      known.wake();
      return;
    }
    const supervisor = new PortSupervisor({
      openPort: openSystemPort,
      ...this.#options,
      ...port,
      timing: this.#timing,
    });
    this.#supervisors.set(port.path, supervisor);
    supervisor.start();
  }

  async #stopSupervisors(supervisors: readonly PortSupervisor[], reason?: string): Promise<void> {
    await Promise.all(
      supervisors.map(async (supervisor) => {
        this.#supervisors.delete(supervisor.path);
        const removed = supervisor.origin === 'added' && !this.#added.has(supervisor.path);
        await supervisor.stop(
          reason ?? (removed ? `port ${supervisor.path} removed from the list` : supervisor.lossReason('unplugged')),
        );
      }),
    );
  }
}

/** A port added by hand, and its device file, because a path may be a symbolic link. */
interface AddedPort {
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

/** The spelling of a path with links resolved, or as it is if it does not exist. */
async function resolvedName(path: string): Promise<string> {
  return spelling(await realpath(path).catch(() => path), process.platform);
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

function isSameDevice(a: FoundPort | undefined, b: FoundPort | undefined): boolean {
  const identityOf = (port: FoundPort | undefined) => port && [port.vendorId, port.productId, port.serial, port.usb];
  return isDeepStrictEqual(identityOf(a), identityOf(b));
}
