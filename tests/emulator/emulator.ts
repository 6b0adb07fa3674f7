/** An emulated instrument on a port of its own: what tests and the command line use. */
import { EventEmitter } from 'node:events';
import type { Faults } from './faults.ts';
import { Instrument } from './instrument.ts';
import { Port } from './port.ts';
import { type Column, PRODUCTS } from './products.ts';
import { randomSource } from './random.ts';
import { Values } from './values.ts';

export interface EmulatorOptions {
  /** The name on the wire, `VCP-PTH450-CAL`. */
  product: string;
  serial: string;
  /** The path of the port to make. */
  path: string;
  /** The columns of a product that is not in the table; they also replace those of one that is. */
  columns?: readonly Column[];
  /** Fixed numbers by column, as they shall be printed; without them slow waves. */
  values?: readonly string[];
  /** Makes waves and garbage repeatable. Default 1. */
  seed?: number;
  /** How long the port is away at a RESET, in milliseconds. Default 1500. */
  resetMs?: number;
  /** What is wrong from the beginning. */
  faults?: Partial<Faults>;
}

export interface EmulatorEvents {
  /** A command of the host, without its line end. */
  command: [text: string];
  /** A program opened the port. */
  opened: [];
  /** It closed the port again, or the port was taken from it. */
  closed: [];
  /** After a program closed the port, it can be opened again: a fresh terminal stands behind it. */
  renewed: [];
  /** The port could not be made again. */
  failed: [error: unknown];
}

const DEFAULT_RESET_MS = 1500;
const DEFAULT_AWAY_MS = 1000;

export class Emulator extends EventEmitter<EmulatorEvents> {
  readonly options: EmulatorOptions;
  readonly #instrument: Instrument;
  readonly #port: Port;
  readonly #values: Values;
  readonly #random: () => number;
  #return: NodeJS.Timeout | null = null;
  #open = false;

  /** @throws Error when the product is unknown and has no columns */
  constructor(options: EmulatorOptions) {
    super();
    const { product, serial, path, values = [], seed = 1, faults = {} } = options;
    const columns = options.columns ?? PRODUCTS[product];
    if (!columns) {
      throw new Error(
        `"${product}" is not one of ${Object.keys(PRODUCTS).join(', ')}. Describe its columns with --columns.`,
      );
    }
    this.options = options;
    this.#random = randomSource(seed);
    this.#values = new Values(columns, values, seed);
    this.#port = new Port(path, {
      opened: () => {
        this.#open = true;
        this.#instrument.opened();
        this.emit('opened');
      },
      data: (bytes) => this.#instrument.receive(bytes),
      closed: () => {
        this.#open = false;
        this.emit('closed');
      },
      renewed: () => this.emit('renewed'),
      failed: (error) => this.emit('failed', error),
    });
    this.#instrument = new Instrument({
      product,
      serial,
      columns,
      values: this.#values,
      send: (bytes) => {
        if (this.#open) this.#port.write(bytes);
      },
      reset: () => this.#comeBack(this.#hangUp(), this.options.resetMs ?? DEFAULT_RESET_MS),
      onCommand: (command) => this.emit('command', command),
    });
    Object.assign(this.#instrument.faults, faults);
  }

  /** What is wrong right now; may be changed at any time. */
  get faults(): Faults {
    return this.#instrument.faults;
  }

  /** Milliseconds between D lines; 0 while streaming is stopped. */
  get pollMs(): number {
    return this.#instrument.pollMs;
  }

  /** Plugs it in: the port appears. @throws Error when the port cannot be made */
  async start(): Promise<void> {
    this.#forgetReturn();
    this.#instrument.usbAfterReset = false;
    // First: a program may open the port and send a command as soon as it is there.
    this.#instrument.powerOn();
    try {
      await this.#port.plug();
    } catch (error) {
      this.#instrument.powerOff();
      throw error;
    }
  }

  /** Unplugs it: the port vanishes, a program that has it open sees a hang-up. May be called twice. */
  async stop(): Promise<void> {
    this.#forgetReturn();
    await this.#hangUp();
  }

  /** Unplugs it and plugs it in again after so many milliseconds; resolves when the port is gone. */
  async hangUp(awayMs = DEFAULT_AWAY_MS): Promise<void> {
    const gone = this.#hangUp();
    this.#comeBack(gone, awayMs);
    await gone;
  }

  /** Shows these numbers from now on; none lets the waves speak again. */
  show(values: readonly string[]): void {
    this.#values.fix(values);
  }

  /** Sends so many random bytes, any byte among them. */
  sendGarbage(count = 64): void {
    this.sendRaw(Buffer.from(Array.from({ length: count }, () => Math.floor(this.#random() * 256))));
  }

  /** Sends one line of so many characters that means nothing. */
  sendLongLine(characters = 100_000): void {
    this.sendRaw(Buffer.from(`${'D,'.padEnd(characters, 'x')}\r\n`));
  }

  /** Sends the end of a line whose beginning was lost. */
  sendPartialLine(): void {
    this.#instrument.cutNextLine();
    this.#instrument.sendData();
  }

  /** Sends so many D lines at once. */
  sendBurst(lines = 100): void {
    for (let sent = 0; sent < lines; sent += 1) this.#instrument.sendData();
  }

  /** Sends bytes as they are. */
  sendRaw(bytes: Buffer): void {
    this.#instrument.sendRaw(bytes);
  }

  async #hangUp(): Promise<void> {
    const wasOpen = this.#open;
    this.#open = false;
    this.#instrument.powerOff();
    await this.#port.unplug();
    if (wasOpen) this.emit('closed');
  }

  #comeBack(gone: Promise<void>, awayMs: number): void {
    this.#forgetReturn();
    gone.catch((error: unknown) => this.emit('failed', error));
    // In the USB protocol there is no serial port to come back to.
    if (this.#instrument.usbAfterReset) return;
    this.#return = setTimeout(() => {
      this.start().catch((error: unknown) => this.emit('failed', error));
    }, awayMs);
  }

  #forgetReturn(): void {
    if (this.#return) clearTimeout(this.#return);
    this.#return = null;
  }
}

/** Makes an emulated instrument and plugs it in. */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const emulator = new Emulator(options);
  await emulator.start();
  return emulator;
}
