import { isDeepStrictEqual } from 'node:util';
import { silenceLimit } from '../../devices/device-state.ts';
import type { DetachReason, DeviceDescription, DeviceKey, SampleSet } from '../../devices/instrument.ts';
import type { Clock } from '../../support/clock.ts';
import type { Emitter } from '../../support/emitter.ts';
import type { DriverEvents } from '../driver.ts';
import type { UsbPresence, UsbPresenceSource } from '../sightings.ts';
import { type MergedDevice, mergeTransports, type Transport, type TransportStates } from './merged-device.ts';

/** The state of one serial number, and what was emitted of it. */
interface Entry extends TransportStates {
  merged: MergedDevice | undefined;
  /** When the serial side connected or last sent a reading, on the monotonic clock. */
  serialHeardAt: number;
}

const UNKNOWN: Entry = {
  usb: undefined,
  serial: undefined,
  sighting: undefined,
  serialMeasures: false,
  merged: undefined,
  serialHeardAt: Number.NEGATIVE_INFINITY,
};

export interface PathBookOptions {
  sightings: UsbPresenceSource;
  clock: Clock;
  /** Receives one device per serial number. */
  events: Emitter<DriverEvents>;
}

/** Merges the devices of both drivers into one per serial number. */
export class DeviceMerger {
  readonly #options: PathBookOptions;
  /** By serial number; both drivers are of the family `usb`. */
  readonly #entries = new Map<string, Entry>();

  constructor(options: PathBookOptions) {
    this.#options = options;
  }

  /** The driver that owns a device; undefined when there is none. */
  speaker({ family, serial }: DeviceKey): Transport | undefined {
    const merged = this.#entries.get(serial)?.merged;
    return merged?.description.family === family ? merged.speaker : undefined;
  }

  attach(side: Transport, description: DeviceDescription): void {
    const { serial } = description;
    const entry = this.#entries.get(serial) ?? { ...UNKNOWN, sighting: this.#sightingOf(serial) };
    const isNewPort = side === 'serial' && !entry.serial;
    this.#change(serial, {
      ...entry,
      [side]: description,
      // Beside a USB side, a new port owns the device after its first reading; without one, at once.
      ...(isNewPort && { serialMeasures: !entry.usb, serialHeardAt: this.#options.clock.monotonic() }),
    });
  }

  detach(side: Transport, { serial, reason }: DetachReason): void {
    const entry = this.#entries.get(serial);
    if (!entry?.[side]) return;
    this.#change(serial, { ...entry, [side]: undefined }, reason);
  }

  readings(side: Transport, moment: SampleSet): void {
    const entry = this.#entries.get(moment.serial);
    if (!entry?.[side]) return;
    this.#hear(side, moment.serial, entry);
    if (this.speaker(moment) === side) this.#options.events.emit('readings', moment);
  }

  rejected(side: Transport, key: DeviceKey): void {
    if (this.speaker(key) === side) this.#options.events.emit('rejected', key);
  }

  /** The devices seen on USB changed. */
  see(): void {
    for (const [serial, entry] of this.#entries) {
      const sighting = this.#sightingOf(serial);
      if (sighting !== entry.sighting) this.#change(serial, { ...entry, sighting });
    }
  }

  /** Disconnects all devices. */
  end(reason: string): void {
    for (const serial of this.#entries.keys()) this.#change(serial, UNKNOWN, reason);
  }

  /** The side with readings owns the device. A serial side that falls silent loses it to a USB side that does not. */
  #hear(side: Transport, serial: string, entry: Entry): void {
    const now = this.#options.clock.monotonic();
    if (side === 'serial') {
      entry.serialHeardAt = now;
      if (!entry.serialMeasures) this.#change(serial, { ...entry, serialMeasures: true });
    } else if (entry.serial && entry.serialMeasures) {
      const isSilent = now - entry.serialHeardAt > silenceLimit(entry.serial.periodMs);
      if (isSilent) this.#change(serial, { ...entry, serialMeasures: false });
    }
  }

  /** Undefined if USB sees no device with this number, or several, which would be a guess. */
  #sightingOf(serial: string): UsbPresence | undefined {
    const seen = this.#options.sightings.sightings().filter((sighting) => sighting.serial === serial);
    return seen.length === 1 ? seen[0] : undefined;
  }

  #change(serial: string, next: Entry, reason = ''): void {
    const before = this.#entries.get(serial)?.merged;
    const merged = mergeTransports(next, before?.speaker);
    if (merged) this.#entries.set(serial, { ...next, merged });
    else this.#entries.delete(serial);
    for (const { name, payload } of diffDevices(before, merged, reason)) this.#options.events.emit(name, payload);
  }
}

type DriverEvent = {
  [Name in keyof DriverEvents]: { name: Name; payload: DriverEvents[Name] };
}[keyof DriverEvents];

/**
 * The events from one state to the next, in order. A device with a new owner gets a new description; it is disconnected
 * only when both sides lost it, or when another device with its number takes over.
 * @param reason why it disconnected, if it did, as a sentence
 */
function diffDevices(before: MergedDevice | undefined, after: MergedDevice | undefined, reason: string): DriverEvent[] {
  const reported: DriverEvent[] = [];
  const replaced = before?.duplicate !== undefined && after !== undefined && !after.sides.includes(before.speaker);
  if (before && (!after || replaced)) {
    const { family, serial } = before.description;
    reported.push({ name: 'detached', payload: { family, serial, reason } });
  }
  if (before?.duplicate && before.duplicate.subject !== after?.duplicate?.subject) {
    const { code, subject } = before.duplicate;
    reported.push({ name: 'cleared', payload: { code, subject } });
  }
  if (after && (!before || replaced || isNews(before, after))) {
    reported.push({ name: 'attached', payload: after.description });
  }
  if (after?.duplicate && !isDeepStrictEqual(before?.duplicate, after.duplicate)) {
    reported.push({ name: 'problem', payload: after.duplicate });
  }
  return reported;
}

/** A description that the owner repeats is passed on even if it is unchanged. */
function isNews(before: MergedDevice, after: MergedDevice): boolean {
  return (
    before.source !== after.source ||
    !isDeepStrictEqual(before.description.connections, after.description.connections) ||
    !isDeepStrictEqual(before.description.firmware, after.description.firmware)
  );
}
