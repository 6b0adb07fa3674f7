/** Every order of coming, going and measuring, against what a reader of the events may expect. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { InstrumentDescription } from '../../../../service/devices/instrument.ts';
import { overSerial, overUsb, PathRig, sighting } from './support.ts';

/** What can happen. A number is the USB address that is known; 0 is none. */
const STEPS = ['u+7', 'u-', 's+0', 's+7', 's+8', 's-', 'u read', 's read', 'see 7', 'see 8', 'see 0', 'wait'] as const;
type Step = (typeof STEPS)[number];

/** Longer than three periods of one second. */
const SILENCE_MS = 3001;

/** The world as the steps make it. */
interface World {
  usb: number | undefined;
  /** The address that the serial driver knows itself. */
  serial: number | undefined;
  seen: number;
  /** How long the serial side has said nothing. */
  quietMs: number;
  /** Whether the serial side has the word where both are one instrument. */
  serialMeasures: boolean;
  speaker: 'usb' | 'serial' | undefined;
}

const EMPTY: World = {
  usb: undefined,
  serial: undefined,
  seen: 0,
  quietMs: 0,
  serialMeasures: false,
  speaker: undefined,
};

/** The address of the serial side as far as anybody knows it. */
const serialPlace = ({ serial, seen }: World): number => serial || seen;

function areTwo(world: World): boolean {
  if (world.usb === undefined || world.serial === undefined) return false;
  return serialPlace(world) !== 0 && serialPlace(world) !== world.usb;
}

/** What a step makes of the world; undefined where a driver would never do this. */
function step(world: World, what: Step): World | undefined {
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
  next.speaker = speakerOf(next);
  return next;
}

function speakerOf(world: World): World['speaker'] {
  if (world.usb === undefined && world.serial === undefined) return undefined;
  if (world.serial === undefined) return 'usb';
  if (world.usb === undefined) return 'serial';
  if (areTwo(world)) return world.speaker;
  return world.serialMeasures ? 'serial' : 'usb';
}

function play(rig: PathRig, what: Step): void {
  const address = Number(what.at(-1));
  if (what === 'u+7') rig.attach('usb', overUsb(7));
  else if (what === 'u-') rig.detach('usb');
  else if (what.startsWith('s+')) rig.attach('serial', overSerial(address || undefined));
  else if (what === 's-') rig.detach('serial');
  else if (what === 'u read') rig.read('usb');
  else if (what === 's read') rig.read('serial');
  else if (what === 'wait') rig.clock.advance(SILENCE_MS);
  else rig.usb.see(...(address === 0 ? [] : [sighting(address)]));
}

/** What a reader knows by the events alone; throws at an event that cannot come then. */
class Reader {
  device: InstrumentDescription | undefined;
  readonly troubles = new Set<string>();
  readonly names: string[] = [];

  take({ name, payload }: PathRig['seen'][number]): void {
    this.names.push(name);
    if (name === 'attached') this.device = payload;
    if (name === 'detached') {
      expect(this.device, 'a device that goes was there').toBeDefined();
      this.device = undefined;
    }
    if (name === 'readings') {
      expect(this.device, 'a reading is of a device').toBeDefined();
      const from = payload.samples[0]?.magnitude === 1 ? 'usb' : 'vcp';
      expect(from, 'a reading is of the side that was told').toBe(this.device?.protocol);
    }
    if (name === 'trouble') this.troubles.add(`${payload.code} ${payload.subject}`);
    if (name === 'cleared') {
      expect(this.troubles.delete(`${payload.code} ${payload.subject}`), 'a trouble that goes was there').toBe(true);
    }
  }
}

/** Plays the steps that are possible, and compares after each. */
function follow(steps: Iterable<Step>): void {
  const rig = new PathRig();
  void rig.driver.start();
  const reader = new Reader();
  let world = EMPTY;
  const played: Step[] = [];
  for (const what of steps) {
    const next = step(world, what);
    if (!next) continue;
    played.push(what);
    play(rig, what);
    reader.names.length = 0;
    for (const said of rig.seen.splice(0)) reader.take(said);
    const names = reader.names.join(' ');
    const note = `after ${played.join(', ')}: ${names}`;
    compare(world, next, what, reader, note);
    world = next;
  }
  void rig.driver.stop();
}

function compare(before: World, after: World, what: Step, { device, troubles, names }: Reader, note: string): void {
  const { speaker, usb, serial } = after;
  expect(device?.protocol, note).toBe(speaker === 'serial' ? 'vcp' : speaker);
  const two = areTwo(after);
  expect(troubles.size, note).toBe(two ? 1 : 0);
  if (speaker) {
    const hasPort = speaker === 'serial' || (serial !== undefined && !two);
    expect(device?.connections.vcp !== null, note).toBe(hasPort);
    // The USB side knows its place better than a look at what is in VCP mode does.
    const known = speaker === 'usb' ? usb : serial || (two ? 0 : usb) || after.seen;
    expect(device?.connections.usb?.address ?? 0, note).toBe(known);
  }
  // Gone and back only when it is gone from both sides, or another instrument takes over.
  const tookOver = areTwo(before) && before.speaker !== speaker && (usb === undefined || serial === undefined);
  const left = before.speaker !== undefined && speaker === undefined;
  expect(names.filter((name) => name === 'detached').length, note).toBe(left || tookOver ? 1 : 0);
  expect(names.filter((name) => name === 'attached').length, note).toBeLessThanOrEqual(1);
  const passed = (what === 'u read' && speaker === 'usb') || (what === 's read' && speaker === 'serial');
  expect(names.filter((name) => name === 'readings').length, note).toBe(passed ? 1 : 0);
  if (what === 'wait') expect(names, note).toEqual([]);
}

function* orders(length: number, from: readonly Step[] = STEPS): Generator<Step[]> {
  if (length === 0) yield [];
  else for (const rest of orders(length - 1, from)) for (const what of from) yield [what, ...rest];
}

test('every order of four steps', () => {
  for (const order of orders(4)) follow(order);
});

test('every order of six comings, goings and readings', () => {
  for (const order of orders(6, ['u+7', 'u-', 's+0', 's-', 's read'])) follow(order);
});

test('long orders', () => {
  fc.assert(fc.property(fc.array(fc.constantFrom(...STEPS), { maxLength: 60 }), (steps) => follow(steps)));
});

test('the same thing told again and again changes nothing', () => {
  const rig = new PathRig();
  void rig.driver.start();
  rig.attach('usb', overUsb(7));
  rig.attach('serial', overSerial());
  rig.read('serial');
  rig.said();
  for (let round = 0; round < 100; round += 1) {
    rig.clock.advance(1000);
    rig.read('usb');
    rig.attach('usb', overUsb(7));
    rig.usb.see(sighting(7));
    rig.read('serial');
  }
  expect(new Set(rig.said())).toEqual(new Set(['reading of vcp']));
});
