/** The computer's real serial ports as transports. */
import type { SerialPort } from 'serialport';
import { resolvePort } from './port-path.ts';
import type { OpenSerialPort, SerialTransport } from './transport.ts';

/** The settings of the published examples (docs/hardware.md#vcp-port-settings). */
const LINE_SETTINGS = {
  baudRate: 9600,
  dataBits: 8,
  parity: 'none',
  stopBits: 1,
  rtscts: false,
  xon: false,
  xoff: false,
  // Two readers of one port would each get half of the bytes.
  lock: true,
  autoOpen: false,
} as const;

/** Time between two checks of an open port, in milliseconds. */
const CHECK_MS = 1000;

/** The native library is loaded with the first port. */
export const openSystemPort: OpenSerialPort = async (path) => {
  // Checked each time, because a link may lead elsewhere by now.
  const file = await resolvePort(path);
  const { SerialPort } = await import('./library.ts');
  const port = new SerialPort({ path: file, ...LINE_SETTINGS });
  const transport = new SystemPort(port);
  await transport.open();
  return transport;
};

class SystemPort implements SerialTransport {
  readonly #port: SerialPort;
  readonly #end = Promise.withResolvers<Error | undefined>();
  #checking: NodeJS.Timeout | undefined;

  constructor(port: SerialPort) {
    this.#port = port;
  }

  onData(listener: (bytes: Uint8Array) => void): void {
    this.#port.on('data', listener);
  }

  onEnd(listener: (error: Error | undefined) => void): void {
    void this.#end.promise.then(listener);
  }

  async open(): Promise<void> {
    const port = this.#port;
    port.on('error', (error: Error) => this.#finish(error));
    port.on('close', (error?: Error | null) => this.#finish(error ?? undefined));
    await new Promise<void>((resolve, reject) => {
      port.open((error) => (error ? reject(error) : resolve()));
    });
    if (process.platform === 'linux') this.#checking = setInterval(() => this.#check(), CHECK_MS);
  }

  close(): Promise<void> {
    clearInterval(this.#checking);
    return new Promise((resolve) => {
      // For the library, closing a closed port is an error; here it is the desired state.
      if (this.#port.isOpen) this.#port.close(() => resolve());
      else resolve();
    });
  }

  write(bytes: Uint8Array): Promise<void> {
    // The library would hold the write until the port is opened again, which never happens here.
    if (!this.#port.isOpen) return Promise.reject(new Error('Port is not open'));
    return new Promise((resolve, reject) => {
      this.#port.write(bytes, (error?: Error | null) => (error ? reject(error) : resolve()));
    });
  }

  /**
   * A terminal that is hung up just between two reads returns zero bytes without an error forever, and the library
   * reads on without a pause. Reading its settings then fails.
   */
  #check(): void {
    this.#port.port?.getBaudRate().catch((error: Error) => this.#finish(error));
  }

  #finish(error: Error | undefined): void {
    clearInterval(this.#checking);
    this.#end.resolve(error);
  }
}
