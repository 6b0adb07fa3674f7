import { describe, expect, test } from 'vitest';
import type { UsbLink } from '../../../../../service/drivers/usb/bus.ts';
import { SystemDevice } from '../../../../../service/drivers/usb/system/system-device.ts';
import type { SystemBusTiming } from '../../../../../service/drivers/usb/system/timing.ts';
import { silentLogger } from '../../../../../service/support/logger.ts';
import { promisesHeld } from '../../../../support/promises-held.ts';
import { FakeDevice, gate, QUICK, until } from './fake-package.ts';

const REQUEST = { request: 0x10, value: 0x0201, length: 32 };

function deviceOver(
  native: FakeDevice,
  { platform = 'linux', ...timing }: Partial<SystemBusTiming> & { platform?: NodeJS.Platform } = {},
): SystemDevice {
  const connection = { bus: 1, address: 2, vendor_id: '289B', product_id: '0505' };
  const strings = { manufacturer: '', product: '', serial: '' };
  const identity = { connection, firmware: { major: 2, minor: 4 }, ...strings, protocol: 'usb' } as const;
  return new SystemDevice({ native, identity, platform, timing: { ...QUICK, ...timing }, logger: silentLogger });
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (error: { failure?: unknown }) => error.failure ?? error,
  );

describe('a transfer', () => {
  test('is a vendor request to the device with index 0 and its own time; the answer is its bytes', async () => {
    const native = new FakeDevice();
    const link = await deviceOver(native).open();
    expect(await link.controlIn(REQUEST, 1234.5)).toEqual(Uint8Array.of(2, 3, 1));
    expect(native.calls).toEqual(['open', 'in vendor device 16 513 0 32 1235']);
  });

  test('without an answer has no bytes', async () => {
    const native = new FakeDevice();
    native.onTransfer = async () => null;
    const link = await deviceOver(native).open();
    expect(await link.controlIn(REQUEST, 1000)).toEqual(new Uint8Array());
  });

  test('that fails says how, and the next one works', async () => {
    const native = new FakeDevice();
    const link = await deviceOver(native).open();
    native.onTransfer = () => Promise.reject(new Error('controlTransferIn error: endpoint stalled'));
    expect(await failureOf(link.controlIn(REQUEST, 1000))).toBe('stalled');
    native.onTransfer = () => Promise.reject(new Error('controlTransferIn error: transfer was cancelled'));
    expect(await failureOf(link.controlIn(REQUEST, 1000))).toBe('timeout');
    native.onTransfer = async () => Uint8Array.of(1);
    expect(await link.controlIn(REQUEST, 1000)).toEqual(Uint8Array.of(1));
  });

  test('leaves nothing in memory', async () => {
    const link = await deviceOver(new FakeDevice()).open();
    const before = promisesHeld();
    for (let count = 0; count < 1000; count += 1) await link.controlIn(REQUEST, 1000);
    expect(promisesHeld() - before).toBeLessThan(500);
    await link.close();
  });

  test('never overlaps another', async () => {
    const native = new FakeDevice();
    const answer = gate<Uint8Array>();
    native.onTransfer = () => answer.promise;
    const link = await deviceOver(native).open();
    const first = link.controlIn(REQUEST, 1000);
    expect(await failureOf(link.controlIn(REQUEST, 1000))).toBe('failed');
    expect(native.calls).toHaveLength(2);
    answer.resolve(Uint8Array.of(9));
    expect(await first).toEqual(Uint8Array.of(9));
  });

  test('that the package never ends hangs nobody: the link is lost, and closed when it does end', async () => {
    const native = new FakeDevice();
    const answer = gate<Uint8Array>();
    native.onTransfer = () => answer.promise;
    const device = deviceOver(native, { transferGraceMs: 10, openTimeoutMs: 30, closeTimeoutMs: 20 });
    const link = await device.open();
    expect(await failureOf(link.controlIn(REQUEST, 10))).toBe('timeout');
    expect(await failureOf(link.controlIn(REQUEST, 10))).toBe('timeout');
    expect(native.transfers).toBe(1);
    await link.close();
    // The native device still has the transfer: it is not opened twice.
    expect(await failureOf(device.open())).toBe('timeout');
    expect(native.calls.filter((call) => call === 'open')).toHaveLength(1);
    expect(native.calls).not.toContain('close');
    answer.reject(new Error('controlTransferIn error: device disconnected'));
    await until(() => expect(native.calls).toContain('close'));
    native.onTransfer = async () => Uint8Array.of(4);
    const next = await device.open();
    expect(await next.controlIn(REQUEST, 1000)).toEqual(Uint8Array.of(4));
    expect(native.calls.filter((call) => call === 'close')).toHaveLength(1);
  });
});

