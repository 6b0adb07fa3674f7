import { describe, expect, test } from 'vitest';
import { KEY, overSerial, overUsb, PathRig, PORT, SERIAL, sighting } from './support.ts';

/** Longer than three periods of one second. */
const SILENCE_MS = 3001;

describe('one instrument on both sides', () => {
  test('is one device with both connections; its port speaks as soon as it measures', async () => {
    const rig = new PathRig();
    rig.attach('usb', overUsb(7));
    rig.read('usb');
    rig.attach('serial', overSerial());
    rig.read('usb');
    rig.read('serial');
    rig.read('usb');
    expect(rig.said()).toEqual([
      'attached usb usb 7 port - firmware 2.4',
      'reading of usb',
      `attached usb usb 7 port ${PORT} firmware 2.4`,
      'reading of usb',
      `attached vcp usb 7 port ${PORT} firmware 2.4`,
      'reading of vcp',
    ]);
  });

  test('is one where both know the same place', async () => {
    const rig = new PathRig();
    rig.attach('serial', overSerial(7));
    rig.attach('usb', overUsb(7));
    expect(rig.said()).toEqual([`attached vcp usb 7 port ${PORT} firmware 2.4`]);
  });

  test.each(['usb', 'serial'] as const)('goes on without a gap when %s goes', async (first) => {
    const second = first === 'usb' ? 'serial' : 'usb';
    const rig = new PathRig();
    rig.attach('usb', overUsb());
    rig.attach('serial', overSerial());
    rig.read('serial');
    rig.said();
    rig.detach(first);
    rig.read(second);
    rig.read(first);
    expect(rig.said()).toEqual([
      second === 'usb' ? 'attached usb usb 7 port - firmware 2.4' : `attached vcp usb - port ${PORT} firmware 0.0`,
      `reading of ${second === 'usb' ? 'usb' : 'vcp'}`,
    ]);
    rig.detach(second, 'restarting in USB mode');
    expect(rig.said()).toEqual(['detached: restarting in USB mode']);
  });

  test('is told with the period, the product and the mode of the side that speaks', async () => {
    const rig = new PathRig();
    const slow = overUsb(7, { periodMs: 5000, productName: 'over USB' });
    rig.attach('usb', slow);
    rig.attach('serial', overSerial(undefined, { periodMs: 200, productName: 'over serial' }));
    rig.read('serial');
    expect(rig.seen.at(-2)?.payload).toMatchObject({ periodMs: 200, productName: 'over serial', protocol: 'vcp' });
    rig.detach('serial');
    expect(rig.seen.at(-1)?.payload).toEqual(slow);
  });

  test('gives the word to USB when its port falls silent, and back when it measures again', async () => {
    const rig = new PathRig();
    rig.attach('serial', overSerial());
    rig.attach('usb', overUsb());
    rig.read('serial');
    rig.said();
    rig.clock.advance(SILENCE_MS - 1);
    rig.read('usb');
    expect(rig.said()).toEqual([]);
    rig.clock.advance(1);
    rig.read('usb');
    rig.read('usb');
    expect(rig.said()).toEqual([`attached usb usb 7 port ${PORT} firmware 2.4`, 'reading of usb', 'reading of usb']);
    rig.read('serial');
    rig.read('usb');
    expect(rig.said()).toEqual([`attached vcp usb 7 port ${PORT} firmware 2.4`, 'reading of vcp']);
  });

  test('keeps its port as the speaker for so long as a slow period takes', async () => {
    const rig = new PathRig();
    rig.attach('serial', overSerial(undefined, { periodMs: 60_000 }));
    rig.attach('usb', overUsb());
    rig.said();
    rig.clock.advance(180_000);
    rig.read('usb');
    expect(rig.said()).toEqual([]);
    rig.clock.advance(1);
    rig.read('usb');
    expect(rig.said()).toEqual([`attached usb usb 7 port ${PORT} firmware 2.4`, 'reading of usb']);
  });

  test('has the refused lines of its speaker alone', async () => {
    const rig = new PathRig();
    rig.attach('usb', overUsb());
    rig.attach('serial', overSerial());
    rig.said();
    rig.serial.events.emit('rejected', KEY);
    rig.usb.events.emit('rejected', KEY);
    expect(rig.said()).toEqual(['rejected']);
    rig.read('serial');
    rig.said();
    rig.usb.events.emit('rejected', KEY);
    expect(rig.said()).toEqual([]);
  });

  test('is told of again when its speaker says it again, not when the other does', async () => {
    const rig = new PathRig();
    rig.attach('serial', overSerial(7));
    rig.attach('usb', overUsb());
    rig.said();
    rig.attach('usb', overUsb());
    expect(rig.said()).toEqual([]);
    rig.attach('serial', overSerial(7));
    expect(rig.said()).toHaveLength(1);
  });
});

