/** An instrument on one port of an emulated gateway: the gateway keeps the lines it sent last. */
import type { Faults } from '../faults.ts';
import { Instrument } from '../instrument.ts';
import { type Column, PRODUCTS } from '../products.ts';
import { Values } from '../values.ts';

export interface PluggedOptions {
  /** The name on the wire; default `VCP-PTH450-CAL`. */
  product?: string;
  serial: string;
  /** The gateway's port, from 1; default the lowest that is free. */
  port?: number;
  /** The columns of a product that is not in the table; they also replace those of one that is. */
  columns?: readonly Column[];
  /** Fixed numbers by column, as they shall be printed; without them slow waves. */
  values?: readonly string[];
  /** Makes the waves repeatable. Default 1. */
  seed?: number;
  /** How often it measures, 100 to 60000 ms; default 1000. */
  pollMs?: number;
  /** What is wrong with it from the beginning. */
  faults?: Partial<Faults>;
}

const DEFAULT_PRODUCT = 'VCP-PTH450-CAL';

export class PluggedInstrument {
  readonly serial: string;
  readonly product: string;
  readonly port: number;
  readonly #values: Values;
  readonly #instrument: Instrument;
  readonly #pollMs: number | undefined;
  #header: string | null = null;
  #data: string | null = null;

  /** @throws Error when the product is unknown and has no columns */
  constructor(options: PluggedOptions, port: number) {
    const { product = DEFAULT_PRODUCT, serial, values = [], seed = 1, faults = {} } = options;
    const columns = options.columns ?? (Object.hasOwn(PRODUCTS, product) ? PRODUCTS[product] : undefined);
    if (!columns) throw new Error(`"${product}" is not one of ${Object.keys(PRODUCTS).join(', ')}.`);
    this.serial = serial;
    this.product = product;
    this.port = port;
    this.#pollMs = options.pollMs;
    this.#values = new Values(columns, values, seed);
    this.#instrument = new Instrument({
      product,
      serial,
      columns,
      values: this.#values,
      send: (bytes) => this.#keep(bytes.toString('latin1')),
      // Nobody behind a gateway gives it commands but the gateway, which never resets it.
      reset: () => {},
      onCommand: () => {},
    });
    Object.assign(this.#instrument.faults, faults);
  }

  /** What is wrong with it right now; may be changed at any time, and shows in its next line. */
  get faults(): Faults {
    return this.#instrument.faults;
  }

  /** The newest header line, CR LF and all; null while there was none. */
  get header(): string | null {
    return this.#header;
  }

  /** The newest data line, CR LF and all; null while there was none. */
  get data(): string | null {
    return this.#data;
  }

  /** The gateway asks for its header, sets its period, and has a first line at once. */
  powerOn(): void {
    this.#instrument.powerOn();
    this.#command('INFO');
    if (this.#pollMs !== undefined) this.#command(`POLL ${this.#pollMs}`);
    this.measure();
  }

  /** Nothing that it sent is kept. */
  powerOff(): void {
    this.#instrument.powerOff();
    this.#header = null;
    this.#data = null;
  }

  /** Shows these numbers from now on; none lets the waves speak again. */
  show(values: readonly string[]): void {
    this.#values.fix(values);
    this.measure();
  }

  /** Measures now, besides its period. */
  measure(): void {
    if (!this.faults.noData) this.#instrument.sendData();
  }

  #command(text: string): void {
    this.#instrument.receive(Buffer.from(`${text}\r\n`, 'latin1'));
  }

  #keep(line: string): void {
    if (line.startsWith('D,')) this.#data = line;
    else if (line.startsWith('I,Product ID,')) this.#header = line;
  }
}
