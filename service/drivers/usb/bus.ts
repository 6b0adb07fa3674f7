/**
 * The driver's interface to the computer's USB: the devices plugged in, and control transfers to them. `system/`
 * implements it; tests replace it, at the edge of the hardware.
 */
import type { ProtocolName, UsbConnection } from '../../contract/index.ts';

/** The descriptors of a USB device. Copied once when it appears: its strings cannot be read when it is gone. */
export interface UsbIdentity {
  /** Bus, address and IDs in the contract's form. */
  connection: UsbConnection;
  /** From bcdDevice: 0x0204 is 2.4 (docs/hardware.md#firmware-version). */
  firmware: { major: number; minor: number };
  /** The string descriptors; empty if missing or unreadable. */
  manufacturer: string;
  product: string;
  serial: string;
  /** `vcp` when it has a communications interface and so appears as a serial port, otherwise `usb`. */
  protocol: ProtocolName;
}

/** How a USB operation failed. `system/failures.ts` classifies the errors of the package. */
export type UsbFailure =
  /** The device refused the request (STALL). */
  | 'stalled'
  /** It did not reply in time. */
  | 'timeout'
  | 'unplugged'
  /** Another program uses it. */
  | 'busy'
  /** This user may not open it. */
  | 'denied'
  /** The system has no driver that lets programs access it (Windows without WinUSB). */
  | 'unsupported'
  /** Anything else; the message has the system's text. */
  | 'failed';

/** The only error of USB operations. */
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
  /** wLength: the maximum length of the reply, 1 to 4096. */
  length: number;
}

/** An open device. One transfer at a time: the caller waits for each one. */
export interface UsbLink {
  /**
   * @param timeoutMs in milliseconds; a longer transfer is canceled, and its data discarded
   * @throws UsbError
   */
  controlIn(request: ControlRequest, timeoutMs: number): Promise<Uint8Array>;
  /** Never throws, may be called twice; waits for the transfer in progress, which fails. */
  close(): Promise<void>;
}

/** A device that is plugged in; a new object each time. */
export interface PluggedDevice {
  readonly identity: UsbIdentity;
  /** @throws UsbError */
  open(): Promise<UsbLink>;
}

export interface UsbListener {
  /** A device that may be supported was plugged in, or was present at the start. */
  attached(device: PluggedDevice): void;
  /** The same object was unplugged. */
  detached(device: PluggedDevice): void;
}

export interface UsbBus {
  /**
   * Resolves when every present device was reported once.
   * @throws UsbError `unsupported` if the computer has no USB at all, another if it cannot be watched: then no reported
   * device counts as plugged in, nothing runs, and it may be started again
   */
  start(listener: UsbListener): Promise<void>;
  /** Ends every timer and listener; reports nothing more. Callers close their own open links. May be called twice. */
  stop(): Promise<void>;
}