describe('commands', () => {
  test('go to the side that speaks', async () => {
    const rig = new PathRig();
    rig.attach('usb', overUsb());
    await rig.bench.setPeriod(KEY, 250);
    await rig.bench.setProtocol(KEY, 'vcp');
    rig.attach('serial', overSerial());
    rig.read('serial');
    await rig.bench.setPeriod(KEY, 500);
    await rig.bench.setProtocol(KEY, 'usb');
    expect(rig.usb.periods).toEqual([[SERIAL, 250]]);
    expect(rig.usb.protocols).toEqual([[SERIAL, 'vcp']]);
    expect(rig.serial.periods).toEqual([[SERIAL, 500]]);
    expect(rig.serial.protocols).toEqual([[SERIAL, 'usb']]);
  });
});

describe('what USB sees of an instrument in VCP mode', () => {
  test('fills what the serial driver does not know, when it comes, changes and goes', async () => {
    const rig = new PathRig();
    rig.attach('serial', overSerial());
    rig.see(sighting(7), sighting(9, 'E1'));
    rig.see(sighting(7));
    rig.see(sighting(8));
    rig.see({ ...sighting(8), firmware: { major: 3, minor: 0 } });
    rig.see();
    expect(rig.said()).toEqual([
      `attached vcp usb - port ${PORT} firmware 0.0`,
      `attached vcp usb 7 port ${PORT} firmware 2.5`,
      `attached vcp usb 8 port ${PORT} firmware 2.5`,
      `attached vcp usb 8 port ${PORT} firmware 3.0`,
      `attached vcp usb - port ${PORT} firmware 0.0`,
    ]);
  });

  test('counts when it was there before the port', async () => {
    const rig = new PathRig();
    rig.see(sighting(7));
    rig.attach('serial', overSerial());
    expect(rig.said()).toEqual([`attached vcp usb 7 port ${PORT} firmware 2.5`]);
  });

  test('changes nothing that the serial driver knows itself', async () => {
    const rig = new PathRig();
    rig.attach('serial', overSerial(7));
    rig.said();
    rig.see(sighting(8));
    expect(rig.said()).toEqual([]);
  });

  test('is of this serial number alone, to the letter, and not one of two', async () => {
    const rig = new PathRig();
    rig.attach('serial', overSerial());
    rig.said();
    rig.see(sighting(7, SERIAL.toLowerCase()));
    rig.see(sighting(7), sighting(8));
    expect(rig.said()).toEqual([]);
    rig.see(sighting(8));
    expect(rig.said()).toEqual([`attached vcp usb 8 port ${PORT} firmware 2.5`]);
  });

  test('is nothing to a device in USB mode', async () => {
    const rig = new PathRig();
    rig.attach('usb', overUsb(7, { firmware: { major: 0, minor: 0 } }));
    rig.see(sighting(8));
    expect(rig.said()).toEqual(['attached usb usb 7 port - firmware 0.0']);
  });
});
