/** One connection of a host to one device: transfers in, answers out. */
import type { Socket } from 'node:net';
import type { Cancel, Outcome } from './transfer.ts';
import type { UsbDevice } from './usb-device.ts';
import { type Command, HEADER_BYTES, readCommand, STATUS, submitReply, unlinkReply } from './wire.ts';

type Submit = Extract<Command, { command: 'submit' }>;

/** From the import to the end of the connection. */
export class Session {
  readonly #socket: Socket;
  readonly #device: UsbDevice;
  /** What waits for an answer, by its number. */
  readonly #waiting = new Map<number, Cancel | null>();
  #received: Buffer = Buffer.alloc(0);

  /** @param socket whatever it says from now on belongs to this session; destroyed when it says what nobody understands */
  constructor(socket: Socket, device: UsbDevice) {
    this.#socket = socket;
    this.#device = device;
    socket.on('close', () => this.#close());
    device.powerOn();
  }

  receive(bytes: Buffer): void {
    this.#received = this.#received.length > 0 ? Buffer.concat([this.#received, bytes]) : bytes;
    try {
      while (!this.#socket.destroyed && this.#next());
    } catch (error) {
      this.#socket.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Carries out one command. @returns false when more bytes are needed for it */
  #next(): boolean {
    if (this.#received.length < HEADER_BYTES) return false;
    const command = readCommand(this.#received.subarray(0, HEADER_BYTES));
    const follows = command.command === 'submit' && !command.fromDevice ? command.length : 0;
    if (this.#received.length < HEADER_BYTES + follows) return false;
    const data = this.#received.subarray(HEADER_BYTES, HEADER_BYTES + follows);
    this.#received = this.#received.subarray(HEADER_BYTES + follows);
    if (command.command === 'submit') this.#submit(command, data);
    else this.#unlink(command.seqnum, command.unlinked);
    return true;
  }

  #submit(command: Submit, data: Buffer): void {
    const { seqnum, fromDevice, length } = command;
    this.#waiting.set(seqnum, null);
    const done = ({ status, data: answer = NONE }: Outcome): void => {
      if (!this.#waiting.delete(seqnum)) return;
      const given = fromDevice ? answer.subarray(0, length) : NONE;
      const actual = fromDevice || status !== STATUS.ok ? given.length : data.length;
      this.#socket.write(submitReply(seqnum, status, actual, given));
    };
    const cancel = this.#device.submit({ ...command, data, done });
    if (this.#waiting.has(seqnum)) this.#waiting.set(seqnum, cancel);
  }

  #unlink(seqnum: number, unlinked: number): void {
    const waited = this.#waiting.has(unlinked);
    this.#waiting.get(unlinked)?.();
    this.#waiting.delete(unlinked);
    this.#socket.write(unlinkReply(seqnum, waited ? STATUS.unlinked : STATUS.ok));
  }

  #close(): void {
    for (const cancel of this.#waiting.values()) cancel?.();
    this.#waiting.clear();
    this.#device.powerOff();
  }
}

const NONE = new Uint8Array(0);
