import type { ProtocolName } from '../../contract/index.ts';
import type { DeviceKey } from '../../devices/instrument.ts';
import { Emitter } from '../../support/emitter.ts';
import { errorText, MensuraError } from '../../support/errors.ts';
import type { DriverEvents } from '../driver.ts';
import { SerialNumberOwners } from '../serial-number-owners.ts';
import type { UsbPresence, UsbPresenceSource } from '../sightings.ts';
import type { PluggedDevice, UsbListener } from './bus.ts';
import { BusStarter } from './bus-starter.ts';
import { DEFAULT_TIMING, type UsbDriver, type UsbDriverOptions, type UsbTiming } from './options.ts';
import { UsbSupervisor } from './usb-supervisor.ts';

/** The plugged-in devices in VCP mode, except those without a serial number string, which cannot be identified. */
class VcpDeviceList implements UsbPresenceSource {
  readonly sighted: UsbPresenceSource['sighted'];
  readonly #plugged = new Map<PluggedDevice, UsbPresence>();

  constructor(onError: (error: unknown, event: string) => void) {
    this.sighted = new Emitter(onError);
  }

  sightings(): readonly UsbPresence[] {
    return [...this.#plugged.values()];
  }

  add(device: PluggedDevice): void {
    const { serial, connection, firmware } = device.identity;
    if (serial === '') return;
    this.#plugged.set(device, { serial, connection, firmware });
    this.#tell();
  }

  remove(device: PluggedDevice): void {
    if (this.#plugged.delete(device)) this.#tell();
  }

  clear(): void {
    if (this.#plugged.size === 0) return;
    this.#plugged.clear();
    this.#tell();
  }

  #tell(): void {
    this.sighted.emit('changed', this.sightings());
  }
}

/** Listens to the bus, with a supervisor for each device in USB mode. */
export class SystemUsbDriver implements UsbDriver, UsbListener {
  readonly name = 'usb';
  readonly events: Emitter<DriverEvents>;
  readonly sighted: UsbPresenceSource['sighted'];
  readonly #options: UsbDriverOptions;
  readonly #timing: UsbTiming;
  readonly #supervisors = new Map<PluggedDevice, UsbSupervisor>();
  /** Supervisors of unplugged devices, until they are closed. */
  readonly #ending = new Set<Promise<void>>();
  readonly #owners: SerialNumberOwners<UsbSupervisor>;
  readonly #seen: VcpDeviceList;
  #bus: BusStarter | undefined;

  constructor(options: UsbDriverOptions) {
    const { logger, timing } = options;
    this.#options = options;
    this.#timing = { ...DEFAULT_TIMING, ...timing };
    const onError = (error: unknown, event: string): void =>
      logger.error(`listener of "${event}" failed: ${errorText(error)}`, { error });
    this.events = new Emitter(onError);
    this.#owners = new SerialNumberOwners(this.events);
    this.#seen = new VcpDeviceList(onError);
    this.sighted = this.#seen.sighted;
  }

  /** Does not throw: USB that cannot be watched becomes a problem and is retried; missing USB is only logged. */
  async start(): Promise<void> {
    if (this.#bus) return;
    const { bus, logger } = this.#options;
    this.#bus = new BusStarter({ bus, listener: this, events: this.events, logger, retryMs: this.#timing.busRetryMs });
    await this.#bus.start();
  }

  async stop(): Promise<void> {
    // Concurrently: a hanging system must not keep devices open.
    const watching = this.#bus?.stop();
    this.#bus = undefined;
    this.#seen.clear();
    for (const device of this.#supervisors.keys())
      this.#end(device, (supervisor) => supervisor.stop('reading stopped'));
    await Promise.all([watching, ...this.#ending]);
  }

  wake(): void {
    for (const supervisor of this.#supervisors.values()) supervisor.reopen();
  }

  sightings(): readonly UsbPresence[] {
    return this.#seen.sightings();
  }

  attached(device: PluggedDevice): void {
    if (!this.#bus || this.#supervisors.has(device)) return;
    if (device.identity.protocol === 'vcp') {
      this.#seen.add(device);
      return;
    }
    const { clock, logger, periodOf, udevRule } = this.#options;
    const supervisor = new UsbSupervisor({
      device,
      clock,
      logger,
      periodOf,
      udevRule,
      timing: this.#timing,
      owners: this.#owners,
      events: this.events,
    });
    this.#supervisors.set(device, supervisor);
    supervisor.start();
  }

  detached(device: PluggedDevice): void {
    this.#seen.remove(device);
    this.#end(device, (supervisor) => supervisor.unplugged());
  }

  async setPeriod(key: DeviceKey, periodMs: number): Promise<void> {
    this.#supervisorOf(key).setPeriod(periodMs);
  }

  async setProtocol(key: DeviceKey, protocol: ProtocolName): Promise<void> {
    const supervisor = this.#supervisorOf(key);
    if (protocol === 'usb') throw new MensuraError('conflict', `Device ${key.serial} is already in USB mode.`);
    await supervisor.switchToVcp();
  }

  /** @throws MensuraError `instrument-failed` when no device with this number is plugged in */
  #supervisorOf({ family, serial }: DeviceKey): UsbSupervisor {
    const supervisor = family === 'usb' ? this.#owners.speaker(serial) : undefined;
    if (!supervisor)
      throw new MensuraError('instrument-failed', `Device ${serial} is not connected. Connect it, then try again.`);
    return supervisor;
  }

  #end(device: PluggedDevice, stop: (supervisor: UsbSupervisor) => Promise<void>): void {
    const supervisor = this.#supervisors.get(device);
    if (!supervisor) return;
    this.#supervisors.delete(device);
    const ending = stop(supervisor).finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }
}
