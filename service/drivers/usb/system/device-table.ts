import { errorText } from '../../../support/errors.ts';
import type { Logger } from '../../../support/logger.ts';
import type { UsbListener } from '../bus.ts';
import type { SystemDevice } from './system-device.ts';
import type { NativeDevice } from './usb-package.ts';

/** Distinguishes two devices with one handle, which Windows reuses for a device that is plugged in again. */
function fingerprintOf(device: NativeDevice): string {
  const { bus, address, vendorId, productId } = device;
  const { deviceVersionMajor, deviceVersionMinor, deviceVersionSubminor } = device;
  return [bus, address, vendorId, productId, deviceVersionMajor, deviceVersionMinor, deviceVersionSubminor].join(' ');
}

export interface DeviceTableOptions {
  listener: UsbListener;
  /** Creates a device; undefined if it is not supported. */
  createDevice(native: NativeDevice): SystemDevice | undefined;
  logger: Logger;
}

/** The plugged-in devices, by the package's handle. */
export class DeviceTable {
  readonly #options: DeviceTableOptions;
  readonly #known = new Map<string, { device: SystemDevice; fingerprint: string }>();

  constructor(options: DeviceTableOptions) {
    this.#options = options;
  }

  /**
   * Adds a present device.
   * @returns whether it was new
   */
  add(native: NativeDevice): boolean {
    const { createDevice, listener } = this.#options;
    const { handle } = native;
    const fingerprint = fingerprintOf(native);
    if (this.#known.get(handle)?.fingerprint === fingerprint) return false;
    const replaced = this.remove(handle);
    const device = createDevice(native);
    if (!device) return replaced;
    this.#known.set(handle, { device, fingerprint });
    this.#notify(() => listener.attached(device));
    return true;
  }

  /**
   * Removes a device.
   * @returns whether it was known
   */
  remove(handle: string): boolean {
    const device = this.#known.get(handle)?.device;
    if (!device) return false;
    this.#known.delete(handle);
    device.setUnplugged();
    this.#notify(() => this.#options.listener.detached(device));
    return true;
  }

  /**
   * Applies a list.
   * @param changed handles of devices in events since the list was requested, which are newer
   * @returns whether anything changed
   */
  reconcile(natives: readonly NativeDevice[], changed: ReadonlySet<string>): boolean {
    const listed = new Set(natives.map(({ handle }) => handle));
    const removed = [...this.#known.keys()].filter((handle) => !listed.has(handle) && !changed.has(handle));
    const news = removed.map((handle) => this.remove(handle));
    for (const native of natives) if (!changed.has(native.handle)) news.push(this.add(native));
    return news.includes(true);
  }

  /** An error of the listener must not reach the package, which would end the process. */
  #notify(notify: () => void): void {
    try {
      notify();
    } catch (error) {
      this.#options.logger.error(`device listener failed: ${errorText(error)}`, { error });
    }
  }
}
