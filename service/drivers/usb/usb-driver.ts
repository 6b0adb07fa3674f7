import type { Driver } from '../driver.ts';
import type { UsbPresence } from '../usb-ownership.ts';
import type { PluggedDevice, UsbListener } from './bus.ts';
import { BusStarter } from './bus-starter.ts';
import { DEFAULT_USB_TIMING, type UsbDriverOptions, type UsbTiming } from './options.ts';
import { UsbSupervisor } from './usb-supervisor.ts';

/**
 * Reads devices in USB mode by control transfers at their sampling period, with a supervisor for each, and only reports
 * devices in VCP mode. Opens nothing before `start`.
 */
export class UsbDriver implements Driver, UsbListener {
  readonly name = 'usb';
  readonly #options: UsbDriverOptions;
  readonly #timing: UsbTiming;
  readonly #supervisors = new Map<PluggedDevice, UsbSupervisor>();
  /** Supervisors of unplugged devices, until they are closed. */
  readonly #ending = new Set<Promise<void>>();
  /** Those in VCP mode, except without a serial number string, which cannot be identified. */
  readonly #vcpDevices = new Map<PluggedDevice, UsbPresence>();
  #bus: BusStarter | undefined;

  constructor(options: UsbDriverOptions) {
    this.#options = options;
    this.#timing = { ...DEFAULT_USB_TIMING, ...options.timing };
  }

  /** Does not throw: USB that cannot be watched becomes a problem and is retried; missing USB is only logged. */
  async start(): Promise<void> {
    if (this.#bus) return;
    const { bus, devices, logger } = this.#options;
    const { busRetryMs: retryMs } = this.#timing;
    this.#bus = new BusStarter({ bus, listener: this, problems: devices, logger, retryMs });
    await this.#bus.start();
  }

  async stop(): Promise<void> {
    // Concurrently: a hanging system must not keep devices open.
    const watching = this.#bus?.stop();
    this.#bus = undefined;
    if (this.#vcpDevices.size > 0) {
      this.#vcpDevices.clear();
      this.#reportVcpDevices();
    }
    for (const device of this.#supervisors.keys())
      this.#end(device, (supervisor) => supervisor.stop('reading stopped'));
    await Promise.all([watching, ...this.#ending]);
  }

  wake(): void {
    for (const supervisor of this.#supervisors.values()) supervisor.reopen();
  }

  attached(device: PluggedDevice): void {
    if (!this.#bus || this.#supervisors.has(device)) return;
    if (device.identity.protocol === 'vcp') {
      const { serial, connection, firmware } = device.identity;
      if (serial === '') return;
      this.#vcpDevices.set(device, { serial, connection, firmware });
      this.#reportVcpDevices();
      return;
    }
    const supervisor = new UsbSupervisor({ ...this.#options, device, timing: this.#timing });
    this.#supervisors.set(device, supervisor);
    supervisor.start();
  }

  detached(device: PluggedDevice): void {
    if (this.#vcpDevices.delete(device)) this.#reportVcpDevices();
    this.#end(device, (supervisor) => supervisor.unplugged());
  }

  #reportVcpDevices(): void {
    this.#options.onVcpDevices([...this.#vcpDevices.values()]);
  }

  #end(device: PluggedDevice, stop: (supervisor: UsbSupervisor) => Promise<void>): void {
    const supervisor = this.#supervisors.get(device);
    if (!supervisor) return;
    this.#supervisors.delete(device);
    const ending = stop(supervisor).finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }
}
