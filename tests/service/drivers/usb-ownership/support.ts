/** A USB and a serial driver that the test plays with one policy, and everything that comes of their claims. */
import type { UsbConnection } from '../../../../service/contract/index.ts';
import type { DeviceDescription } from '../../../../service/devices/types.ts';
import { UsbOwnership, type UsbPresence } from '../../../../service/drivers/usb-ownership.ts';
import { type DeviceEvents, describePth, ManualClock, OwnershipBench, PlayedDriver } from '../../devices/support.ts';

export const SERIAL = 'E24638';
export const KEY = { family: 'usb', serial: SERIAL } as const;
export const PORT = '/dev/ttyACM0';

/** A USB place. */
export function place(address: number): UsbConnection {
  return { bus: 3, address, vendor_id: '289B', product_id: '0505' };
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
type Seen = { [Key in Name]: { name: Key; payload: DeviceEvents[Key] } }[Name];

export class PathRig {
  readonly usb = new PlayedDriver('usb');
  readonly serial = new PlayedDriver('serial');
  readonly clock = new ManualClock();
  readonly bench = new OwnershipBench(this.clock);
  readonly policy = new UsbOwnership(this.clock);
  readonly devices = this.bench.ownership.connect('paths', this.policy);
  seen: Seen[] = [];

  constructor() {
    for (const side of [this.usb, this.serial]) side.connect(this.bench.ownership, this.devices);
    for (const name of EVENTS) {
      this.bench.events.on(name, (payload) => void this.seen.push({ name, payload } as Seen));
    }
  }

  /** What USB sees of instruments in VCP mode. */
  see(...seen: UsbPresence[]): void {
    this.policy.vcpDevices = seen;
    this.devices.review();
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
