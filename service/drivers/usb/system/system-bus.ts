import type { Logger } from '../../../support/logger.ts';
import { type UsbBus, UsbError, type UsbListener } from '../bus.ts';
import { BusWatch } from './bus-watch.ts';
import { DeviceList } from './device-list.ts';
import { LINUX_PATHS, type LinuxPaths, loadUsb } from './load.ts';
import { DEFAULT_SYSTEM_TIMING, type SystemBusTiming } from './timing.ts';
import type { UsbPackage } from './usb-package.ts';

export interface SystemBusOptions {
  logger: Logger;
  timing?: Partial<SystemBusTiming>;
  /** This computer's own by default, as are the two below. */
  platform?: NodeJS.Platform;
  loadPackage?: () => Promise<UsbPackage>;
  places?: LinuxPaths;
}

/** The computer's real USB, over the package `usb`, which the first start loads. Each start creates a new watch. */
export class SystemBus implements UsbBus {
  readonly #options: SystemBusOptions;
  readonly #timing: SystemBusTiming;
  /** Shared: a hanging list may outlive its watch. */
  readonly #list: DeviceList;
  #watch: BusWatch | undefined;

  constructor(options: SystemBusOptions) {
    this.#options = options;
    this.#timing = { ...DEFAULT_SYSTEM_TIMING, ...options.timing };
    this.#list = new DeviceList(this.#timing.listTimeoutMs);
  }

  async start(listener: UsbListener): Promise<void> {
    if (this.#watch) throw new UsbError('failed', 'The USB bus is already being watched.');
    const { logger, loadPackage, platform = process.platform, places = LINUX_PATHS } = this.#options;
    const watch = new BusWatch({
      load: () => loadUsb(platform, places, loadPackage),
      listener,
      platform,
      places,
      logger,
      timing: this.#timing,
      list: this.#list,
    });
    this.#watch = watch;
    try {
      await watch.start();
    } catch (error) {
      if (this.#watch === watch) this.#watch = undefined;
      await watch.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    const watch = this.#watch;
    this.#watch = undefined;
    await watch?.stop();
  }
}
