/** A host's end of USB/IP, written from the protocol's description alone: it shares nothing with the server it tests. */
import { connect, type Socket } from 'node:net';

/** RET_SUBMIT or RET_UNLINK. */
export interface Reply {
  command: number;
  status: number;
  actual: number;
  data: string;
}

/** The direction of a transfer on the wire. */
const OUT = 0;
const IN = 1;

export class UsbipClient {
  /** Resolves when the connection is gone. */
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #seqnum = 0;
  /** Whether a transfer brings bytes, by its number. */
  readonly #brings = new Map<number, boolean>();
  readonly #replies = new Map<number, Reply>();
  #changed: () => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      this.#changed();
    });
  }

  static async connect(path: string): Promise<UsbipClient> {
    const socket = connect(path);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new UsbipClient(socket);
  }

  /** @returns the reply as hexadecimal digits: 320 bytes, or 8 when it is refused */
  async import(busId: string): Promise<string> {
    this.send(`01118003 00000000 ${Buffer.from(busId).toString('hex').padEnd(64, '0')}`);
    const head = await this.#take(8);
    const rest = head.readUInt32BE(4) === 0 ? await this.#take(312) : Buffer.alloc(0);
    return Buffer.concat([head, rest]).toString('hex');
  }

  /** @param bytes hexadecimal digits */
  send(bytes: string): void {
    this.#socket.write(Buffer.from(bytes.replaceAll(' ', ''), 'hex'));
  }

  close(): void {
    this.#socket.destroy();
  }

  /** A control transfer from the device. @param setup eight bytes as on the wire @returns its number */
  control(setup: string): number {
    const bytes = Buffer.from(setup.replaceAll(' ', ''), 'hex');
    return this.submit({ endpoint: 0, direction: IN, length: bytes.readUInt16LE(6), setup: bytes.toString('hex') });
  }

  /** A control transfer to the device, with what follows its setup. */
  controlOut(setup: string, data = ''): number {
    return this.submit({
      endpoint: 0,
      direction: OUT,
      length: data.length / 2,
      setup: setup.replaceAll(' ', ''),
      data,
    });
  }

  bulkIn(endpoint: number, length: number): number {
    return this.submit({ endpoint, direction: IN, length });
  }

  bulkOut(endpoint: number, text: string): number {
    const data = Buffer.from(text, 'latin1').toString('hex');
    return this.submit({ endpoint, direction: OUT, length: data.length / 2, data });
  }

  submit({ endpoint, direction, length, setup = '0'.repeat(16), data = '' }: Submit): number {
    this.#seqnum += 1;
    this.#brings.set(this.#seqnum, direction === IN);
    const words = [1, this.#seqnum, 0x00010001, direction, endpoint, 0, length, 0, 0xffffffff, 0];
    this.send(words.map(word).join('') + setup + data);
    return this.#seqnum;
  }

  unlink(seqnum: number): number {
    this.#seqnum += 1;
    const words = [2, this.#seqnum, 0x00010001, 0, 0, seqnum, 0, 0, 0, 0, 0, 0];
    this.send(words.map(word).join(''));
    return this.#seqnum;
  }

  /** What came back for a number, whenever that is. */
  async reply(seqnum: number): Promise<Reply> {
    for (;;) {
      const reply = this.#replies.get(seqnum);
      if (reply) return reply;
      const header = await this.#take(48);
      const command = header.readUInt32BE(0);
      const number = header.readUInt32BE(4);
      const actual = header.readUInt32BE(0x18);
      const follows = command === 3 && this.#brings.get(number) ? actual : 0;
      const data = (await this.#take(follows)).toString('hex');
      this.#replies.set(number, { command, status: header.readInt32BE(0x14), actual, data });
    }
  }

  /** Whether a reply to a number has been read. */
  has(seqnum: number): boolean {
    return this.#replies.has(seqnum);
  }

  /** The next bytes, as hexadecimal digits. */
  async raw(count: number): Promise<string> {
    return (await this.#take(count)).toString('hex');
  }

  async #take(count: number): Promise<Buffer> {
    while (this.#received.length < count) {
      let gone = false;
      await Promise.race([
        new Promise<void>((resolve) => {
          this.#changed = resolve;
        }),
        this.closed.then(() => {
          gone = true;
        }),
      ]);
      if (gone && this.#received.length < count) throw new Error('The connection is gone.');
    }
    const bytes = this.#received.subarray(0, count);
    this.#received = this.#received.subarray(count);
    return bytes;
  }
}

interface Submit {
  endpoint: number;
  direction: number;
  length: number;
  setup?: string;
  data?: string;
}

function word(value: number): string {
  return value.toString(16).padStart(8, '0');
}
