import { withDeadline } from '../../../support/deadline.ts';
import { errorText, isMensuraError } from '../../../support/errors.ts';
import type { Logger } from '../../../support/logger.ts';
import { type ControlRequest, UsbError, type UsbLink } from '../bus.ts';
import { toUsbError } from './failures.ts';
import type { SystemBusTiming } from './timing.ts';
import type { NativeDevice } from './usb-package.ts';

export interface SystemLinkOptions {
  /** Open, and nobody else's. */
  native: NativeDevice;
  /** Gives the native device back; not called while a transfer is under way. Never throws. */
  closeNative(): Promise<void>;
  /** The link is closed: called once. */
  onClosed(): void;
  platform: NodeJS.Platform;
  timing: SystemBusTiming;
  logger: Logger;
}

/**
 * An open device of the package. The package refuses to close during a transfer, and nothing ends a transfer but the
 * device, its own time or unplugging: so the native side is closed when the transfer has ended, whoever waits for that.
 */
export class SystemLink implements UsbLink {
  readonly #options: SystemLinkOptions;
  /** Rejects when the link is closed: whoever waits for an answer then need not wait on. */
  readonly #end = Promise.withResolvers<never>();
  /** Resolves when the transfer that is under way has ended, in whatever way. */
  #transfer: Promise<void> | undefined;
  #lost = false;
  #freeing: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: SystemLinkOptions) {
    this.#options = options;
    this.#end.promise.catch(() => {});
  }

  async controlIn({ request, value, length }: ControlRequest, timeoutMs: number): Promise<Uint8Array> {
    if (this.#closing) throw new UsbError('failed', 'The link to the device is closed.');
    if (this.#lost) throw new UsbError('timeout', 'A previous transfer has not completed.');
    if (this.#transfer) throw new UsbError('failed', 'Another transfer is in progress.');
    const { native, timing, platform } = this.#options;
    try {
      const setup = { requestType: 'vendor', recipient: 'device', request, value, index: 0 } as const;
      const transfer = native.nativeControlTransferIn(setup, Math.ceil(timeoutMs), length);
      this.#transfer = this.#watch(transfer);
      const answer = Promise.race([transfer, this.#end.promise]);
      return (await withDeadline(answer, timeoutMs + timing.transferGraceMs, 'A USB transfer')) ?? new Uint8Array();
    } catch (error) {
      if (isMensuraError(error, 'timeout')) this.#lose();
      throw toUsbError(error, platform);
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Resolves when the native device is closed and may be opened again; begins when the link is closed or lost. */
  get freed(): Promise<void> | undefined {
    return this.#freeing;
  }

  async #close(): Promise<void> {
    const { timing, logger, onClosed } = this.#options;
    const freeing = this.#free();
    this.#end.reject(new UsbError('failed', 'The link to the device is closed.'));
    try {
      await withDeadline(freeing, timing.closeTimeoutMs, 'Closing a USB device');
    } catch (error) {
      logger.debug(`${errorText(error)} Closing after the transfer completes`);
    }
    onClosed();
  }

  /** The package did not keep its own time-out: nothing more goes over this link. */
  #lose(): void {
    this.#lost = true;
    this.#options.logger.warn('transfer timed out; the device closes when it completes');
    void this.#free();
  }

  #free(): Promise<void> {
    this.#freeing ??= (this.#transfer ?? Promise.resolve()).then(() => this.#options.closeNative());
    return this.#freeing;
  }

  async #watch(transfer: Promise<unknown>): Promise<void> {
    try {
      await transfer;
    } catch {
      // The one who asked for it is told.
    }
    this.#transfer = undefined;
  }
}
