/** Every order of connecting, disconnecting and reading, against what a listener may expect. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PROPERTY_RUNS } from '../../../support/property-runs.ts';
import { areTwo, EMPTY, play, Reader, STEPS, type Step, step, type World } from './model.ts';
import { overSerial, overUsb, PathRig, sighting } from './support.ts';

/** Plays the steps that are possible, and compares after each. */
function follow(steps: Iterable<Step>): void {
  const rig = new PathRig();
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
}

function compare(before: World, after: World, what: Step, { device, problems, names }: Reader, note: string): void {
  const { owner, usb, serial } = after;
  expect(device?.protocol, note).toBe(owner === 'serial' ? 'vcp' : owner);
  const two = areTwo(after);
  expect(problems.size, note).toBe(two ? 1 : 0);
  if (owner) {
    const hasPort = owner === 'serial' || (serial !== undefined && !two);
    expect(device?.connections.vcp !== null, note).toBe(hasPort);
    // The USB side knows its place better than a look at what is in VCP mode does.
    const known = owner === 'usb' ? usb : serial || (two ? 0 : usb) || after.seen;
    expect(device?.connections.usb?.address ?? 0, note).toBe(known);
  }
  // Gone and back only when it is gone from both sides, or another instrument takes over.
  const tookOver = areTwo(before) && before.owner !== owner && (usb === undefined || serial === undefined);
  const left = before.owner !== undefined && owner === undefined;
  expect(names.filter((name) => name === 'detached').length, note).toBe(left || tookOver ? 1 : 0);
  expect(names.filter((name) => name === 'attached').length, note).toBeLessThanOrEqual(1);
  const passed = (what === 'u read' && owner === 'usb') || (what === 's read' && owner === 'serial');
  expect(names.filter((name) => name === 'readings').length, note).toBe(passed ? 1 : 0);
  if (what === 'wait') expect(names, note).toEqual([]);
}

/** All orders of so many steps that are possible: one with another step among them plays as a shorter one does. */
function* orders(length: number, from: readonly Step[] = STEPS, world: World = EMPTY): Generator<Step[]> {
  if (length === 0) yield [];
  else {
    for (const what of from) {
      const next = step(world, what);
      if (next) for (const rest of orders(length - 1, from, next)) yield [what, ...rest];
    }
  }
}

/** Each more is four times as many orders: seven in the soak. */
const COMINGS = PROPERTY_RUNS >= 1000 ? 7 : 6;

/** Some ten thousand orders, in milliseconds: a bound for a computer that is busy with other things. */
const PATIENCE_MS = 120_000;

test('holds in every order of four steps', { timeout: PATIENCE_MS }, () => {
  for (const order of orders(4)) follow(order);
});

test(`holds in every order of ${COMINGS} connections, disconnections and readings`, { timeout: PATIENCE_MS }, () => {
  for (const order of orders(COMINGS, ['u+7', 'u-', 's+0', 's-', 's read'])) follow(order);
});

test('holds in long orders', () => {
  fc.assert(fc.property(fc.array(fc.constantFrom(...STEPS), { maxLength: 60 }), (steps) => follow(steps)));
});

test('changes nothing when the same is reported again and again', () => {
  const rig = new PathRig();
  rig.attach('usb', overUsb(7));
  rig.attach('serial', overSerial());
  rig.read('serial');
  rig.said();
  for (let round = 0; round < 100; round += 1) {
    rig.clock.advance(1000);
    rig.read('usb');
    rig.attach('usb', overUsb(7));
    rig.see(sighting(7));
    rig.read('serial');
  }
  expect(new Set(rig.said())).toEqual(new Set(['reading of vcp']));
});
