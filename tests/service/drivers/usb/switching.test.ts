import { describe, expect, test } from 'vitest';
import { playProduct } from '../../../emulator/usb/models/products.ts';
import type { ControlAnswer } from '../../../emulator/usb/parts.ts';
import { Rig } from './support/rig.ts';
import { ONE_SENSOR, type Replies, WireInstrument } from './support/wire-instrument.ts';

const KEY = { family: 'usb', serial: 'E24638' } as const;

/** An instrument that is read, and was just told to speak VCP. */
async function measuring(replies: Replies, restarts = true) {
  const rig = new Rig();
  const instrument = new WireInstrument({ replies: { ...ONE_SENSOR, ...replies } });
  const plug = rig.bus.plug(instrument);
  if (!restarts) instrument.onRestart = () => {};
  await rig.driver.start();
  await rig.pass(10);
  /** What came of it: `done`, or the error's code. */
  const outcome = rig.bench.setProtocol(KEY, 'vcp').then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
  const asked = (): string[] => instrument.asked.filter((key) => key.startsWith('f'));
  return { rig, plug, outcome, asked };
}

describe('the switch to the serial protocol', () => {
  test('is told, then the instrument restarts and is seen as a serial one', async () => {
    const rig = new Rig();
    rig.bus.plug(playProduct({ product: 'pth450', serial: 'E24638' }));
    await rig.driver.start();
    await rig.pass(500);
    const switching = rig.bench.setProtocol(KEY, 'vcp');
    await rig.pass(20);
    await switching;
    // The model restarts when the loop turns, which no fake clock stops.
    await new Promise(setImmediate);
    await rig.pass(20);
    expect(rig.of('detached')).toEqual([{ ...KEY, reason: 'restarting in VCP mode' }]);
    expect(rig.vcpDevices.at(-1)).toMatchObject([{ serial: 'E24638' }]);
    expect(rig.problems()).toEqual([]);
  });

  test('sends one SET_PROTOCOL and one RESET, between two moments', async () => {
    const { rig, outcome, asked } = await measuring({ 'fb 0001': 'fb fb', 'fd 0000': 'fd fd' });
    await rig.pass(10);
    expect(await outcome).toBe('done');
    expect(asked()).toEqual(['fb 0001', 'fd 0000']);
    expect(rig.of('detached')).toHaveLength(1);
  });

  test.each<[string, ControlAnswer | string]>([
    ['says nothing', { kind: 'silence' }],
    ['refuses', { kind: 'stall' }],
    ['is gone', { kind: 'unplug' }],
    ['answers nonsense', '11 11'],
  ])('is done when the restart %s, which is asked for once', async (_name, answer) => {
    const { rig, outcome, asked } = await measuring({ 'fb 0001': 'fb fb', 'fd 0000': answer }, false);
    await rig.pass(2100);
    expect(await outcome).toBe('done');
    expect(asked()).toEqual(['fb 0001', 'fd 0000']);
    expect(rig.of('problem')).toEqual([]);
  });

  test('is done when the system fails at the restart: no moment is read, nothing is opened anew', async () => {
    const { rig, plug, outcome } = await measuring({ 'fb 0001': 'fb fb', 'fd 0000': { kind: 'silence' } }, false);
    await rig.pass(10);
    plug.link?.fail('failed');
    await rig.pass(3000);
    expect(await outcome).toBe('done');
    expect(plug.opens).toBe(1);
    expect(rig.of('readings')).toHaveLength(1);
  });

  test('is followed by no moment, also where one was due while it was told', async () => {
    const slow = { kind: 'data', bytes: Uint8Array.of(0xfb, 0xfb), afterMs: 1500 } as const;
    const { rig, outcome } = await measuring({ 'fb 0001': slow, 'fd 0000': 'fd fd' }, false);
    await rig.pass(4000);
    expect(await outcome).toBe('done');
    expect(rig.of('readings')).toHaveLength(1);
  });

  test.each<[string, ControlAnswer | string, string, number]>([
    ['refuses', { kind: 'stall' }, 'instrument-failed', 3],
    ['reports an error', '00', 'instrument-failed', 3],
    ['answers with a wrong check', 'fb fa', 'instrument-failed', 3],
    ['does not answer', { kind: 'silence' }, 'timeout', 3],
  ])('fails when the instrument %s, which goes on measuring', async (_name, answer, code, times) => {
    const { rig, outcome, asked } = await measuring({ 'fb 0001': answer });
    await rig.pass(6100);
    expect(await outcome).toBe(code);
    expect(asked()).toEqual(Array.from({ length: times }, () => 'fb 0001'));
    const before = rig.of('readings').length;
    await rig.pass(3000);
    expect(rig.of('readings')).toHaveLength(before + 3);
    expect(rig.of('detached')).toEqual([]);
  });

  test('fails when it is unplugged meanwhile', async () => {
    const { rig, outcome } = await measuring({ 'fb 0001': { kind: 'unplug' } });
    await rig.pass(10);
    expect(await outcome).toBe('instrument-failed');
    expect(rig.attached()).toEqual([]);
  });

  test('fails when the driver stops meanwhile', async () => {
    const { rig, outcome } = await measuring({ 'fb 0001': { kind: 'silence' } });
    await rig.end();
    expect(await outcome).toBe('instrument-failed');
  });

  test('that an instrument took without restarting is no end: it is opened again and read', async () => {
    const { rig, outcome } = await measuring({ 'fb 0001': 'fb fb', 'fd 0000': 'fd fd' }, false);
    await rig.pass(10);
    expect(await outcome).toBe('done');
    const before = rig.of('readings').length;
    await rig.pass(5000);
    expect(rig.of('readings')).toHaveLength(before);
    await rig.pass(8000);
    expect(rig.of('readings').length).toBeGreaterThan(before);
    expect(rig.of('detached')).toEqual([]);
    expect(rig.problems()).toEqual([]);
  });

  test('is refused while another one is under way', async () => {
    const { rig, outcome } = await measuring({ 'fb 0001': 'fb fb', 'fd 0000': { kind: 'silence' } });
    const second = rig.bench.setProtocol(KEY, 'vcp').catch((error: { code: string }) => error.code);
    await rig.pass(3000);
    expect([await outcome, await second]).toEqual(['done', 'conflict']);
  });

  test('to what it speaks already is refused', async () => {
    const { rig, outcome } = await measuring({ 'fb 0001': { kind: 'stall' } });
    await expect(rig.bench.setProtocol(KEY, 'usb')).rejects.toMatchObject({ code: 'conflict' });
    await rig.pass(10);
    expect(await outcome).toBe('instrument-failed');
  });
});
