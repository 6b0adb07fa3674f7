/** Instruments in VCP mode as USB sees them: they are read over their serial ports, which tell less of them. */
import type { UsbConnection } from '../contract/index.ts';
import type { Emitter } from '../support/emitter.ts';

/** A USB device that speaks over a serial port. */
export interface UsbPresence {
  /** The USB serial number string, never empty. */
  serial: string;
  connection: UsbConnection;
  firmware: { major: number; minor: number };
}

/** Whoever looks at USB; the serial port of an instrument is somebody else's. */
export interface UsbPresenceSource {
  /** What is plugged in now. */
  sightings(): readonly UsbPresence[];
  readonly sighted: Emitter<{ changed: readonly UsbPresence[] }>;
}
