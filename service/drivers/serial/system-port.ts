/** The computer's real serial ports as transports. */
import type { SerialPort } from 'serialport';
import type { OpenPort, SerialTransport } from './transport.ts';

/** What the published examples open the virtual ports with (hardware facts, 1.1). */
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

/** Opens a real port. The native library is loaded with the first one. */
export const openSystemPort: OpenPort = async (path) => {
  const { SerialPort } = await import('serialport');
  const port = new SerialPort({ path, ...LINE_SETTINGS });
  const transport = new SystemPort(port);
  await new Promise<void>((resolve, reject) => {
    port.open((error) => (error ? reject(error) : resolve()));
  });
  return transport;
};

class SystemPort implements SerialTransport {
  readonly source: SerialTransport['source'];
  readonly sink: SerialTransport['sink'];
  readonly #port: SerialPort;
  #ended = false;
  #onEnd: (error: Error | undefined) => void = () => {};

  constructor(port: SerialPort) {
    this.#port = port;
    port.on('error', (error: Error) => this.#end(error));
    port.on('close', (error?: Error | null) => this.#end(error ?? undefined));
    this.source = {
      onData: (listener) => void port.on('data', listener),
      onEnd: (listener) => {
        this.#onEnd = listener;
      },
    };
    this.sink = {
      write: (bytes) =>
        new Promise((resolve, reject) => {
          port.write(bytes, (error?: Error | null) => (error ? reject(error) : resolve()));
        }),
    };
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      // Closing a port that is closed already is an error to the library and the wanted state to us.
      if (this.#port.isOpen) this.#port.close(() => resolve());
      else resolve();
    });
  }

  #end(error: Error | undefined): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd(error);
  }
}
