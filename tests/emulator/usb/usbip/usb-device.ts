/** A plugged-in instrument as a USB device: what its endpoints do with transfers. */
import type { ControlAnswer, VirtualDescriptors, VirtualInstrument } from '../parts.ts';
import type { CdcPort } from './cdc-port.ts';
import { StandardRequests } from './standard-requests.ts';
import { type Cancel, STALLED, type Transfer } from './transfer.ts';
import { STATUS } from './wire.ts';

/** The middle bits of bmRequestType: whose request it is. */
const OWNER_BITS = 0x60;
const STANDARD = 0x00;
const CLASS = 0x20;
const VENDOR = 0x40;

/** One plugging of an instrument: single-use, with the descriptors it had when it was plugged in. */
export class UsbDevice {
  readonly descriptors: VirtualDescriptors;
  /** It pulled its own cable. */
  onUnplug: () => void = () => {};
  readonly #instrument: VirtualInstrument;
  readonly #port: CdcPort | null;
  readonly #standard: StandardRequests;

  /** @param port its virtual serial port; null for one in USB mode */
  constructor(instrument: VirtualInstrument, port: CdcPort | null) {
    this.descriptors = instrument.descriptors;
    this.#instrument = instrument;
    this.#port = port;
    this.#standard = new StandardRequests(this.descriptors);
  }

  powerOn(): void {
    this.#port?.powerOn();
  }

  powerOff(): void {
    this.#port?.powerOff();
  }

  /** @returns how to take the transfer back while it waits; null when there is nothing to be done for that */
  submit(transfer: Transfer): Cancel | null {
    if (transfer.endpoint !== 0) {
      if (this.#port) return this.#port.transfer(transfer);
      transfer.done(STALLED);
      return null;
    }
    const { setup } = transfer;
    const owner = setup.requestType & OWNER_BITS;
    if (owner === VENDOR) return this.#vendor(transfer);
    if (owner === STANDARD) transfer.done(this.#standard.answer(setup));
    else transfer.done((owner === CLASS && this.#port?.control(setup, transfer.data)) || STALLED);
    return null;
  }

  #vendor(transfer: Transfer): Cancel | null {
    const answer: ControlAnswer = this.#instrument.control(transfer.setup);
    if (answer.kind === 'silence') return null;
    if (answer.kind === 'unplug') {
      this.onUnplug();
      return null;
    }
    const outcome = answer.kind === 'data' ? { status: STATUS.ok, data: answer.bytes } : STALLED;
    if (answer.kind === 'stall' || !answer.afterMs) {
      transfer.done(outcome);
      return null;
    }
    const timer = setTimeout(() => transfer.done(outcome), answer.afterMs);
    return () => clearTimeout(timer);
  }
}
