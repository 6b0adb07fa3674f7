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

/** Searches for ports, with a supervisor for each supported or added one. */
export class PortDriver implements SerialDriver {
  readonly name = 'serial';
  readonly events: Emitter<DriverEvents>;
  readonly #options: SerialDriverOptions;
  readonly #timing: SerialTiming;
  readonly #added: Set<string>;
  readonly #supervisors = new Map<string, PortSupervisor>();
  readonly #owners: SerialNumberOwners<PortSupervisor>;
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
    this.#owners = new SerialNumberOwners(this.events);
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
    await this.#stopSupervisors([...this.#supervisors.values()], 'reading stopped');
  }

  wake(): void {
    this.#scanner.now();
    for (const supervisor of this.#supervisors.values()) supervisor.reopen();
  }

  async setPeriod(key: DeviceKey, periodMs: number): Promise<void> {
    await this.#supervisorOf(key).setPeriod(periodMs);
  }

  async setProtocol(key: DeviceKey, protocol: ProtocolName): Promise<void> {
    const supervisor = this.#supervisorOf(key);
    if (protocol === 'vcp') throw new MensuraError('conflict', `Device ${key.serial} is already in VCP mode.`);
    await supervisor.switchToUsb();
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

  /** @throws MensuraError `instrument-failed` */
  #supervisorOf({ family, serial }: DeviceKey): PortSupervisor {
    const supervisor = family === 'usb' ? this.#owners.speaker(serial) : undefined;
    if (!supervisor)
      throw new MensuraError('instrument-failed', `Device ${serial} is not connected. Connect it, then try again.`);
    return supervisor;
  }

  async #scan(): Promise<void> {
    this.#found = await this.#find();
    const added = await Promise.all(
      [...this.#added].map(async (path) => ({ path, real: await realpath(path).catch(() => path) })),
    );
    const planned = new Map(planPorts(added, this.#found).map((port) => [port.path, port]));
    const gone = [...this.#supervisors.values()].filter(
      (supervisor) =>
        !planned.has(supervisor.path) || !isSameDevice(supervisor.found, planned.get(supervisor.path)?.found),
    );
    await this.#stopSupervisors(gone);
    for (const port of planned.values()) this.#keep(port);
  }

  /** The ports found now, or the last result if the system cannot list them. */
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
    const known = this.#supervisors.get(path);
    if (known) {
      known.origin = origin;
      known.wake();
      return;
    }
    const { clock, logger, periodOf, openPort = openSystemPort } = this.#options;
    const supervisor = new PortSupervisor({
      path,
      origin,
      found,
      openPort,
      clock,
      logger,
      periodOf,
      timing: this.#timing,
      owners: this.#owners,
      events: this.events,
    });
    this.#supervisors.set(path, supervisor);
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
