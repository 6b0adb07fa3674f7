/** The other side of an emulated instrument: opens its port and keeps every byte. */
import { SerialPort } from 'serialport';
import { until } from '../until.ts';

export interface Host {
  /** Everything received so far, one character a byte. */
  text(): string;
  /** Sends a command as it is given, line end included. */
  send(text: string): void;
  /** Waits until something received fits, and answers the match. */
  sees(pattern: RegExp): Promise<RegExpExecArray>;
  /** Forgets what was received. */
  forget(): void;
  /** Whether the port was lost. */
  lost(): boolean;
  close(): Promise<void>;
}

/** Between two looks whether the port is still there, in milliseconds. */
const CHECK_MS = 500;

/** Opens a port the way any program does: 9600 8N1, locked. */
export async function openHost(path: string): Promise<Host> {
  let received = '';
  let lost = false;
  const port = new SerialPort({ path, baudRate: 9600, autoOpen: false });
  port.on('data', (bytes: Buffer) => {
    received += bytes.toString('latin1');
  });
  port.on('error', () => {});
  port.on('close', () => {
    lost = true;
  });
  await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())));
  // A terminal hung up just between two reads gives the library zero bytes for ever and no error; its settings do fail.
  const checking = setInterval(() => {
    port.port?.getBaudRate().catch(() => {
      lost = true;
    });
  }, CHECK_MS);
  return {
    text: () => received,
    send: (text) => void port.write(text, 'latin1'),
    sees: (pattern) => until(`${pattern} in ${JSON.stringify(received.slice(-500))}`, () => pattern.exec(received)),
    forget: () => {
      received = '';
    },
    lost: () => lost,
    close: () => {
      clearInterval(checking);
      return new Promise((resolve) => (port.isOpen ? port.close(() => resolve()) : resolve()));
    },
  };
}
