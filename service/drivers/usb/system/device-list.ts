import { withDeadline } from '../../../support/deadline.ts';
import { errorText } from '../../../support/errors.ts';
import { UsbError } from '../bus.ts';
import type { NativeDevice } from './usb-package.ts';

/** Asks for lists one at a time, whoever wants one: while one hangs in the system, its answer is waited for again. */
export class DeviceList {
  readonly #timeoutMs: number;
  #underWay: Promise<NativeDevice[]> | undefined;

  /** @param timeoutMs how long a list may take, in milliseconds */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /**
   * What is plugged in now.
   * @param begin begins a list; not called where one is under way
   * @throws UsbError `failed` where the system does not tell
   */
  async ask(begin: () => Promise<NativeDevice[]>): Promise<NativeDevice[]> {
    try {
      this.#underWay ??= begin().finally(() => {
        this.#underWay = undefined;
      });
      return await withDeadline(this.#underWay, this.#timeoutMs, 'Listing USB devices');
    } catch (error) {
      throw new UsbError('failed', `Cannot list USB devices: ${errorText(error)}`, { cause: error });
    }
  }
}
