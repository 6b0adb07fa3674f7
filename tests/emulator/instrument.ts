/** What an instrument does with its line: streams, and answers commands. Knows nothing of ports. */
import { commandReader } from './command-reader.ts';
import { type Faults, noFaults } from './faults.ts';
import { type LineForm, line } from './lines.ts';
import type { Column } from './products.ts';
import type { Values } from './values.ts';

/** The interval between D lines until POLL, in milliseconds. */
const DEFAULT_POLL_MS = 1000;

/** What POLL and FRAC take; anything else is left unanswered. POLL also takes 0: stop streaming. */
const POLL_MS = { min: 100, max: 60_000 };
const FRACTION_DIGITS = { min: 1, max: 7 };

export interface InstrumentOptions {
  product: string;
  serial: string;
  columns: readonly Column[];
  values: Values;
  /** Sends bytes to the host. */
  send(bytes: Buffer): void;
  /** RESET was given: the port must vanish and come back. */
  reset(): void;
  /** Every command, after it was carried out. */
  onCommand(command: string): void;
}

export class Instrument {
  readonly faults: Faults = noFaults();
  /** PROTOCOL USB was given: after the next reset there is no serial port. */
  usbAfterReset = false;
  readonly #options: InstrumentOptions;
  #read: (bytes: Uint8Array) => void = () => {};
  #pollMs = DEFAULT_POLL_MS;
  #stream: NodeJS.Timeout | null = null;
  #late = new Set<NodeJS.Timeout>();
  #lastCommand = Number.NEGATIVE_INFINITY;
  #cutNext = false;

  constructor(options: InstrumentOptions) {
    this.#options = options;
  }

  /** Milliseconds between D lines; 0 while streaming is stopped. */
  get pollMs(): number {
    return this.#pollMs;
  }

  /** Power on: everything that POLL and FRAC set is forgotten. */
  powerOn(): void {
    this.#options.values.digits = null;
    this.#lastCommand = Number.NEGATIVE_INFINITY;
    this.#setPoll(DEFAULT_POLL_MS);
    this.opened();
  }

  powerOff(): void {
    if (this.#stream) clearInterval(this.#stream);
    this.#stream = null;
    for (const timer of this.#late) clearTimeout(timer);
    this.#late.clear();
  }

  /** A program opened the port. */
  opened(): void {
    this.#read = commandReader((command) => this.#obey(command));
    this.#cutNext = this.faults.partialFirstLine;
  }

  /** The next line lacks its first half. */
  cutNextLine(): void {
    this.#cutNext = true;
  }

  receive(bytes: Uint8Array): void {
    this.#read(bytes);
  }

  /** Sends one D line now. */
  sendData(): void {
    const { product, serial, columns, values } = this.#options;
    const texts = values.at(performance.now() / 1000);
    const readings = columns.flatMap(({ unit }, index) => [
      this.faults.errorColumns.has(index + 1) ? 'ERROR' : (texts[index] ?? 'ERROR'),
      unit,
    ]);
    const wrongCrc = this.faults.wrongCrc > 0;
    if (wrongCrc) this.faults.wrongCrc -= 1;
    this.#sendLine(['D', product, serial, '', ...readings], wrongCrc);
  }

  /** Sends bytes as they are, unless the instrument is silent. */
  sendRaw(bytes: Buffer): void {
    if (!this.faults.silent) this.#options.send(bytes);
  }

  #sendLine(fields: string[], wrongCrc = false): void {
    const form: LineForm = { ...this.faults, wrongCrc };
    const bytes = Buffer.from(line(fields, form), 'latin1');
    this.sendRaw(this.#cutNext ? bytes.subarray(Math.floor(bytes.length / 2)) : bytes);
    this.#cutNext = false;
  }

  #answer(text: string): void {
    if (!this.faults.noEcho) this.#sendLine(['I', this.#options.product, this.#options.serial, text]);
  }

  #obey(command: string): void {
    const now = performance.now();
    const tooSoon = now - this.#lastCommand < this.faults.commandGapMs;
    this.#lastCommand = now;
    if (tooSoon) return;
    const [word, argument = ''] = command.trim().split(' ');
    if (word === 'INFO') this.#inform();
    else if (word === 'POLL') this.#poll(argument);
    else if (word === 'FRAC') this.#fraction(argument);
    else if (command.trim() === 'PROTOCOL USB') this.usbAfterReset = !this.faults.keepsProtocol;
    else if (command.trim() === 'RESET') this.#options.reset();
    this.#options.onCommand(command);
  }

  #inform(): void {
    const titles = this.#options.columns.flatMap(({ title, unit }) => [title, unit]);
    const send = (): void => this.#sendLine(['I', 'Product ID', 'Serial Number', 'Message', ...titles]);
    if (this.faults.info === 'given') send();
    if (typeof this.faults.info !== 'number') return;
    const timer = setTimeout(() => {
      this.#late.delete(timer);
      send();
    }, this.faults.info);
    this.#late.add(timer);
  }

  #poll(argument: string): void {
    const milliseconds = wholeNumber(argument);
    if (milliseconds === null) return;
    if (milliseconds !== 0 && (milliseconds < POLL_MS.min || milliseconds > POLL_MS.max)) return;
    this.#answer(`Poll interval set to ${milliseconds} ms`);
    this.#setPoll(milliseconds);
  }

  #fraction(argument: string): void {
    const digits = wholeNumber(argument);
    if (digits === null || digits < FRACTION_DIGITS.min || digits > FRACTION_DIGITS.max) return;
    this.#options.values.digits = digits;
    this.#answer(`Printing ${digits} fractional digits`);
  }

  #tick(): void {
    if (!this.faults.noData) this.sendData();
  }

  #setPoll(milliseconds: number): void {
    if (this.#stream) clearInterval(this.#stream);
    this.#stream = milliseconds === 0 ? null : setInterval(() => this.#tick(), milliseconds);
    this.#pollMs = milliseconds;
  }
}

function wholeNumber(text: string): number | null {
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}