describe('closing', () => {
  test('waits for the transfer under way, which fails; then nothing goes any more', async () => {
    const native = new FakeDevice();
    const answer = gate<Uint8Array>();
    native.onTransfer = () => answer.promise;
    const link = await deviceOver(native).open();
    const transfer = failureOf(link.controlIn(REQUEST, 1000));
    let closed = false;
    const closing = link.close().then(() => (closed = true));
    expect(await transfer).toBe('failed');
    expect(closed).toBe(false);
    expect(native.calls).not.toContain('close');
    answer.resolve(Uint8Array.of(1));
    await closing;
    expect(native.calls.at(-1)).toBe('close');
    expect(await failureOf(link.controlIn(REQUEST, 1000))).toBe('failed');
    await link.close();
    expect(native.calls.slice(-2)).toEqual(['in vendor device 16 513 0 32 1000', 'close']);
  });

  test('of a link that is closed already does nothing to the next one', async () => {
    const device = deviceOver(new FakeDevice());
    const link = await device.open();
    await Promise.all([link.close(), link.close()]);
    await device.open();
    await link.close();
    expect(await failureOf(device.open())).toBe('busy');
  });

  test('never throws, whatever the package does', async () => {
    const native = new FakeDevice();
    native.close = () => Promise.reject(new Error('The same native value cannot be borrowed mutably'));
    const device = deviceOver(native);
    const link = await device.open();
    expect(await link.close()).toBeUndefined();
    expect(await device.open()).toBeDefined();
  });
});

describe('opening', () => {
  test('is done once at a time, and again after closing', async () => {
    const native = new FakeDevice();
    const device = deviceOver(native);
    const link = await device.open();
    expect(await failureOf(device.open())).toBe('busy');
    await link.close();
    await (await device.open()).close();
    expect(native.calls).toEqual(['open', 'close', 'open', 'close']);
  });

  test('that fails says how, and can be tried again', async () => {
    const native = new FakeDevice();
    const device = deviceOver(native);
    native.onOpen = () => Promise.reject(new Error('open error: permission denied (errno 13)'));
    expect(await failureOf(device.open())).toBe('denied');
    native.onOpen = async () => {};
    expect(await device.open()).toBeDefined();
  });

  test('of a device that is gone is not tried', async () => {
    const native = new FakeDevice();
    const device = deviceOver(native);
    device.setUnplugged();
    expect(await failureOf(device.open())).toBe('unplugged');
    expect(native.calls).toEqual([]);
  });

  test('that hangs is given up; what it opens late is closed, and only then opened anew', async () => {
    const native = new FakeDevice();
    const opened = gate();
    native.onOpen = () => opened.promise;
    const device = deviceOver(native, { openTimeoutMs: 20 });
    expect(await failureOf(device.open())).toBe('timeout');
    expect(await failureOf(device.open())).toBe('timeout');
    expect(native.calls).toEqual(['open']);
    opened.resolve();
    await until(() => expect(native.calls).toEqual(['open', 'close']));
    const link: UsbLink = await device.open();
    expect(native.calls).toEqual(['open', 'close', 'open']);
    await link.close();
  });

  test('claims the interface on Windows, and gives it back: the package would keep the device open otherwise', async () => {
    const native = new FakeDevice();
    const link = await deviceOver(native, { platform: 'win32' }).open();
    await link.close();
    expect(native.calls).toEqual(['open', 'claim 0', 'release 0', 'close']);
  });

  test('without a driver that lets programs in says so, and closes again', async () => {
    const native = new FakeDevice();
    native.onClaim = () =>
      Promise.reject(new Error('claimInterface error: incompatible driver is installed for this device'));
    expect(await failureOf(deviceOver(native, { platform: 'win32' }).open())).toBe('unsupported');
    expect(native.calls.at(-1)).toBe('close');
  });
});
