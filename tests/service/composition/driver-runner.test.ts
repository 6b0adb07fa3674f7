import { describe, expect, test, vi } from 'vitest';
import { DriverRunner } from '../../../service/composition/driver-runner.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { overSerial, overUsb, PathRig, PORT } from '../drivers/usb-ownership/support.ts';

const SIDES = ['usb', 'serial'] as const;

/** Two drivers that share their claims. */
class RunnerRig extends PathRig {
  readonly runner = new DriverRunner({ drivers: [this.usb, this.serial], devices: this.devices, logger: silentLogger });
}

test('starts and stops each driver', async () => {
  const rig = new RunnerRig();
  const calls: string[] = [];
  for (const side of SIDES) {
    for (const what of ['start', 'stop'] as const) {
      vi.spyOn(rig[side], what).mockImplementation(async () => void calls.push(`${side} ${what}`));
    }
  }
  await rig.runner.start();
  expect(calls).toEqual(['usb start', 'serial start']);
  rig.attach('usb', overUsb());
  rig.read('usb');
  expect(rig.said()).toEqual(['attached usb usb 7 port - firmware 2.4', 'reading of usb']);
  await rig.runner.stop();
  await rig.runner.stop();
  expect(calls.slice(2)).toEqual(['usb stop', 'serial stop', 'usb stop', 'serial stop']);
});

test.each(SIDES)('reports a problem if %s cannot start; the other continues', async (broken) => {
  const works = broken === 'usb' ? 'serial' : 'usb';
  const rig = new RunnerRig();
  vi.spyOn(rig[broken], 'start').mockRejectedValue(new Error('no such subsystem'));
  await rig.runner.start();
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
  await rig.runner.stop();
  expect(rig.said()).toEqual(expect.arrayContaining(['detached: reading stopped', `cleared driver-failed ${broken}`]));
});

describe('at the end of drivers that share their claims', () => {
  test('disconnects each device once, however they end', async () => {
    const rig = new RunnerRig();
    for (const side of SIDES) {
      vi.spyOn(rig[side], 'stop').mockImplementation(async () => {
        rig.detach(side);
        rig.attach(side, overUsb());
        rig.read(side);
        rig.serial.events.emit('cleared', { code: 'port-busy', subject: PORT });
      });
    }
    await rig.runner.start();
    rig.attach('usb', overUsb());
    rig.attach('serial', overSerial());
    rig.said();
    await rig.runner.stop();
    const left = rig.said().filter((said) => !said.startsWith('cleared driver-failed'));
    expect(left).toEqual(['detached: reading stopped', `cleared port-busy ${PORT}`, `cleared port-busy ${PORT}`]);
    rig.attach('usb', overUsb());
    expect(rig.said()).toEqual([]);
  });

  test('clears the problem of a waiting second device', async () => {
    const rig = new RunnerRig();
    await rig.runner.start();
    rig.attach('usb', overUsb(7));
    rig.attach('serial', overSerial(8));
    rig.said();
    await rig.runner.stop();
    expect(rig.said().slice(0, 2)).toEqual([
      'detached: reading stopped',
      expect.stringMatching(/^cleared duplicate-serial /),
    ]);
  });
});

test('stops the other driver if one does not stop, and rejects', async () => {
  const rig = new RunnerRig();
  vi.spyOn(rig.usb, 'stop').mockRejectedValue(new Error('stuck'));
  const stop = vi.spyOn(rig.serial, 'stop');
  await rig.runner.start();
  await expect(rig.runner.stop()).rejects.toThrow('stuck');
  expect(stop).toHaveBeenCalledTimes(1);
});

test('ignores a start that fails after the stop', async () => {
  const rig = new RunnerRig();
  const starting = Promise.withResolvers<void>();
  vi.spyOn(rig.usb, 'start').mockReturnValue(starting.promise);
  const started = rig.runner.start();
  await rig.runner.stop();
  starting.reject(new Error('interrupted'));
  await started;
  expect(rig.said().filter((said) => said.startsWith('problem'))).toEqual([]);
});

test('ignores a driver that cannot be stopped', async () => {
  const rig = new PathRig();
  const runner = new DriverRunner({ drivers: [rig.usb], devices: rig.devices, logger: silentLogger });
  vi.spyOn(rig.usb, 'stop').mockRejectedValue(new Error('It hangs.'));
  await runner.start();
  const report = { code: 'port-silent', subject: 'x', text: 'Nothing comes.', remedy: '' } as const;
  rig.usb.events.emit('problem', report);
  rig.attach('usb', overUsb());
  expect(rig.said()).toHaveLength(2);
  await expect(runner.stop()).rejects.toThrow('It hangs.');
  expect(rig.said()[0]).toBe('detached: driver stopped');
  rig.usb.events.emit('problem', { ...report, subject: 'y' });
  rig.attach('usb', overUsb());
  expect(rig.said()).toEqual([]);
});
