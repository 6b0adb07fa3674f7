import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { appDeviceSchema } from '../../../../service/contract/index.ts';
import { Registry } from '../../../../service/devices/registry.ts';
import { appDeviceView } from '../../../../service/devices/views.ts';
import { systemClock } from '../../../../service/support/clock.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { BEGIN, simulate, useFakeTime } from './setup.ts';

const SIM00002 = { family: 'usb', serial: 'SIM00002' } as const;

describe('the simulated driver', () => {
  beforeEach(useFakeTime);
  afterEach(() => {
    vi.useRealTimers();
  });

  test('attaches both families at the start and detaches everything at the stop, which may be called twice', async () => {
    const { driver, attached, lost } = simulate({ usb: 5, gateway: 2 });
    await driver.start();
    expect(attached.map(({ family, serial }) => `${family} ${serial}`)).toEqual([
      'usb SIM00001',
      'usb SIM00002',
      'usb SIM00003',
      'usb SIM00004',
      'usb SIM00005',
      'gateway SIM00006',
      'gateway SIM00007',
    ]);
    await driver.stop();
    await driver.stop();
    expect(lost.map(({ serial }) => serial)).toEqual(attached.map(({ serial }) => serial));
    expect(lost[0]?.reason).toBe('simulation stopped');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('can start again after a stop', async () => {
    const { driver, momentsOf } = simulate();
    await driver.start();
    await vi.advanceTimersByTimeAsync(500);
    await driver.stop();
    await driver.start();
    await vi.advanceTimersByTimeAsync(500);
    expect(momentsOf('SIM00001')).toHaveLength(2);
    await driver.stop();
  });

  test('samples each device at its period, first at once', async () => {
    const { driver, momentsOf } = simulate({ periodMs: 250 });
    await driver.start();
    await vi.advanceTimersByTimeAsync(1000);
    expect(momentsOf('SIM00001').map(({ at }) => at - BEGIN)).toEqual([0, 250, 500, 750, 1000]);
    await driver.stop();
  });

  test('asks for the period of each device when it starts, not before', async () => {
    let known = false;
    const { driver, attached } = simulate({
      periodOf: ({ family, serial }) => (known && family === 'usb' && serial === 'SIM00002' ? 5000 : undefined),
    });
    known = true;
    await driver.start();
    expect(attached.slice(0, 3).map(({ periodMs }) => periodMs)).toEqual([1000, 5000, 1000]);
    await driver.stop();
  });

  test('sets the period of one device and tells so before the first reading at it', async () => {
    const { driver, attached, momentsOf } = simulate();
    await driver.start();
    await vi.advanceTimersByTimeAsync(1000);
    await driver.setPeriod(SIM00002, 100);
    expect(attached.at(-1)).toMatchObject({ ...SIM00002, periodMs: 100 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(momentsOf('SIM00002')).toHaveLength(2 + 10);
    expect(momentsOf('SIM00001')).toHaveLength(3);
    await driver.stop();
  });

  test('refuses a period for a device that is not there', async () => {
    const { driver } = simulate();
    await driver.start();
    const nobody = { family: 'gateway', serial: 'SIM00002' } as const;
    await expect(driver.setPeriod(nobody, 500)).rejects.toMatchObject({ code: 'instrument-failed' });
    await driver.stop();
  });

  test('outlives a listener that sets the period from inside a reading', async () => {
    const { driver, events, momentsOf } = simulate({ usb: 2, gateway: 0 });
    events.on('readings', ({ family, serial }) => void driver.setPeriod({ family, serial }, 200));
    await driver.start();
    await vi.advanceTimersByTimeAsync(1000);
    expect(momentsOf('SIM00001').map(({ at }) => at - BEGIN)).toEqual([0, 200, 400, 600, 800, 1000]);
    await driver.stop();
  });

  test('refuses a product that it cannot play, and names those it can', async () => {
    const { driver, attached } = simulate({ products: ['VCP-NOTHING'] });
    await expect(driver.start()).rejects.toThrow(
      /Cannot simulate the product "VCP-NOTHING"\. Available: VCP-PTH450-CAL/,
    );
    expect(attached).toEqual([]);
    await driver.stop();
  });

  test('fills the contract: every channel of every device is valid, virtual ones included', async () => {
    const registry = new Registry({ clock: systemClock, logger: silentLogger });
    const { driver } = simulate({ usb: 12, gateway: 12, devices: registry.connect('simulated') });
    await driver.start();
    await vi.advanceTimersByTimeAsync(0);
    const devices = (['usb', 'gateway'] as const).flatMap((family) => registry.list(family));
    expect(devices).toHaveLength(24);
    for (const device of devices) {
      const view = appDeviceSchema.parse(
        appDeviceView(device, {
          alias: '',
          note: '',
          group: '',
          favorite: false,
          channelNames: {},
          seaLevelPressure: { effective: 101_325, own: null },
          canSwitchProtocol: false,
        }),
      );
      expect(view).toMatchObject({ state: 'measuring', simulated: true, reasons: {} });
    }
    await driver.stop();
    expect(registry.list('usb')).toEqual([]);
  });
});
