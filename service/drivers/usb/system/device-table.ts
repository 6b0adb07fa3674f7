import { errorText } from '../../../support/errors.ts';
import type { Logger } from '../../../support/logger.ts';
import type { UsbListener } from '../bus.ts';
import type { SystemDevice } from './system-device.ts';
import type { NativeDevice } from './usb-package.ts';

/** Distinguishes two devices with one handle, which Windows reuses for a device that is plugged in again. */
function markOf(device: NativeDevice): string {
  const { bus, address, vendorId, productId } = device;
  const { deviceVersionMajor, deviceVersionMinor, deviceVersionSubminor } = device;
  return [bus, address, vendorId, productId, deviceVersionMajor, deviceVersionMinor, deviceVersionSubminor].join(' ');
}

export interface DeviceTableOptions {
  listener: UsbListener;
  /** Creates a device; undefined if it is not supported. */
  recognise(native: NativeDevice): SystemDevice | undefined;
  logger: Logger;
}

/** The plugged-in devices, by the package's handle. */
export class DeviceTable {
  readonly #options: DeviceTableOptions;
  readonly #known = new Map<string, { device: SystemDevice; mark: string }>();

  constructor(options: DeviceTableOptions) {
    this.#options = options;
  }

  /**
   * Adds a present device.
   * @returns whether it was new
   */
  take(native: NativeDevice): boolean {
    const { recognise, listener } = this.#options;
    const { handle } = native;
    const mark = markOf(native);
    if (this.#known.get(handle)?.mark === mark) return false;
    const replaced = this.drop(handle);
    const device = recognise(native);
    if (!device) return replaced;
    this.#known.set(handle, { device, mark });
    this.#tell(() => listener.attached(device));
    return true;
  }

  /**
   * Removes a device.
   * @returns whether it was known
   */
  drop(handle: string): boolean {
    const device = this.#known.get(handle)?.device;
    if (!device) return false;
    this.#known.delete(handle);
    device.setGone();
    this.#tell(() => this.#options.listener.detached(device));
    return true;
  }

  /**
   * Applies a list.
   * @param changed handles of devices in events since the list was requested, which are newer
   * @returns whether anything changed
   */
  reconcile(natives: readonly NativeDevice[], changed: ReadonlySet<string>): boolean {
    const listed = new Set(natives.map(({ handle }) => handle));
    const gone = [...this.#known.keys()].filter((handle) => !listed.has(handle) && !changed.has(handle));
    const news = gone.map((handle) => this.drop(handle));
    for (const native of natives) if (!changed.has(native.handle)) news.push(this.take(native));
    return news.includes(true);
  }

  /** An error of the listener must not reach the package, which would end the process. */
  #tell(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#options.logger.error(`device listener failed: ${errorText(error)}`, { error });
    }
  }
}
