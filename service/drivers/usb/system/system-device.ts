import { withDeadline } from '../../../support/deadline.ts';
import { errorText } from '../../../support/errors.ts';
import type { Logger } from '../../../support/logger.ts';
import { type PluggedDevice, UsbError, type UsbIdentity, type UsbLink } from '../bus.ts';
import { toUsbError } from './failures.ts';
import { SystemLink } from './system-link.ts';
import type { SystemBusTiming } from './timing.ts';
import type { NativeDevice } from './usb-package.ts';

/** The interface that is claimed if the system requires it: devices in USB mode have no other. */
const INTERFACE = 0;

export interface SystemDeviceOptions {
  native: NativeDevice;
  identity: UsbIdentity;
  platform: NodeJS.Platform;
  timing: SystemBusTiming;
  logger: Logger;
}

/**
 * A plugged-in device. It can be open only once at a time: the package would close the first handle without an error.
 */
export class SystemDevice implements PluggedDevice {
  readonly identity: UsbIdentity;
  readonly #options: SystemDeviceOptions;
  /**
   * WinUSB transfers control requests only for a claimed interface; elsewhere claiming would exclude other programs.
   */
  readonly #claims: boolean;
  #isUnplugged = false;
  #held = false;
  /** Pending work of the native device that must end before it can be opened. */
  #ending: Promise<void> = Promise.resolve();

  constructor(options: SystemDeviceOptions) {
    this.#options = options;
    this.identity = options.identity;
    this.#claims = options.platform === 'win32';
  }

  /** It was unplugged. */
  setUnplugged(): void {
    this.#isUnplugged = true;
  }

  async open(): Promise<UsbLink> {
    if (this.#isUnplugged) throw new UsbError('unplugged', 'The device was unplugged.');
    if (this.#held) throw new UsbError('busy', 'The device is already open in Mensura.');
    this.#held = true;
    const { native, platform, timing, logger } = this.#options;
    try {
      await withDeadline(this.#ending, timing.openTimeoutMs, 'Waiting for a previous transfer');
      await this.#openNative();
    } catch (error) {
      this.#held = false;
      throw toUsbError(error, platform);
    }
    const link: SystemLink = new SystemLink({
      native,
      platform,
      timing,
      logger,
      closeNative: () => this.#closeNative(),
      onClosed: () => {
        this.#ending = link.freed ?? Promise.resolve();
        this.#held = false;
      },
    });
    return link;
  }

  async #openNative(): Promise<void> {
    const { native, timing } = this.#options;
    let late = false;
    const opening = (async () => {
      await native.open();
      try {
        if (this.#claims) await native.claimInterface(INTERFACE);
      } catch (error) {
        await this.#closeNative();
        throw error;
      }
      if (late) await this.#closeNative();
    })();
    try {
      await withDeadline(opening, timing.openTimeoutMs, 'Opening a USB device');
    } catch (error) {
      late = true;
      this.#ending = opening.catch(() => {});
      throw error;
    }
  }

  /** Without releasing the interface, the package would keep the device open. Failures are logged. */
  async #closeNative(): Promise<void> {
    const { native, logger } = this.#options;
    const attempt = (work: Promise<void>): Promise<void> =>
      work.catch((error: unknown) => logger.debug(`cannot close device: ${errorText(error)}`));
    if (this.#claims) await attempt(native.releaseInterface(INTERFACE));
    await attempt(native.close());
  }
}
