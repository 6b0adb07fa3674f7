/** What a reader of the events may expect of instruments with one serial number that come, go and measure. */
import type { DeviceDescription } from '../../../../service/devices/types.ts';
import { overSerial, overUsb, type PathRig, sighting } from './support.ts';

/** What can happen. A number is the USB address that is known; 0 is none. */
export const STEPS = [
  'u+7',
  'u-',
  's+0',
  's+7',
  's+8',
  's-',
  'u read',
  's read',
  'see 7',
  'see 8',
  'see 0',
  'wait',
] as const;
export type Step = (typeof STEPS)[number];

/** Longer than three periods of one second. */
const SILENCE_MS = 3001;

/** The world as the steps make it. */
export interface World {
  usb: number | undefined;
  /** The address that the serial driver knows itself. */
  serial: number | undefined;
  seen: number;
  /** How long the serial side has said nothing. */
  quietMs: number;
  /** Whether the serial side owns it where both are one instrument. */
  serialMeasures: boolean;
  owner: 'usb' | 'serial' | undefined;
}

export const EMPTY: World = {
  usb: undefined,
  serial: undefined,
  seen: 0,
  quietMs: 0,
  serialMeasures: false,
  owner: undefined,
};

/** The address of the serial side as far as anybody knows it. */
const serialPlace = ({ serial, seen }: World): number => serial || seen;

export function areTwo(world: World): boolean {
  if (world.usb === undefined || world.serial === undefined) return false;
  return serialPlace(world) !== 0 && serialPlace(world) !== world.usb;
}

/** What a step makes of the world; undefined where a driver would never do this. */
export function step(world: World, what: Step): World | undefined {
  const next = { ...world };
  const address = Number(what.at(-1));
  if (what === 'u+7') next.usb = 7;
  else if (what === 'u-') {
    if (world.usb === undefined) return undefined;
    next.usb = undefined;
  } else if (what.startsWith('s+')) {
    next.serial = address;
    if (world.serial === undefined) Object.assign(next, { quietMs: 0, serialMeasures: world.usb === undefined });
  } else if (what === 's-') {
    if (world.serial === undefined) return undefined;
    Object.assign(next, { serial: undefined, serialMeasures: false });
  } else if (what === 'u read') {
    if (world.usb === undefined) return undefined;
    if (world.quietMs >= SILENCE_MS) next.serialMeasures = false;
  } else if (what === 's read') {
    if (world.serial === undefined) return undefined;
    Object.assign(next, { quietMs: 0, serialMeasures: true });
  } else if (what === 'wait') next.quietMs += SILENCE_MS;
  else next.seen = address;
  next.owner = ownerOf(next);
  return next;
}

function ownerOf(world: World): World['owner'] {
  if (world.usb === undefined && world.serial === undefined) return undefined;
  if (world.serial === undefined) return 'usb';
  if (world.usb === undefined) return 'serial';
  if (areTwo(world)) return world.owner;
  return world.serialMeasures ? 'serial' : 'usb';
}

export function play(rig: PathRig, what: Step): void {
  const address = Number(what.at(-1));
  if (what === 'u+7') rig.attach('usb', overUsb(7));
  else if (what === 'u-') rig.detach('usb');
  else if (what.startsWith('s+')) rig.attach('serial', overSerial(address || undefined));
  else if (what === 's-') rig.detach('serial');
  else if (what === 'u read') rig.read('usb');
  else if (what === 's read') rig.read('serial');
  else if (what === 'wait') rig.clock.advance(SILENCE_MS);
  else rig.see(...(address === 0 ? [] : [sighting(address)]));
}

/** What a reader knows by the events alone; throws at an event that cannot come then. */
export class Reader {
  device: DeviceDescription | undefined;
  readonly problems = new Set<string>();
  readonly names: string[] = [];

  take({ name, payload }: PathRig['seen'][number]): void {
    this.names.push(name);
    if (name === 'attached') this.device = payload;
    if (name === 'detached') {
      if (!this.device) throw new Error('A device went that was not there.');
      this.device = undefined;
    }
    if (name === 'readings') {
      const from = payload.samples[0]?.magnitude === 1 ? 'usb' : 'vcp';
      if (from !== this.device?.protocol) throw new Error(`A reading of ${from} came that nobody expects.`);
    }
    if (name === 'problem') this.problems.add(`${payload.code} ${payload.subject}`);
    if (name === 'cleared' && !this.problems.delete(`${payload.code} ${payload.subject}`)) {
      throw new Error('A problem was cleared that was not there.');
    }
  }
}
