/** The interface to the hardware: an open serial port. Used once: after its end another is opened. */
export interface SerialTransport {
  /** Registers the receiver of bytes. Called once, before anything is written. */
  onData(listener: (bytes: Uint8Array) => void): void;
  /** Registers for the end: the port closed, or failed with the error. Called once; also works after the end. */
  onEnd(listener: (error: Error | undefined) => void): void;
  /** Resolves when the system accepted the bytes. On a dead port it rejects, or never ends. */
  write(bytes: Uint8Array): Promise<void>;
  /** Closes the port, also if it is closed already. `onEnd` is called too. */
  close(): Promise<void>;
}

/**
 * Opens a port exclusively at 9600 baud, 8 data bits, no parity, 1 stop bit, no flow control.
 * @throws the system's error, which `port-problems.ts` classifies
 */
export type OpenSerialPort = (path: string) => Promise<SerialTransport>;
