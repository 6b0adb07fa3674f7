import type { SerialPortView, UsbConnection } from '../../contract/index.ts';
import type { DriverOptions } from '../driver.ts';
import type { RetryTiming } from '../retry-policy.ts';
import type { OpenSerialPort } from './transport.ts';

/** Every state except the first three is a problem, or part of one. The contract describes each. */
export type PortState = SerialPortView['state'];

/** A port of the driver. */
export interface PortInfo {
  /** The path or COM name, as found or added. */
  path: string;
  origin: 'found' | 'added';
  state: PortState;
}

/** A serial port of a USB device. */
export interface FoundPort {
  /** `/dev/ttyACM0`, `COM3`. */
  path: string;
  /** Four upper-case hexadecimal digits. */
  vendorId: string;
  /** Four upper-case hexadecimal digits. */
  productId: string;
  /** Null if the system does not provide bus and address. */
  usb: UsbConnection | null;
  /** From bcdDevice; 0.0 if unknown. */
  firmware: { major: number; minor: number };
  /** The USB serial number string, or empty. */
  serial: string;
  /** The USB manufacturer string, or empty. */
  manufacturer: string;
}

/** Times in milliseconds, and counts. */
export interface SerialTiming extends RetryTiming {
  /** Time between two searches for ports, at least 100; default 2000. On Linux a change in /dev is noticed at once. */
  scanMs: number;
  /** Pause between two commands to one device, at least 0; default 150: published examples use 100 to 300. */
  commandPauseMs: number;
  /** Timeout for opening a port, at least 100; default 5000. */
  openTimeoutMs: number;
  /** Timeout for closing a port, at least 100; default 2000. */
  closeTimeoutMs: number;
  /** Timeout for a write, at least 10; default 2000: on a port that was hung up, a write may never end. */
  writeTimeoutMs: number;
  /** Timeout for a reply, at least 10; default 1000. */
  replyTimeoutMs: number;
  /** Most attempts of a command, at least 1; default 3. */
  attempts: number;
  /** Least time without a valid data line before a port is opened again, at least 100; default 10000. */
  silenceMs: number;
}

export const DEFAULT_SERIAL_TIMING: SerialTiming = {
  scanMs: 2000,
  commandPauseMs: 150,
  openTimeoutMs: 5000,
  closeTimeoutMs: 2000,
  writeTimeoutMs: 2000,
  replyTimeoutMs: 1000,
  attempts: 3,
  silenceMs: 10_000,
  retryMinMs: 500,
  retryMaxMs: 5000,
};

export interface SerialDriverOptions extends DriverOptions {
  /** Paths or COM names of ports added by hand. */
  ports: readonly string[];
  /** Lists all USB serial ports of this computer; the operating system's list by default. */
  findPorts?: () => Promise<FoundPort[]>;
  /** Opens a port; a real one by default. */
  openPort?: OpenSerialPort;
  timing?: Partial<SerialTiming>;
}
