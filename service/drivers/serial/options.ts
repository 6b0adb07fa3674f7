import type { UsbConnection } from '../../contract/index.ts';
import type { DeviceKey } from '../../devices/instrument.ts';
import type { Clock } from '../../support/clock.ts';
import type { Logger } from '../../support/logger.ts';
import type { Driver } from '../driver.ts';
import type { OpenSerialPort } from './transport.ts';

/** What a serial port is doing. Every state but the first three is a problem, or part of one. */
export type PortState =
  /** It is being opened, for the first time or again. */
  | 'opening'
  /** It is open, and an instrument is being asked who it is. */
  | 'asking'
  /** An instrument is attached on it. */
  | 'attached'
  /** It is open, but nothing that makes sense comes. */
  | 'silent'
  /** Another program holds it. */
  | 'busy'
  /** This user may not open it. */
  | 'denied'
  /** It does not exist now. */
  | 'missing'
  /** Opening it failed in another way. */
  | 'failed';

/** A port that the driver keeps, for the desktop's menu. */
export interface PortInfo {
  /** The path or COM name, as it was found or given. */
  path: string;
  origin: 'found' | 'added';
  state: PortState;
}

/** A serial port of this computer that belongs to a USB device. */
export interface FoundPort {
  /** `/dev/ttyACM0`, `COM3`. */
  path: string;
  /** Four upper-case hexadecimal digits. */
  vendorId: string;
  /** Four upper-case hexadecimal digits. */
  productId: string;
  /** Null where the system does not tell bus and address. */
  usb: UsbConnection | null;
  /** From bcdDevice; 0.0 where it is not known. */
  firmware: { major: number; minor: number };
  /** The USB serial number string, empty where there is none. */
  serial: string;
  /** The USB manufacturer string, empty where there is none. */
  manufacturer: string;
}

/** Times and counts of the driver. All times are milliseconds. */
export interface SerialTiming {
  /** Between looks for ports that came or went, 100 or more; 2000. On Linux a change in /dev is noticed at once. */
  scanMs: number;
  /** Pause between two commands to one instrument, 0 or more; 150: published examples use 100 to 300. */
  commandPauseMs: number;
  /** How long opening a port may take, 100 or more; 5000. */
  openTimeoutMs: number;
  /** How long closing a port may take, 100 or more; 2000. */
  closeTimeoutMs: number;
  /** How long a write may take, 10 or more; 2000: a port that was hung up can swallow a write and never finish it. */
  writeTimeoutMs: number;
  /** How long an instrument may take to answer a command, 10 or more; 1000. */
  replyTimeoutMs: number;
  /** How often a command is sent until it is answered, 1 or more; 3. */
  attempts: number;
  /** The least time without a valid data line after which a port is opened again, 100 or more; 10000. */
  silenceMs: number;
  /** Pause before a port is tried again, 10 or more; 500. It doubles with every failure up to `retryMaxMs`. */
  retryMinMs: number;
  /** The longest pause before a port is tried again, `retryMinMs` or more; 5000. */
  retryMaxMs: number;
}

export const DEFAULT_TIMING: SerialTiming = {
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

export interface SerialDriverOptions {
  /** Ports that cannot be discovered: paths or COM names, added by hand. */
  ports: readonly string[];
  clock: Clock;
  logger: Logger;
  /** The period that a user set for an instrument, in milliseconds; undefined means 1000. */
  periodOf(key: DeviceKey): number | undefined;
  /** Lists the USB serial ports of this computer, ours and others; the operating system's own list unless given. */
  findPorts?: () => Promise<FoundPort[]>;
  /** Opens a port; the computer's real ones unless given. */
  openPort?: OpenSerialPort;
  timing?: Partial<SerialTiming>;
}

/** The serial driver, with what the desktop's menu needs beyond a driver. */
export interface SerialDriver extends Driver {
  /** Adds a port by hand, as in the option `ports`. A port that is there already stays as it is. */
  addPort(path: string): void;
  /** Takes a port added by hand away again. One that is discovered too goes on as a found one. */
  removePort(path: string): void;
  /** Every port the driver keeps: those added by hand in the order they came, then those found, by path. */
  ports(): PortInfo[];
}
