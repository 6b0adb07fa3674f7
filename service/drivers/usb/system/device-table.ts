import { errorText } from '../../../support/errors.ts';
import type { Logger } from '../../../support/logger.ts';
import type { UsbListener } from '../bus.ts';
import type { SystemDevice } from './system-device.ts';
import type { NativeDevice } from './usb-package.ts';

/** What tells two pluggings apart that have one handle, as Windows gives it to a device that is plugged in again. */
function markOf(device: NativeDevice): string {
  const { bus, address, vendorId, productId } = device;
  const { deviceVersionMajor, deviceVersionMinor, deviceVersionSubminor } = device;
  return [bus, address, vendorId, productId, deviceVersionMajor, deviceVersionMinor, deviceVersionSubminor].join(' ');
}

export interface DeviceTableOptions {
  listener: UsbListener;
  /** Makes an instrument of a device; undefined for any other device. */
  recognise(native: NativeDevice): SystemDevice | undefined;
  logger: Logger;
}

/** The instruments that are plugged in, by the package's handle, and what is told of them. */
export class DeviceTable {
  readonly #options: DeviceTableOptions;
  readonly #known = new Map<string, { device: SystemDevice; mark: string }>();

  constructor(options: DeviceTableOptions) {
    this.#options = options;
  }

  /** Takes a device in that is there. @returns whether that was news */
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

  /** Takes a device out that is no more. @returns whether that was news */
  drop(handle: string): boolean {
    const device = this.#known.get(handle)?.device;
    if (!device) return false;
    this.#known.delete(handle);
    device.setGone();
    this.#tell(() => this.#options.listener.detached(device));
    return true;
  }

  /**
   * Brings the table in line with a list.
   * @param changed handles of devices that came or went while the list was made: what is known of them is newer
   * @returns whether there was news
   */
  reconcile(natives: readonly NativeDevice[], changed: ReadonlySet<string>): boolean {
    const listed = new Set(natives.map(({ handle }) => handle));
    const gone = [...this.#known.keys()].filter((handle) => !listed.has(handle) && !changed.has(handle));
    const news = gone.map((handle) => this.drop(handle));
    for (const native of natives) if (!changed.has(native.handle)) news.push(this.take(native));
    return news.includes(true);
  }

  /** The listener's own mistake must not end up in the package, which would end the process. */
  #tell(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#options.logger.error(`device listener failed: ${errorText(error)}`, { error });
    }
  }
}
