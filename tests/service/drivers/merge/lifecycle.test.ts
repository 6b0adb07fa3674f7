import { describe, expect, test, vi } from 'vitest';
import { KEY, overSerial, overUsb, PathRig, PORT } from './support.ts';

describe('starting and stopping', () => {
  test('starts and stops both, as often as wanted', async () => {
    const rig = new PathRig();
    const calls: string[] = [];
    for (const side of ['usb', 'serial'] as const) {
      for (const what of ['start', 'stop'] as const) {
        vi.spyOn(rig[side], what).mockImplementation(async () => void calls.push(`${side} ${what}`));
      }
    }
    await rig.driver.start();
    await rig.driver.start();
    expect(calls).toEqual(['usb start', 'serial start']);
    await rig.driver.stop();
    await rig.driver.stop();
    await rig.driver.start();
    expect(calls.slice(2)).toEqual(['usb stop', 'serial stop', 'usb stop', 'serial stop', 'usb start', 'serial start']);
    rig.attach('usb', overUsb());
    rig.read('usb');
    expect(rig.said()).toEqual(['attached usb usb 7 port - firmware 2.4', 'reading of usb']);
    await rig.driver.stop();
  });

  test.each(['usb', 'serial'] as const)('a problem where %s cannot start; the other goes on', async (broken) => {
    const works = broken === 'usb' ? 'serial' : 'usb';
    const rig = new PathRig();
    vi.spyOn(rig[broken], 'start').mockRejectedValue(new Error('no such subsystem'));
    await rig.driver.start();
    expect(rig.seen).toEqual([
      {
        name: 'problem',
        payload: {
          code: 'driver-failed',
          subject: broken,
          text: `Cannot start the ${broken} driver: no such subsystem.`,
          remedy: 'Other devices are not affected. See the log for details.',
        },
      },
    ]);
    rig.said();
    rig.attach(works, works === 'usb' ? overUsb() : overSerial());
    expect(rig.said()).toHaveLength(1);
    await rig.driver.stop();
    expect(rig.said()).toEqual(['detached: reading stopped', `cleared driver-failed ${broken}`]);
  });

  test('detaches each device once, however the drivers end', async () => {
    const rig = new PathRig();
    for (const side of ['usb', 'serial'] as const) {
      vi.spyOn(rig[side], 'stop').mockImplementation(async () => {
        rig.detach(side);
        rig.attach(side, overUsb());
        rig.read(side);
        rig.serial.events.emit('cleared', { code: 'port-busy', subject: PORT });
      });
    }
    await rig.driver.start();
    rig.attach('usb', overUsb());
    rig.attach('serial', overSerial());
    rig.said();
    await rig.driver.stop();
    expect(rig.said()).toEqual(['detached: reading stopped', `cleared port-busy ${PORT}`, `cleared port-busy ${PORT}`]);
    rig.attach('usb', overUsb());
    expect(rig.said()).toEqual([]);
    await expect(rig.driver.setPeriod(KEY, 250)).rejects.toMatchObject({ code: 'instrument-failed' });
  });

  test('ends the waiting of a second instrument too', async () => {
    const rig = new PathRig();
    await rig.driver.start();
    rig.attach('usb', overUsb(7));
    rig.attach('serial', overSerial(8));
    rig.said();
    await rig.driver.stop();
    expect(rig.said()).toEqual(['detached: reading stopped', expect.stringMatching(/^cleared duplicate-serial /)]);
  });

  test('stops the other where one does not stop, and says so', async () => {
    const rig = new PathRig();
    vi.spyOn(rig.usb, 'stop').mockRejectedValue(new Error('stuck'));
    const stop = vi.spyOn(rig.serial, 'stop');
    await rig.driver.start();
    await expect(rig.driver.stop()).rejects.toThrow('stuck');
    expect(stop).toHaveBeenCalledTimes(1);
  });

  test('a start that fails after the stop is no problem any more', async () => {
    const rig = new PathRig();
    const starting = Promise.withResolvers<void>();
    vi.spyOn(rig.usb, 'start').mockReturnValue(starting.promise);
    const started = rig.driver.start();
    await rig.driver.stop();
    starting.reject(new Error('interrupted'));
    await started;
    expect(rig.said()).toEqual([]);
  });
});

test('problems of both pass unchanged', async () => {
  const rig = await PathRig.started();
  const report = { code: 'port-permission', subject: PORT, text: 'May not.', remedy: 'Join.' } as const;
  rig.serial.events.emit('problem', report);
  rig.usb.events.emit('problem', { ...report, code: 'usb-permission' });
  rig.serial.events.emit('cleared', { code: 'port-permission', subject: PORT });
  expect(rig.seen).toEqual([
    { name: 'problem', payload: report },
    { name: 'problem', payload: { ...report, code: 'usb-permission' } },
    { name: 'cleared', payload: { code: 'port-permission', subject: PORT } },
  ]);
});
