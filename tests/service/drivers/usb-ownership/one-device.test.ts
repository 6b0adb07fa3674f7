import { describe, expect, test } from 'vitest';
import { KEY, overSerial, overUsb, PathRig, PORT, SERIAL, sighting } from './support.ts';

/** Longer than three periods of one second. */
const SILENCE_MS = 3001;

describe('a device with both connections', () => {
  test('is read over its port from the first reading of the port', async () => {
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

  test('is one device if both know the same location', async () => {
    const rig = new PathRig();
    rig.attach('serial', overSerial(7));
    rig.attach('usb', overUsb(7));
    expect(rig.said()).toEqual([`attached vcp usb 7 port ${PORT} firmware 2.4`]);
  });

  test.each(['usb', 'serial'] as const)('stays connected when %s disconnects', async (first) => {
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

  test('has the period, the product and the mode of the connection in use', async () => {
    const rig = new PathRig();
    const slow = overUsb(7, { periodMs: 5000, productName: 'over USB' });
    rig.attach('usb', slow);
    rig.attach('serial', overSerial(undefined, { periodMs: 200, productName: 'over serial' }));
    rig.read('serial');
    expect(rig.seen.at(-2)?.payload).toMatchObject({ periodMs: 200, productName: 'over serial', protocol: 'vcp' });
    rig.detach('serial');
    expect(rig.seen.at(-1)?.payload).toEqual(slow);
  });

  test('is read over USB while its port is silent', async () => {
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

  test('is read over its port for three slow periods', async () => {
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

  test('counts rejected lines of the connection in use only', async () => {
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

  test('is reported again by the connection in use, not by the other', async () => {
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
  test('go to the connection in use', async () => {
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

describe('USB data of a device in VCP mode', () => {
  test('completes the serial device whenever it changes', async () => {
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

  test('completes a port that connects later', async () => {
    const rig = new PathRig();
    rig.see(sighting(7));
    rig.attach('serial', overSerial());
    expect(rig.said()).toEqual([`attached vcp usb 7 port ${PORT} firmware 2.5`]);
  });

  test('replaces nothing that the serial driver knows', async () => {
    const rig = new PathRig();
    rig.attach('serial', overSerial(7));
    rig.said();
    rig.see(sighting(8));
    expect(rig.said()).toEqual([]);
  });

  test('is used for exactly this serial number, and not if USB has two', async () => {
    const rig = new PathRig();
    rig.attach('serial', overSerial());
    rig.said();
    rig.see(sighting(7, SERIAL.toLowerCase()));
    rig.see(sighting(7), sighting(8));
    expect(rig.said()).toEqual([]);
    rig.see(sighting(8));
    expect(rig.said()).toEqual([`attached vcp usb 8 port ${PORT} firmware 2.5`]);
  });

  test('does not change a device in USB mode', async () => {
    const rig = new PathRig();
    rig.attach('usb', overUsb(7, { firmware: { major: 0, minor: 0 } }));
    rig.see(sighting(8));
    expect(rig.said()).toEqual(['attached usb usb 7 port - firmware 0.0']);
  });
});
