/** A fake at the hardware's edge: ports that exist or not, with an instrument, another thing or nothing behind them. */
import { onTestFinished } from 'vitest';
import type { FoundPort, SerialDriverOptions } from '../../../../service/drivers/serial/options.ts';
import { SerialDriver } from '../../../../service/drivers/serial/serial-driver.ts';
import type { SerialTransport } from '../../../../service/drivers/serial/transport.ts';
import { UsbOwnership } from '../../../../service/drivers/usb-ownership.ts';
import { systemClock } from '../../../../service/support/clock.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { line } from '../../../emulator/lines.ts';
import { DriverRecord } from '../driver-record.ts';

const GOOD_FORM = { upperCaseCrc: false, wrongCrc: false, bareLineFeed: false };

/** A line from its fields, with the check sum that fits. */
export const good = (...fields: string[]): string => line(fields, GOOD_FORM);

/** Times that keep a test short. Nothing is asserted of how long something took. */
const QUICK = {
  scanMs: 20,
  commandPauseMs: 1,
  openTimeoutMs: 200,
  closeTimeoutMs: 200,
  writeTimeoutMs: 100,
  replyTimeoutMs: 60,
  attempts: 3,
  silenceMs: 3000,
  retryMinMs: 10,
  retryMaxMs: 40,
};

/** One side of an open port: what the instrument sees. */
export class FakeLine implements SerialTransport {
  readonly written: string[] = [];
  /** What happens to a command; the default takes it and says nothing. */
  onCommand: (command: string) => void = () => {};
  /** Whether writes never end, as on a port that was hung up. */
  swallowing = false;
  /** Whether closing never ends. */
  stuck = false;
  closed = false;
  #onData: (bytes: Uint8Array) => void = () => {};
  readonly #end = Promise.withResolvers<Error | undefined>();

  onData(listener: (bytes: Uint8Array) => void): void {
    this.#onData = listener;
  }

  onEnd(listener: (error: Error | undefined) => void): void {
    void this.#end.promise.then(listener);
  }

  write(bytes: Uint8Array): Promise<void> {
    if (this.swallowing) return new Promise(() => {});
    if (this.closed) return Promise.reject(new Error('Port is not open'));
    const command = Buffer.from(bytes).toString('latin1').trim();
    this.written.push(command);
    queueMicrotask(() => this.onCommand(command));
    return Promise.resolve();
  }

  /** The instrument sends something. */
  say(text: string | Uint8Array): void {
    if (!this.closed) this.#onData(typeof text === 'string' ? Buffer.from(text, 'latin1') : text);
  }

  /** The port goes away under the program. */
  hangUp(error?: Error): void {
    this.closed = true;
    this.#end.resolve(error);
  }

  close(): Promise<void> {
    this.closed = true;
    return this.stuck ? new Promise(() => {}) : Promise.resolve();
  }
}

export interface FakeInstrumentOptions {
  product?: string;
  serial?: string;
  /** `MS5611 Pressure:Pa`. */
  columns?: string[];
  values?: string[];
  header?: boolean;
  echo?: boolean;
  streaming?: boolean;
}

/** An instrument that speaks on whatever line it is given; streams every 20 ms whatever POLL says. */
export class FakeInstrument {
  readonly product: string;
  readonly serial: string;
  columns: { title: string; unit: string }[];
  values: string[];
  header: boolean;
  echo: boolean;
  streaming: boolean;
  line: FakeLine | undefined;
  readonly #timer: NodeJS.Timeout;

