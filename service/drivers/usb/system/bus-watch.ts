import { errorText } from '../../../support/errors.ts';
import type { Logger } from '../../../support/logger.ts';
import type { UsbListener } from '../bus.ts';
import type { DeviceList } from './device-list.ts';
import { DeviceTable } from './device-table.ts';
import { readIdentity } from './identity.ts';
import { exists, type LinuxPaths } from './load.ts';
import { PlugEvents } from './plug-events.ts';
import { PollTimer } from './poll-timer.ts';
import { SystemDevice } from './system-device.ts';
import type { SystemBusTiming } from './timing.ts';
import type { NativeDevice, UsbPackage } from './usb-package.ts';

export interface BusWatchOptions {
  load(): Promise<UsbPackage>;
  listener: UsbListener;
  platform: NodeJS.Platform;
  places: LinuxPaths;
  timing: SystemBusTiming;
  list: DeviceList;
  logger: Logger;
}

/**
 * Watches the plugged-in devices, from one start to its stop. Events are immediate; regular lists find what events
 * missed. An event overrides a list that was requested before it.
 */
export class BusWatch {
  readonly #options: BusWatchOptions;
  readonly #table: DeviceTable;
  readonly #timer: PollTimer;
  #package: UsbPackage | undefined;
  #events: PlugEvents | undefined;
  /** Whether events are known to arrive. */
  #hasEvents = false;
  /** Whether the last list had changes, and no event came since. */
  #unreported = false;
  /** Handles of the devices in events since the current list was requested. */
  #changed = new Set<string>();
  #listFails = false;
  #stopped = false;
  #starting: Promise<void> | undefined;

  constructor(options: BusWatchOptions) {
    const { timing, listener, logger } = options;
    this.#options = options;
    this.#table = new DeviceTable({ listener, logger, createDevice: (native) => this.#createDevice(native) });
    this.#timer = new PollTimer({
      poll: () => this.#poll(),
      intervalMs: () => (this.#hasEvents ? timing.pollMs : timing.quickPollMs),
      settleMs: timing.settleMs,
    });
  }

  /** @throws UsbError `unsupported` or `failed`; then no reported device counts as plugged in */
  start(): Promise<void> {
    this.#starting = this.#start().catch((error: unknown) => {
      if (!this.#stopped) this.#table.reconcile([], new Set());
      this.#stopped = true;
      throw error;
    });
    return this.#starting;
  }

  /** Reports nothing more from now on. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer.stop();
    // The start has a timeout, and must be over before its events can be ended.
    await this.#starting?.catch(() => {});
    await this.#events?.stop();
    this.#events = undefined;
  }

  async #start(): Promise<void> {
    const { load, platform, places, timing, logger } = this.#options;
    this.#package = await load();
    // Before the events: without USB, nothing must be subscribed to.
    await this.#list();
    if (this.#stopped) return;
    this.#events = new PlugEvents({
      emitter: new this.#package.Emitter(),
      timeoutMs: timing.listTimeoutMs,
      logger,
      attached: (native) => this.#onEvent(native.handle, () => this.#table.add(native)),
      detached: (handle) => this.#onEvent(handle, () => this.#table.remove(handle)),
    });
    const subscribed = await this.#events.start();
    this.#hasEvents = subscribed && (platform !== 'linux' || (await exists(places.udev)));
    const natives = await this.#list();
    if (this.#stopped) return;
    this.#table.reconcile(natives, this.#changed);
    this.#timer.start();
  }

  /** @throws UsbError `failed` when the system cannot list its devices */
  #list(): Promise<NativeDevice[]> {
    return this.#options.list.request(async () => {
      this.#changed = new Set();
      return (await this.#package?.nativeGetDevices()) ?? [];
    });
  }

  async #poll(): Promise<void> {
    const { logger, timing } = this.#options;
    try {
      const natives = await this.#list();
      if (this.#stopped) return;
      this.#listFails = false;
      // A list can be quicker than an event: only the next list proves that no event came.
      if (this.#unreported && this.#hasEvents) {
        logger.debug(`no hot-plug events; polling every ${timing.quickPollMs} ms`);
        this.#hasEvents = false;
      }
      this.#unreported = this.#table.reconcile(natives, this.#changed);
    } catch (error) {
      // The known devices remain: events and transfers show when one is gone.
      if (!this.#listFails) logger.warn(errorText(error), { error });
      this.#listFails = true;
    }
  }

  #onEvent(handle: string, apply: () => void): void {
    if (this.#stopped) return;
    this.#hasEvents = true;
    this.#unreported = false;
    this.#changed.add(handle);
    apply();
    // Events of plugging and unplugging may arrive in any order, so a list decides.
    this.#timer.soon();
  }

  #createDevice(native: NativeDevice): SystemDevice | undefined {
    const { platform, places, timing, logger } = this.#options;
    const identity = readIdentity(native, { platform, sysfs: places.sysfs }, logger);
    return identity && new SystemDevice({ native, identity, platform, timing, logger });
  }
}
