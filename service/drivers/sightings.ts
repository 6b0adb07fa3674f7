/** Devices in VCP mode as seen on USB: they are read over their serial ports, which provide fewer facts. */
import type { UsbConnection } from '../contract/index.ts';
import type { Emitter } from '../support/emitter.ts';

/** A USB device with a serial port. */
export interface UsbPresence {
  /** The USB serial number string, never empty. */
  serial: string;
  connection: UsbConnection;
  firmware: { major: number; minor: number };
}

export interface UsbPresenceSource {
  /** The devices plugged in now. */
  sightings(): readonly UsbPresence[];
  readonly sighted: Emitter<{ changed: readonly UsbPresence[] }>;
}
