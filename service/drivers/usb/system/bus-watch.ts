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
 * Watches what is plugged in, from one start to its stop. Events tell at once; lists, made now and then, find what
 * events missed. An event is believed over a list that was begun before it.
 */
export class BusWatch {
  readonly #options: BusWatchOptions;
  readonly #table: DeviceTable;
  readonly #timer: PollTimer;
  #package: UsbPackage | undefined;
  #events: PlugEvents | undefined;
  /** Whether a plugging is told of by events, as far as is known. */
  #eventsCome = false;
  /** Whether the last list had news, and no event came since. */
  #unreported = false;
  /** Handles of the devices that events told of since the list that is under way was begun. */
  #changed = new Set<string>();
  #listFails = false;
  #stopped = false;
  #starting: Promise<void> | undefined;

  constructor(options: BusWatchOptions) {
    const { timing, listener, logger } = options;
    this.#options = options;
    this.#table = new DeviceTable({ listener, logger, recognise: (native) => this.#recognise(native) });
    this.#timer = new PollTimer({
      look: () => this.#look(),
      intervalMs: () => (this.#eventsCome ? timing.pollMs : timing.quickPollMs),
      settleMs: timing.settleMs,
    });
  }

  /** @throws UsbError `unsupported` or `failed`; nothing that was told is plugged in then */
  start(): Promise<void> {
    this.#starting = this.#start().catch((error: unknown) => {
      if (!this.#stopped) this.#table.reconcile([], new Set());
      this.#stopped = true;
      throw error;
    });
    return this.#starting;
  }

  /** Tells nothing more from now on. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer.stop();
    // What is under way is bounded, and must be over before its events can be ended.
    await this.#starting?.catch(() => {});
    await this.#events?.stop();
    this.#events = undefined;
  }

  async #start(): Promise<void> {
    const { load, platform, places, timing, logger } = this.#options;
    this.#package = await load();
    // Asked before the events: where there is no USB, nothing must be subscribed to.
    await this.#list();
    if (this.#stopped) return;
    this.#events = new PlugEvents({
      emitter: new this.#package.Emitter(),
      timeoutMs: timing.listTimeoutMs,
      logger,
      attached: (native) => this.#onEvent(native.handle, () => this.#table.take(native)),
      detached: (handle) => this.#onEvent(handle, () => this.#table.drop(handle)),
    });
    const subscribed = await this.#events.start();
    this.#eventsCome = subscribed && (platform !== 'linux' || (await exists(places.udev)));
    const natives = await this.#list();
    if (this.#stopped) return;
    this.#table.reconcile(natives, this.#changed);
    this.#timer.start();
  }

  /** @throws UsbError `failed` where the system does not tell what is plugged in */
  #list(): Promise<NativeDevice[]> {
    return this.#options.list.ask(async () => {
      this.#changed = new Set();
      return (await this.#package?.nativeGetDevices()) ?? [];
    });
  }

  async #look(): Promise<void> {
    const { logger, timing } = this.#options;
    try {
      const natives = await this.#list();
      if (this.#stopped) return;
      this.#listFails = false;
      // A list can be quicker than an event: only from one list to the next is it known that none came.
      if (this.#unreported && this.#eventsCome) {
        logger.debug(`no hot-plug events; polling every ${timing.quickPollMs} ms`);
        this.#eventsCome = false;
      }
      this.#unreported = this.#table.reconcile(natives, this.#changed);
    } catch (error) {
      // What is known stays: events and transfers tell when a device is gone.
      if (!this.#listFails) logger.warn(errorText(error), { error });
      this.#listFails = true;
    }
  }

  #onEvent(handle: string, apply: () => void): void {
    if (this.#stopped) return;
    this.#eventsCome = true;
    this.#unreported = false;
    this.#changed.add(handle);
    apply();
    // Attaching and detaching are told of independently of each other, so in any order: a list has the last word.
    this.#timer.soon();
  }

  #recognise(native: NativeDevice): SystemDevice | undefined {
    const { platform, places, timing, logger } = this.#options;
    const identity = readIdentity(native, { platform, sysfs: places.sysfs }, logger);
    return identity && new SystemDevice({ native, identity, platform, timing, logger });
  }
}
