import { withDeadline } from '../../../support/deadline.ts';
import { errorText, isMensuraError } from '../../../support/errors.ts';
import type { Logger } from '../../../support/logger.ts';
import { type ControlRequest, UsbError, type UsbLink } from '../bus.ts';
import { toUsbError } from './failures.ts';
import type { SystemBusTiming } from './timing.ts';
import type { NativeDevice } from './usb-package.ts';

export interface SystemLinkOptions {
  /** Open, and owned by the link. */
  native: NativeDevice;
  /** Closes the native device; not called during a transfer. Never throws. */
  closeNative(): Promise<void>;
  /** Called once, when the link is closed. */
  onClosed(): void;
  platform: NodeJS.Platform;
  timing: SystemBusTiming;
  logger: Logger;
}

/**
 * An open device of the package. The package refuses to close during a transfer, which only the device, its timeout or
 * unplugging can end, so the native device is closed after the transfer.
 */
export class SystemLink implements UsbLink {
  readonly #options: SystemLinkOptions;
  /** Ends the wait for the transfer in progress, so that its caller need not wait for a reply. */
  #abandon: ((error: UsbError) => void) | undefined;
  /** Resolves when the transfer in progress has ended or failed. */
  #transfer: Promise<void> | undefined;
  #lost = false;
  #freeing: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: SystemLinkOptions) {
    this.#options = options;
  }

  async controlIn({ request, value, length }: ControlRequest, timeoutMs: number): Promise<Uint8Array> {
    if (this.#closing) throw new UsbError('failed', 'The link to the device is closed.');
    if (this.#lost) throw new UsbError('timeout', 'A previous transfer has not completed.');
    if (this.#transfer) throw new UsbError('failed', 'Another transfer is in progress.');
    const { native, timing, platform } = this.#options;
    try {
      const setup = { requestType: 'vendor', recipient: 'device', request, value, index: 0 } as const;
      const transfer = native.nativeControlTransferIn(setup, Math.ceil(timeoutMs), length);
      const ended = (): void => {
        this.#transfer = undefined;
      };
      // The caller receives the error.
      this.#transfer = transfer.then(ended, ended);
      // A race with a promise of the link would keep a part of every transfer until the link is closed.
      const { promise: outcome, resolve, reject } = Promise.withResolvers<Uint8Array | null | undefined>();
      transfer.then(resolve, reject);
      this.#abandon = reject;
      return (await withDeadline(outcome, timeoutMs + timing.transferGraceMs, 'A USB transfer')) ?? new Uint8Array();
    } catch (error) {
      if (isMensuraError(error, 'timeout')) this.#giveUp();
      throw toUsbError(error, platform);
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Resolves when the native device is closed and may be opened again; set when the link is closed or lost. */
  get freed(): Promise<void> | undefined {
    return this.#freeing;
  }

  async #close(): Promise<void> {
    const { timing, logger, onClosed } = this.#options;
    const freeing = this.#free();
    this.#abandon?.(new UsbError('failed', 'The link to the device is closed.'));
    try {
      await withDeadline(freeing, timing.closeTimeoutMs, 'Closing a USB device');
    } catch (error) {
      logger.debug(`${errorText(error)} Closing after the transfer completes`);
    }
    onClosed();
  }

  /** The package exceeded its own timeout: the link is no longer used. */
  #giveUp(): void {
    this.#lost = true;
    this.#options.logger.warn('transfer timed out; the device closes when it completes');
    void this.#free();
  }

  #free(): Promise<void> {
    this.#freeing ??= (this.#transfer ?? Promise.resolve()).then(() => this.#options.closeNative());
    return this.#freeing;
  }
}
