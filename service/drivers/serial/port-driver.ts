import { realpath } from 'node:fs/promises';
import type { ProtocolName } from '../../contract/index.ts';
import type { DeviceKey } from '../../devices/instrument.ts';
import { Emitter } from '../../support/emitter.ts';
import { errorText, MensuraError } from '../../support/errors.ts';
import type { DriverEvents } from '../driver.ts';
import { SerialNumberOwners } from '../serial-number-owners.ts';
import { findSystemPorts } from './find-ports.ts';
import type { FoundPort, PortInfo, SerialDriver, SerialDriverOptions, SerialTiming } from './options.ts';
import { DEFAULT_TIMING } from './options.ts';
import { isSameDevice, type PlannedPort, planPorts } from './plan-ports.ts';
import { PortScanner } from './port-scanner.ts';
import { PortSupervisor } from './port-supervisor.ts';
import { openSystemPort } from './system-port.ts';

/** Looks for ports, and has a keeper for each that is an instrument's or was added by hand. */
export class PortDriver implements SerialDriver {
  readonly name = 'serial';
  readonly events: Emitter<DriverEvents>;
  readonly #options: SerialDriverOptions;
  readonly #timing: SerialTiming;
  readonly #added: Set<string>;
  readonly #keepers = new Map<string, PortSupervisor>();
  readonly #roster: SerialNumberOwners<PortSupervisor>;
  readonly #scanner: PortScanner;
  #found: readonly FoundPort[] = [];
  #findingFails = false;

  constructor(options: SerialDriverOptions) {
    const { ports, logger, timing } = options;
    this.#options = options;
    this.#timing = { ...DEFAULT_TIMING, ...timing };
    this.#added = new Set(ports);
    this.events = new Emitter((error, event) =>
      logger.error(`listener of "${event}" failed: ${errorText(error)}`, { error }),
    );
    this.#roster = new SerialNumberOwners(this.events);
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
    await this.#scanner.stop();
    await this.#stopKeepers([...this.#keepers.values()], 'reading stopped');
  }

  wake(): void {
    this.#scanner.now();
    for (const keeper of this.#keepers.values()) keeper.reopen();
  }

  async setPeriod(key: DeviceKey, periodMs: number): Promise<void> {
    await this.#keeperOf(key).setPeriod(periodMs);
  }

  async setProtocol(key: DeviceKey, protocol: ProtocolName): Promise<void> {
    const keeper = this.#keeperOf(key);
    if (protocol === 'vcp') throw new MensuraError('conflict', `Device ${key.serial} is already in VCP mode.`);
    await keeper.switchToUsb();
  }

  addPort(path: string): void {
    this.#added.add(path);
    this.#scanner.now();
  }

  removePort(path: string): void {
    this.#added.delete(path);
    this.#scanner.now();
  }

  ports(): PortInfo[] {
    const found = [...this.#keepers.values()].filter(({ path }) => !this.#added.has(path));
    return [
      ...[...this.#added].map((path) => ({
        path,
        origin: 'added' as const,
        state: this.#keepers.get(path)?.state ?? ('opening' as const),
      })),
      ...found
        .map(({ path, state }) => ({ path, origin: 'found' as const, state }))
        .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    ];
  }

  /** @throws MensuraError `instrument-failed` */
  #keeperOf({ family, serial }: DeviceKey): PortSupervisor {
    const keeper = family === 'usb' ? this.#roster.speaker(serial) : undefined;
    if (!keeper)
      throw new MensuraError('instrument-failed', `Device ${serial} is not connected. Connect it, then try again.`);
    return keeper;
  }

  async #scan(): Promise<void> {
    this.#found = await this.#find();
    const added = await Promise.all(
      [...this.#added].map(async (path) => ({ path, real: await realpath(path).catch(() => path) })),
    );
    const planned = new Map(planPorts(added, this.#found).map((port) => [port.path, port]));
    const gone = [...this.#keepers.values()].filter(
      (keeper) => !planned.has(keeper.path) || !isSameDevice(keeper.found, planned.get(keeper.path)?.found),
    );
    await this.#stopKeepers(gone);
    for (const port of planned.values()) this.#keep(port);
  }

  /** What is found now; what was found last where the system does not tell. */
  async #find(): Promise<readonly FoundPort[]> {
    const { findPorts = findSystemPorts, logger } = this.#options;
    try {
      const found = await findPorts();
      this.#findingFails = false;
      return found;
    } catch (error) {
      if (!this.#findingFails) logger.warn(`cannot list serial ports: ${errorText(error)}`);
      this.#findingFails = true;
      return this.#found;
    }
  }

  #keep({ path, origin, found }: PlannedPort): void {
    const known = this.#keepers.get(path);
    if (known) {
      known.origin = origin;
      known.wake();
      return;
    }
    const { clock, logger, periodOf, openPort = openSystemPort } = this.#options;
    const keeper = new PortSupervisor({
      path,
      origin,
      found,
      openPort,
      clock,
      logger,
      periodOf,
      timing: this.#timing,
      roster: this.#roster,
      events: this.events,
    });
    this.#keepers.set(path, keeper);
    keeper.start();
  }

  async #stopKeepers(keepers: readonly PortSupervisor[], reason?: string): Promise<void> {
    await Promise.all(
      keepers.map(async (keeper) => {
        this.#keepers.delete(keeper.path);
        const removed = keeper.origin === 'added' && !this.#added.has(keeper.path);
        await keeper.stop(
          reason ?? (removed ? `port ${keeper.path} removed from the list` : keeper.lossReason('unplugged')),
        );
      }),
    );
  }
}
