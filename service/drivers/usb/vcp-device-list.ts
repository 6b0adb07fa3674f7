import { Emitter } from '../../support/emitter.ts';
import type { UsbPresence, UsbPresenceSource } from '../sightings.ts';
import type { PluggedDevice } from './bus.ts';

/** The instruments in VCP mode that are plugged in. One without a serial number string cannot be told by it: left out. */
export class VcpDeviceList implements UsbPresenceSource {
  readonly sighted: UsbPresenceSource['sighted'];
  readonly #plugged = new Map<PluggedDevice, UsbPresence>();

  constructor(onError: (error: unknown, event: string) => void) {
    this.sighted = new Emitter(onError);
  }

  sightings(): readonly UsbPresence[] {
    return [...this.#plugged.values()];
  }

  add(device: PluggedDevice): void {
    const { serial, connection, firmware } = device.identity;
    if (serial === '') return;
    this.#plugged.set(device, { serial, connection, firmware });
    this.#tell();
  }

  remove(device: PluggedDevice): void {
    if (this.#plugged.delete(device)) this.#tell();
  }

  clear(): void {
    if (this.#plugged.size === 0) return;
    this.#plugged.clear();
    this.#tell();
  }

  #tell(): void {
    this.sighted.emit('changed', this.sightings());
  }
}
