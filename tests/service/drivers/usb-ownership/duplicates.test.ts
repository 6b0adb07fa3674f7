import { describe, expect, test } from 'vitest';
import { PlayedDriver } from '../../devices/support.ts';
import { KEY, overSerial, overUsb, PathRig, PORT, place, SERIAL, sighting } from './support.ts';

const SERIAL_WAITS = `duplicate-serial ${SERIAL} on ${PORT} (USB bus 3, address 8)`;
const USB_WAITS = `duplicate-serial ${SERIAL} on USB bus 3, address 7`;

describe('two devices with one serial number', () => {
  test('lists the first; the second takes over when it disconnects', async () => {
    const rig = new PathRig();
    rig.attach('usb', overUsb(7));
    rig.attach('serial', overSerial(8));
    rig.read('serial');
    rig.read('usb');
    expect(rig.seen.find(({ name }) => name === 'problem')?.payload).toMatchObject({
      text: `Duplicate serial number ${SERIAL} on USB bus 3, address 7 and ${PORT} (USB bus 3, address 8). The second device is not listed.`,
      remedy: 'Disconnect one of the devices.',
    });
    expect(rig.said()).toEqual(['attached usb usb 7 port - firmware 2.4', `problem ${SERIAL_WAITS}`, 'reading of usb']);
    rig.detach('usb');
    rig.read('serial');
    expect(rig.said()).toEqual([
      'detached: unplugged',
      `cleared ${SERIAL_WAITS}`,
      `attached vcp usb 8 port ${PORT} firmware 2.4`,
      'reading of vcp',
    ]);
  });

  test('distinguishes them by bus if their addresses are equal', async () => {
    const rig = new PathRig();
    rig.attach('usb', overUsb(7, { connections: { usb: { ...place(7), bus: 4 }, vcp: null } }));
    rig.attach('serial', overSerial(7));
    expect(rig.seen.filter(({ name }) => name === 'problem')).toHaveLength(1);
  });

  test('clears the problem when the second disconnects', async () => {
    const rig = new PathRig();
    rig.attach('serial', overSerial(8));
    rig.attach('usb', overUsb(7));
    rig.read('usb');
    rig.detach('usb');
    expect(rig.said()).toEqual([
      `attached vcp usb 8 port ${PORT} firmware 2.4`,
      `problem ${USB_WAITS}`,
      `cleared ${USB_WAITS}`,
    ]);
  });

  test('keeps the first, however long it is silent', async () => {
    const rig = new PathRig();
    rig.attach('serial', overSerial(8));
    rig.attach('usb', overUsb(7));
    rig.said();
    rig.clock.advance(600_000);
    rig.read('usb');
    expect(rig.said()).toEqual([]);
  });

  test('distinguishes them by the USB data of a port without a location', async () => {
    const rig = new PathRig();
    rig.attach('usb', overUsb(7));
    rig.attach('serial', overSerial());
    rig.said();
    rig.see(sighting(8));
    expect(rig.said()).toEqual(['attached usb usb 7 port - firmware 2.4', `problem ${SERIAL_WAITS}`]);
    rig.see();
    expect(rig.said()).toEqual([`cleared ${SERIAL_WAITS}`, `attached usb usb 7 port ${PORT} firmware 2.4`]);
  });

  test('reports the second at its new location', async () => {
    const rig = new PathRig();
    rig.attach('usb', overUsb(7));
    rig.attach('serial', overSerial(8));
    rig.said();
    rig.attach('serial', overSerial(8));
    expect(rig.said()).toEqual([]);
    rig.attach('serial', overSerial(9));
    expect(rig.said()).toEqual([
      `cleared ${SERIAL_WAITS}`,
      `problem duplicate-serial ${SERIAL} on ${PORT} (USB bus 3, address 9)`,
    ]);
    rig.attach('serial', overSerial(7));
    expect(rig.said()).toEqual([
      `cleared duplicate-serial ${SERIAL} on ${PORT} (USB bus 3, address 9)`,
      `attached usb usb 7 port ${PORT} firmware 2.4`,
    ]);
  });

  test('reports a further port by its path, and by its location once the first port is gone', () => {
    const rig = new PathRig();
    const further = new PlayedDriver('further');
    further.connect(rig.bench.ownership, rig.devices);
    rig.attach('usb', overUsb(7));
    rig.attach('serial', overSerial(7));
    further.events.emit('attached', overSerial(9, { connections: { usb: place(9), vcp: { port: '/dev/ttyACM1' } } }));
    further.events.emit('readings', { ...KEY, at: 0, samples: [] });
    rig.read('serial');
    expect(rig.seen.find(({ name }) => name === 'problem')?.payload).toMatchObject({
      text: `Duplicate serial number ${SERIAL} on ${PORT} and /dev/ttyACM1. The second device is not listed.`,
    });
    expect(rig.said().slice(2)).toEqual([
      `problem duplicate-serial ${SERIAL} on /dev/ttyACM1`,
      `attached vcp usb 7 port ${PORT} firmware 2.4`,
      'reading of vcp',
    ]);
    rig.detach('serial');
    expect(rig.said()).toEqual([
      `cleared duplicate-serial ${SERIAL} on /dev/ttyACM1`,
      'attached usb usb 7 port - firmware 2.4',
      `problem duplicate-serial ${SERIAL} on /dev/ttyACM1 (USB bus 3, address 9)`,
    ]);
  });
});
