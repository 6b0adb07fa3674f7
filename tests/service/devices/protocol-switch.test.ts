import { describe, expect, test, vi } from 'vitest';
import type { DeviceDescription } from '../../../service/devices/types.ts';
import { createBench, describePth, PlayedDriver, type RegistryBench } from './support.ts';

const KEY = { family: 'usb', serial: 'E24638' } as const;

/** Instruments that cannot be told, whatever they are asked for. */
const FIXED: [string, Partial<DeviceDescription>][] = [
  ['speaks USB alone', { productName: 'USB-PTH450', protocol: 'usb', protocols: { usb: true, vcp: false } }],
  ['is simulated', { simulated: true }],
  ['is simulated and says what it speaks', { simulated: true, protocol: 'usb' }],
  ['does not tell what it speaks', { protocol: null }],
];

function attached(changes: Partial<DeviceDescription> = {}): RegistryBench {
  const bench = createBench();
  bench.driver.events.emit('attached', describePth(KEY.serial, changes));
  return bench;
}

describe('switching the protocol', () => {
  test.each([
    ['vcp', 'usb'],
    ['usb', 'vcp'],
  ] as const)('from %s to %s goes to the driver', async (protocol, wanted) => {
    const { registry, driver } = attached({ protocol });
    expect(registry.canSwitchProtocol(KEY)).toBe(true);
    await registry.setProtocol(KEY, wanted);
    expect(driver.protocols).toEqual([[KEY.serial, wanted]]);
  });

  test.each(['usb', 'vcp'] as const)('to %s, which it speaks, is refused', async (protocol) => {
    const { registry, driver } = attached({ protocol });
    await expect(registry.setProtocol(KEY, protocol)).rejects.toMatchObject({
      code: 'conflict',
      message: `VCP-PTH450-CAL E24638 is already in ${protocol.toUpperCase()} mode.`,
    });
    expect(driver.protocols).toEqual([]);
  });

  test.each(FIXED)('of one that %s is refused', async (_what, changes) => {
    const { registry, driver } = attached(changes);
    expect(registry.canSwitchProtocol(KEY)).toBe(false);
    for (const wanted of ['usb', 'vcp'] as const) {
      await expect(registry.setProtocol(KEY, wanted)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('cannot change mode'),
      });
    }
    expect(driver.protocols).toEqual([]);
  });

  test('of one behind a gateway is refused', async () => {
    const key = { family: 'gateway', serial: KEY.serial } as const;
    const { registry, driver } = attached({ family: 'gateway', protocol: null });
    expect(registry.canSwitchProtocol(key)).toBe(false);
    await expect(registry.setProtocol(key, 'usb')).rejects.toMatchObject({ code: 'conflict' });
    expect(driver.protocols).toEqual([]);
  });

  test('is refused where the driver cannot tell the instrument', async () => {
    const bench = createBench();
    const driver: { setProtocol?: unknown } & PlayedDriver = new PlayedDriver('old');
    Object.defineProperty(driver, 'setProtocol', { value: undefined });
    driver.connect(bench.registry);
    driver.events.emit('attached', describePth(KEY.serial));
    expect(bench.registry.canSwitchProtocol(KEY)).toBe(false);
    await expect(bench.registry.setProtocol(KEY, 'usb')).rejects.toMatchObject({ code: 'conflict' });
  });

  test('of one that is not there, or is gone, is not found', async () => {
    const { registry, driver } = attached();
    const nobody = { family: 'gateway', serial: KEY.serial } as const;
    expect(registry.canSwitchProtocol(nobody)).toBe(false);
    await expect(registry.setProtocol(nobody, 'usb')).rejects.toMatchObject({ code: 'not-found' });
    driver.events.emit('detached', { ...KEY, reason: 'unplugged' });
    expect(registry.canSwitchProtocol(KEY)).toBe(false);
    await expect(registry.setProtocol(KEY, 'usb')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('fails as the driver fails', async () => {
    const { registry, driver } = attached();
    const failure = new Error('The port is closed.');
    vi.spyOn(driver, 'setProtocol').mockRejectedValue(failure);
    await expect(registry.setProtocol(KEY, 'usb')).rejects.toBe(failure);
  });
});
