/** The virtual serial port of an instrument: class requests, and bytes both ways (CDC-ACM). */
import type { Setup } from '../parts.ts';
import { ENDPOINT } from './descriptors.ts';
import { ACCEPTED, type Cancel, type Outcome, STALLED, type Transfer } from './transfer.ts';
import { STATUS } from './wire.ts';

const REQUEST = { setLineCoding: 0x20, getLineCoding: 0x21, setControlLineState: 0x22, sendBreak: 0x23 } as const;

/** 9600 baud, one stop bit, no parity, eight bits. */
const LINE_CODING = Buffer.from([0x80, 0x25, 0, 0, 0, 0, 8]);

/** DTR, the lowest bit of the control line state: a program has the port open. */
const DTR = 1;

/** What is kept for a host that does not fetch it; what comes then is lost. */
const MOST_WAITING_BYTES = 64 * 1024;

/** What speaks through the port. */
export interface LineSide {
  powerOn(): void;
  powerOff(): void;
  /** A program opened the port. */
  opened(): void;
  receive(bytes: Uint8Array): void;
}

export class CdcPort {
  readonly #line: LineSide;
  #lineCoding: Buffer = LINE_CODING;
  #open = false;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  /** Reads of the host that wait for bytes, oldest first. */
  readonly #reads = new Set<Transfer>();

  /** @param connect makes what speaks through the port; gets the way to the host */
  constructor(connect: (send: (bytes: Buffer) => void) => LineSide) {
    this.#line = connect((bytes) => this.#send(bytes));
  }

  powerOn(): void {
    this.#line.powerOn();
  }

  powerOff(): void {
    this.#open = false;
    this.#line.powerOff();
  }

  /** A class request on endpoint 0. */
  control(setup: Setup, data: Buffer): Outcome {
    switch (setup.request) {
      case REQUEST.setLineCoding:
        if (data.length !== LINE_CODING.length) return STALLED;
        this.#lineCoding = data;
        return ACCEPTED;
      case REQUEST.getLineCoding:
        return { status: STATUS.ok, data: this.#lineCoding };
      case REQUEST.setControlLineState:
        this.#setOpen((setup.value & DTR) !== 0);
        return ACCEPTED;
      case REQUEST.sendBreak:
        return ACCEPTED;
      default:
        return STALLED;
    }
  }

  /** A transfer on another endpoint than 0. */
  transfer(transfer: Transfer): Cancel | null {
    const address = transfer.endpoint | (transfer.fromDevice ? 0x80 : 0);
    if (address === ENDPOINT.dataIn) {
      this.#reads.add(transfer);
      this.#flush();
      return () => void this.#reads.delete(transfer);
    }
    if (address === ENDPOINT.dataOut) {
      this.#line.receive(transfer.data);
      transfer.done(ACCEPTED);
    } else if (address !== ENDPOINT.notify) {
      transfer.done(STALLED);
    }
    // A notification never comes: the host's read of it waits until it is taken back.
    return null;
  }

  #setOpen(open: boolean): void {
    if (open && !this.#open) this.#line.opened();
    if (!open) {
      this.#waiting = [];
      this.#waitingBytes = 0;
    }
    this.#open = open;
  }

  #send(bytes: Buffer): void {
    if (!this.#open || this.#waitingBytes + bytes.length > MOST_WAITING_BYTES) return;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.#flush();
  }

  #flush(): void {
    for (const read of this.#reads) {
      if (this.#waitingBytes === 0) return;
      const all = Buffer.concat(this.#waiting);
      const rest = all.subarray(read.length);
      this.#waiting = rest.length > 0 ? [rest] : [];
      this.#waitingBytes = rest.length;
      this.#reads.delete(read);
      read.done({ status: STATUS.ok, data: all.subarray(0, read.length) });
    }
  }
}
