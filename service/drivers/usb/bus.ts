/**
 * The computer's USB as the driver sees it: what is plugged in, and control transfers to it. `system/` makes it of the
 * computer's real one; a test can stand here, at the hardware's edge.
 */
import type { ProtocolName, UsbConnection } from '../../contract/index.ts';

/** What a USB device says of itself. Copied once when it appears: its strings cannot be read when it is gone. */
export interface UsbIdentity {
  /** Bus, address and ids as the contract writes them. */
  connection: UsbConnection;
  /** From bcdDevice: 0x0204 is 2.4 (docs/hardware.md#firmware-version). */
  firmware: { major: number; minor: number };
  /** The string descriptors; empty where there is none, or where it cannot be read. */
  manufacturer: string;
  product: string;
  serial: string;
  /** `vcp` when it has a communications interface and so appears as a serial port, else `usb`. */
  protocol: ProtocolName;
}

/** How a USB operation failed. The words of the package behind it are told apart in one file. */
export type UsbFailure =
  /** The device refused the request (STALL). */
  | 'stalled'
  /** It did not answer in time. */
  | 'timeout'
  /** It was unplugged. */
  | 'unplugged'
  /** Another program holds it. */
  | 'busy'
  /** This user may not open it. */
  | 'denied'
  /** The system has no driver that lets programs reach it (Windows without WinUSB). */
  | 'unsupported'
  /** Anything else; the message has the system's words. */
  | 'failed';

/** The one error of USB operations. */
export class UsbError extends Error {
  readonly failure: UsbFailure;

  constructor(failure: UsbFailure, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'UsbError';
    this.failure = failure;
  }
}

/** A control transfer from the device: vendor request to the device (bmRequestType 0xC0), wIndex 0. */
export interface ControlRequest {
  /** bRequest, 0 to 255. */
  request: number;
  /** wValue, 0 to 65535. */
  value: number;
  /** wLength: the most bytes that are taken, 1 to 4096. */
  length: number;
}

/** An open device. One transfer at a time: whoever holds it waits for one before asking for the next. */
export interface UsbLink {
  /**
   * @param timeoutMs in milliseconds; a transfer that takes longer is cancelled, and what came of it is lost
   * @throws UsbError
   */
  controlIn(request: ControlRequest, timeoutMs: number): Promise<Uint8Array>;
  /** Never throws, may be called twice; waits for the transfer that is under way, which fails. */
  close(): Promise<void>;
}

/** A device that is plugged in: one plugging of it, a new one each time. */
export interface PluggedDevice {
  readonly identity: UsbIdentity;
  /** @throws UsbError */
  open(): Promise<UsbLink>;
}

/** Is told of what comes and goes. */
export interface UsbListener {
  /** A device that may be an instrument was plugged in, or was there already. */
  attached(device: PluggedDevice): void;
  /** The same object: it was unplugged. */
  detached(device: PluggedDevice): void;
}

export interface UsbBus {
  /**
   * Begins to tell. Resolves when everything that is plugged in was told once.
   * @throws UsbError `unsupported` where the computer has no USB at all, another where it cannot be watched: nothing that
   * was told is plugged in then, nothing runs, and it may be started again
   */
  start(listener: UsbListener): Promise<void>;
  /** Ends every timer and listener; tells nothing more. Open links are their holders' to close. May be called twice. */
  stop(): Promise<void>;
}
