import { withDeadline } from '../../../support/deadline.ts';
import { errorText } from '../../../support/errors.ts';
import { UsbError } from '../bus.ts';
import type { NativeDevice } from './usb-package.ts';

/** Requests one list at a time for all callers; later callers wait for a list that hangs in the system. */
export class DeviceList {
  readonly #timeoutMs: number;
  #underWay: Promise<NativeDevice[]> | undefined;

  /** @param timeoutMs timeout of a list, in milliseconds */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /**
   * The devices plugged in now.
   * @param list requests a list; not called while one is in progress
   * @throws UsbError `failed` when the system does not reply
   */
  async request(list: () => Promise<NativeDevice[]>): Promise<NativeDevice[]> {
    try {
      this.#underWay ??= list().finally(() => {
        this.#underWay = undefined;
      });
      return await withDeadline(this.#underWay, this.#timeoutMs, 'Listing USB devices');
    } catch (error) {
      throw new UsbError('failed', `Cannot list USB devices: ${errorText(error)}`, { cause: error });
    }
  }
}