  constructor({
    product = 'VCP-PTH450-CAL',
    serial = 'E24638',
    columns = ['MS5611 Pressure:Pa', 'SHT31 Temperature:C', 'SHT31 Relative Humidity:%'],
    values = ['102466', '24.87', '66.81'],
    header = true,
    echo = true,
    streaming = true,
  }: FakeInstrumentOptions = {}) {
    this.product = product;
    this.serial = serial;
    this.columns = columns.map((text) => {
      const [title = '', unit = ''] = text.split(':');
      return { title, unit };
    });
    this.values = values;
    this.header = header;
    this.echo = echo;
    this.streaming = streaming;
    this.#timer = setInterval(() => this.streaming && this.line?.say(this.data()), 20);
    onTestFinished(() => clearInterval(this.#timer));
  }

  data(): string {
    const fields = this.columns.flatMap(({ unit }, index) => [this.values[index] ?? 'ERROR', unit]);
    return good('D', this.product, this.serial, '', ...fields);
  }

  connect(fake: FakeLine): void {
    this.line = fake;
    fake.onCommand = (command) => this.#obey(command);
  }

  #obey(command: string): void {
    const [word, argument] = command.split(' ');
    const echo = (text: string): void => {
      if (this.echo) this.line?.say(good('I', this.product, this.serial, text));
    };
    if (word === 'POLL') echo(`Poll interval set to ${argument} ms`);
    if (word === 'FRAC') echo(`Printing ${argument} fractional digits`);
    if (word === 'INFO' && this.header) {
      const columns = this.columns.flatMap(({ title, unit }) => [title, unit]);
      this.line?.say(good('I', 'Product ID', 'Serial Number', 'Message', ...columns));
    }
  }
}

/** What is behind a path: an instrument, something that takes the line, or an error on opening. */
type Behind = FakeInstrument | ((fake: FakeLine) => void) | Error;

/** The ports of a fake computer. */
class FakePorts {
  readonly #behind = new Map<string, Behind>();
  readonly #found = new Map<string, FoundPort>();
  /** Every opening of a path, in order. */
  readonly lines = new Map<string, FakeLine[]>();
  opens = 0;

  /** Puts something behind a path that is given by hand. */
  put(path: string, behind: Behind): void {
    this.#behind.set(path, behind);
  }

  /** Plugs something in that is found by its USB ids. */
  plug(path: string, behind: Behind, found: Partial<FoundPort> = {}): void {
    this.put(path, behind);
    this.#found.set(path, { ...foundPort(path), ...found });
  }

  unplug(path: string): void {
    this.#behind.delete(path);
    this.#found.delete(path);
    this.newest(path)?.hangUp(Object.assign(new Error('bad file descriptor'), { disconnected: true }));
  }

  newest(path: string): FakeLine | undefined {
    return this.lines.get(path)?.at(-1);
  }

  readonly findPorts = (): Promise<FoundPort[]> => Promise.resolve([...this.#found.values()]);

  readonly openPort = async (path: string): Promise<SerialTransport> => {
    this.opens += 1;
    const behind = this.#behind.get(path);
    if (!behind) throw new Error(`Error: No such file or directory, cannot open ${path}`);
    if (behind instanceof Error) throw behind;
    if (this.newest(path)?.closed === false) throw new Error('Error Resource temporarily unavailable Cannot lock port');
    const fake = new FakeLine();
    this.lines.set(path, [...(this.lines.get(path) ?? []), fake]);
    if (behind instanceof FakeInstrument) behind.connect(fake);
    else behind(fake);
    return fake;
  };
}

export function foundPort(path: string, productId = '0505', address = 7): FoundPort {
  return {
    path,
    vendorId: '289B',
    productId,
    usb: { bus: 3, address, vendor_id: '289B', product_id: productId },
    firmware: { major: 2, minor: 4 },
    serial: '',
    manufacturer: 'Dracal technologies inc.',
  };
}

/** A driver with fake ports, and everything it said. It is stopped at the end of the test. */
export class Rig extends DriverRecord {
  readonly ports = new FakePorts();
  readonly driver: SerialDriver;
  /** Set periods by serial number. */
  readonly periods = new Map<string, number>();

  constructor(options: Partial<SerialDriverOptions> = {}) {
    super();
    this.driver = new SerialDriver({
      devices: this.bench.ownership.connect('serial', new UsbOwnership(systemClock)),
      ports: [],
      clock: systemClock,
      logger: silentLogger,
      periodOf: ({ serial }) => this.periods.get(serial),
      findPorts: this.ports.findPorts,
      openPort: this.ports.openPort,
      ...options,
      timing: { ...QUICK, ...options.timing },
    });
    onTestFinished(() => this.driver.stop());
  }
}
