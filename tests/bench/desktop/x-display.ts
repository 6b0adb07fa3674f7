/**
 * The part of X11 that reports when a window becomes visible, without polling, and closes one as a desktop does
 * (https://www.x.org/releases/current/doc/xproto/x11protocol.html).
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const OPCODE = { changeAttributes: 2, getGeometry: 14, internAtom: 16, sendEvent: 25 } as const;
const KIND = { error: 0, reply: 1, mapNotify: 19, clientMessage: 33 } as const;

/** The attribute of a window that selects events, and the mask for events of its children. */
const EVENT_MASK = 0x8_00;
const SUBSTRUCTURE_NOTIFY = 0x8_00_00;

/** Replies, errors and events have this length; a reply may have more. */
const MESSAGE_BYTES = 32;

/** A smaller window is a helper, not an app's window, in pixels. */
const LEAST_WIDTH = 300;

export interface VisibleWindow {
  id: number;
  /** When the server mapped it, as `performance.now()` here. */
  at: number;
}

export class XDisplay {
  readonly #socket: Socket;
  /** Pending requests, in order. */
  readonly #answers: ((message: Buffer) => void)[] = [];
  #input = Buffer.alloc(0);
  #onWindow: ((window: VisibleWindow) => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /**
   * @param name as in DISPLAY: `:7`
   * @throws Error if the server refuses
   */
  static async open(name: string): Promise<XDisplay> {
    const socket = connect(`/tmp/.X11-unix/X${name.replace(':', '')}`);
    await once(socket, 'connect');
    const hello = Buffer.alloc(12);
    hello.write('l');
    hello.writeUInt16LE(11, 2);
    socket.write(hello);
    let welcome = Buffer.alloc(0);
    while (welcome.length < 8 || welcome.length < 8 + welcome.readUInt16LE(6) * 4) {
      welcome = Buffer.concat([welcome, ...((await once(socket, 'data')) as Buffer[])]);
    }
    if (welcome[0] !== 1) throw new Error(`The display ${name} refuses: ${welcome.toString('latin1', 8)}`);
    const display = new XDisplay(socket);
    socket.on('data', (chunk: Buffer) => display.#read(chunk));
    // The first screen follows the vendor's name and the formats of pictures.
    const vendorBytes = Math.ceil(welcome.readUInt16LE(24) / 4) * 4;
    const formats = welcome.readUInt8(29);
    display.#watch(welcome.readUInt32LE(40 + vendorBytes + formats * 8));
    return display;
  }

  /** The next window of an app that becomes visible. @param timeoutMs how long it may take, in milliseconds */
  async nextWindow(timeoutMs: number): Promise<VisibleWindow> {
    const { promise, resolve, reject } = Promise.withResolvers<VisibleWindow>();
    const deadline = setTimeout(() => reject(new Error('No window became visible in time.')), timeoutMs);
    this.#onWindow = resolve;
    try {
      return await promise;
    } finally {
      clearTimeout(deadline);
      this.#onWindow = undefined;
    }
  }

  /** Closes a window as its close button does. */
  async close(id: number): Promise<void> {
    const protocols = await this.#atom('WM_PROTOCOLS');
    const deletion = await this.#atom('WM_DELETE_WINDOW');
    const request = Buffer.alloc(44);
    request.writeUInt8(OPCODE.sendEvent, 0);
    request.writeUInt16LE(request.length / 4, 2);
    request.writeUInt32LE(id, 4);
    request.writeUInt8(KIND.clientMessage, 12);
    request.writeUInt8(32, 13);
    request.writeUInt32LE(id, 16);
    request.writeUInt32LE(protocols, 20);
    request.writeUInt32LE(deletion, 24);
    this.#socket.write(request);
  }

  end(): void {
    this.#socket.destroy();
  }

  #watch(root: number): void {
    const request = Buffer.alloc(16);
    request.writeUInt8(OPCODE.changeAttributes, 0);
    request.writeUInt16LE(request.length / 4, 2);
    request.writeUInt32LE(root, 4);
    request.writeUInt32LE(EVENT_MASK, 8);
    request.writeUInt32LE(SUBSTRUCTURE_NOTIFY, 12);
    this.#socket.write(request);
  }

  #ask(request: Buffer): Promise<Buffer> {
    return new Promise((resolve) => {
      this.#answers.push(resolve);
      this.#socket.write(request);
    });
  }

  async #atom(name: string): Promise<number> {
    const request = Buffer.alloc(8 + Math.ceil(name.length / 4) * 4);
    request.writeUInt8(OPCODE.internAtom, 0);
    request.writeUInt16LE(request.length / 4, 2);
    request.writeUInt16LE(name.length, 4);
    request.write(name, 8, 'latin1');
    return (await this.#ask(request)).readUInt32LE(8);
  }

  /** In pixels; 0 for a closed window. */
  async #widthOf(id: number): Promise<number> {
    const request = Buffer.alloc(8);
    request.writeUInt8(OPCODE.getGeometry, 0);
    request.writeUInt16LE(request.length / 4, 2);
    request.writeUInt32LE(id, 4);
    const answer = await this.#ask(request);
    return answer[0] === KIND.reply ? answer.readUInt16LE(16) : 0;
  }

  #read(chunk: Buffer): void {
    this.#input = Buffer.concat([this.#input, chunk]);
    while (this.#input.length >= MESSAGE_BYTES) {
      const isReply = this.#input[0] === KIND.reply;
      const length = MESSAGE_BYTES + (isReply ? this.#input.readUInt32LE(4) * 4 : 0);
      if (this.#input.length < length) return;
      const message = this.#input.subarray(0, length);
      this.#input = this.#input.subarray(length);
      if (isReply || message[0] === KIND.error) this.#answers.shift()?.(message);
      else if (message[0] === KIND.mapNotify) void this.#mapped(message.readUInt32LE(8), performance.now());
    }
  }

  async #mapped(id: number, at: number): Promise<void> {
    if ((await this.#widthOf(id)) >= LEAST_WIDTH) this.#onWindow?.({ id, at });
  }
}
