/** The edge to the hardware: an open serial port as a source and a sink of bytes. */

/** An open port. It is used once: after its end another is opened. */
export interface SerialTransport {
  readonly source: {
    /** Bytes as they come. Called once, before anything is written. */
    onData(listener: (bytes: Uint8Array) => void): void;
    /**
     * The end: the port closed or failed, with the error where there is one. Called once; also for a port that had
     * ended before.
     */
    onEnd(listener: (error: Error | undefined) => void): void;
  };
  readonly sink: {
    /** Resolves when the system took the bytes. Rejects, or never ends, on a port that is no more. */
    write(bytes: Uint8Array): Promise<void>;
  };
  /** Closes; a port that is closed already is fine. `onEnd` is called too. */
  close(): Promise<void>;
}

/**
 * Opens a port at 9600 baud, 8 data bits, no parity, 1 stop bit, no flow control, for this program alone.
 * @throws the system's error, which `port-errors.ts` classifies
 */
export type OpenSerialPort = (path: string) => Promise<SerialTransport>;
