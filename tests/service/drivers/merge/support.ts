/** Two drivers that the test plays, the driver that makes one of them, and everything it says. */
import { onTestFinished } from 'vitest';
import type { UsbConnection } from '../../../../service/contract/index.ts';
import type { DeviceDescription } from '../../../../service/devices/instrument.ts';
import type { Driver, DriverEvents } from '../../../../service/drivers/driver.ts';
import { createPathDriver } from '../../../../service/drivers/merge/index.ts';
import type { UsbPresence, UsbPresenceSource } from '../../../../service/drivers/sightings.ts';
import { Emitter } from '../../../../service/support/emitter.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { describePth, ManualClock, PlayedDriver } from '../../devices/support.ts';

export const SERIAL = 'E24638';
export const KEY = { family: 'usb', serial: SERIAL } as const;
export const PORT = '/dev/ttyACM0';

/** A USB place. */
export function place(address: number): UsbConnection {
  return { bus: 3, address, vendor_id: '289B', product_id: '0505' };
}

/** The played USB driver, with what it sees of instruments in VCP mode. */
export class PlayedUsb extends PlayedDriver implements UsbPresenceSource {
  readonly sighted = new Emitter<{ changed: readonly UsbPresence[] }>((error) => {
    throw error;
  });
  seen: UsbPresence[] = [];

  constructor() {
    super('usb');
  }

  sightings(): readonly UsbPresence[] {
    return this.seen;
  }

  see(...seen: UsbPresence[]): void {
    this.seen = seen;
    this.sighted.emit('changed', seen);
  }
}

/** What the USB driver says of an instrument in USB mode. */
export function overUsb(address = 7, changes: Partial<DeviceDescription> = {}): DeviceDescription {
  return describePth(SERIAL, {
    connections: { usb: place(address), vcp: null },
    firmware: { major: 2, minor: 4 },
    protocol: 'usb',
    ...changes,
  });
}

/** What the serial driver says of an instrument on a port; without an address it knows nothing of USB. */
export function overSerial(address?: number, changes: Partial<DeviceDescription> = {}): DeviceDescription {
  return describePth(SERIAL, {
    connections: { usb: address === undefined ? null : place(address), vcp: { port: PORT } },
    firmware: address === undefined ? { major: 0, minor: 0 } : { major: 2, minor: 4 },
    protocol: 'vcp',
    ...changes,
  });
}

/** An instrument in VCP mode as USB sees it. */
export function sighting(address = 7, serial: string = SERIAL): UsbPresence {
  return { serial, connection: place(address), firmware: { major: 2, minor: 5 } };
}

const EVENTS = ['attached', 'readings', 'rejected', 'detached', 'problem', 'cleared'] as const;

type Name = (typeof EVENTS)[number];
type Seen = { [Key in Name]: { name: Key; payload: DriverEvents[Key] } }[Name];

export class PathRig {
  readonly usb = new PlayedUsb();
  readonly serial = new PlayedDriver('serial');
  readonly clock = new ManualClock();
  readonly driver: Driver;
  seen: Seen[] = [];

  constructor() {
    const { usb, serial, clock } = this;
    this.driver = createPathDriver({ usb, serial, clock, logger: silentLogger });
    for (const name of EVENTS) {
      this.driver.events.on(name, (payload) => void this.seen.push({ name, payload } as Seen));
    }
  }

  /** Starts, and stops at the end of the test. */
  static async started(): Promise<PathRig> {
    const rig = new PathRig();
    await rig.driver.start();
    onTestFinished(() => rig.driver.stop());
    return rig;
  }

  /** What was said since the last asking, each in a few words. */
  said(): string[] {
    return this.seen.splice(0).map(inWords);
  }

  attach(side: 'usb' | 'serial', description: DeviceDescription): void {
    this[side].events.emit('attached', description);
  }

  detach(side: 'usb' | 'serial', reason = 'unplugged'): void {
    this[side].events.emit('detached', { ...KEY, reason });
  }

  /** A reading whose value tells which side it came from. */
  read(side: 'usb' | 'serial'): void {
    const samples = [{ channel: 'temperature', magnitude: side === 'usb' ? 1 : 2 }];
    this[side].events.emit('readings', { ...KEY, at: this.clock.now(), samples });
  }
}

function inWords({ name, payload }: Seen): string {
  if (name === 'attached') {
    const { usb, vcp } = payload.connections;
    return `attached ${payload.protocol} usb ${usb?.address ?? '-'} port ${vcp?.port ?? '-'} firmware ${payload.firmware.major}.${payload.firmware.minor}`;
  }
  if (name === 'readings') return `reading of ${payload.samples[0]?.magnitude === 1 ? 'usb' : 'vcp'}`;
  if (name === 'detached') return `detached: ${payload.reason}`;
  return name === 'rejected' ? 'rejected' : `${name} ${payload.code} ${payload.subject}`;
}
