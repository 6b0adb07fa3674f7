import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { idText, isSupportedDevice, needsProductName } from '../../../../../service/drivers/protocol/usb-ids.ts';
import { toUsbError } from '../../../../../service/drivers/usb/system/failures.ts';
import { busNumber, interfaceClasses, readIdentity } from '../../../../../service/drivers/usb/system/identity.ts';
import { withDeadline } from '../../../../../service/support/deadline.ts';
import { silentLogger } from '../../../../../service/support/logger.ts';
import { FakeDevice } from './fake-package.ts';

test.each([
  [0x289b, 0x0500, 'anything', true],
  [0x289b, 0x05ff, '', true],
  [0x289b, 0x04ff, 'VCP-PTH450-CAL', false],
  [0x289b, 0x0600, 'VCP-PTH450-CAL', false],
  [0x289b, 0x0061, '', false],
  [0x1781, 0x0a98, 'USBTenki', true],
  [0x1781, 0x0a98, 'USB_Temp', true],
  [0x1781, 0x0a98, 'usbtenki', false],
  [0x1781, 0x0a98, '', false],
  [0x1781, 0x0a99, 'USBTenki', false],
  [0x1780, 0x0505, 'USBTenki', false],
])('%i:%i named %j is an instrument: %s', (vendorId, productId, product, expected) => {
  expect(isSupportedDevice({ vendorId, productId }, product)).toBe(expected);
});

test('the name matters for the shared ids alone', () => {
  expect(needsProductName({ vendorId: 0x1781, productId: 0x0a98 })).toBe(true);
  expect(needsProductName({ vendorId: 0x289b, productId: 0x0505 })).toBe(false);
});

test('ids are four upper-case digits', () => {
  expect([idText(0x289b), idText(0x505), idText(0)]).toEqual(['289B', '0505', '0000']);
});

describe('the number of a bus', () => {
  test.each([
    ['1', 'linux', 1],
    ['001', 'linux', 1],
    ['012', 'linux', 12],
    ['14', 'darwin', 0x14],
    ['ff', 'darwin', 255],
    ['2', 'win32', 2],
  ] as const)('%s on %s is %i', (bus, platform, number) => {
    expect(busNumber(bus, platform)).toBe(number);
  });

  test('of a name is the same each time, an integer from 1 on, and another for another controller', () => {
    const names = [0, 1, 2].map((root) => `PCIROOT(0)#PCI(1400)#USBROOT(${root})`);
    const numbers = names.map((name) => busNumber(name, 'win32'));
    expect(names.map((name) => busNumber(name, 'win32'))).toEqual(numbers);
    expect(new Set(numbers).size).toBe(3);
    for (const number of [...numbers, busNumber('', 'win32')]) {
      expect(Number.isInteger(number)).toBe(true);
      expect(number).toBeGreaterThanOrEqual(1);
      expect(number).toBeLessThanOrEqual(65_535);
    }
  });
});

describe('errors', () => {
  test.each([
    ['linux', 'controlTransferIn error: endpoint stalled', 'stalled'],
    ['linux', 'controlTransferIn error: transfer was cancelled', 'timeout'],
    ['linux', 'controlTransferIn error: device disconnected', 'unplugged'],
    ['linux', 'open error: device not found (errno 2)', 'unplugged'],
    ['linux', 'open error: failed to open device (errno 19)', 'unplugged'],
    ['linux', 'open error: permission denied (errno 13)', 'denied'],
    ['linux', 'open error: failed to open device (errno 1)', 'denied'],
    ['linux', 'open error: failed to open device (errno 13)', 'denied'],
    ['linux', 'open error: failed to open device (errno 16)', 'busy'],
    ['linux', 'claimInterface error: interface is busy (errno 16)', 'busy'],
    ['linux', 'controlTransferIn error: hardware fault or protocol violation', 'failed'],
    ['linux', 'controlTransferIn error: invalid or unsupported argument', 'failed'],
    ['linux', 'controlTransferIn error: unknown (errno 75)', 'failed'],
    ['linux', 'open error: failed to open device (error 5)', 'failed'],
    ['win32', 'claimInterface error: incompatible driver is installed for this device', 'unsupported'],
    ['win32', 'claimInterface error: failed to open device (error 5)', 'busy'],
    ['win32', 'claimInterface error: interface is already claimed', 'busy'],
    ['win32', 'open error: failed to find parent hub', 'unplugged'],
    ['win32', 'open error: Could not find hub port number', 'unplugged'],
    ['win32', 'controlTransferIn error: unknown (error 433)', 'unplugged'],
    ['win32', 'controlTransferIn error: unknown (error 121)', 'timeout'],
    ['win32', 'claimInterface error: failed to initialize WinUSB (error 8)', 'failed'],
    ['darwin', 'open error: could not be opened for exclusive access', 'busy'],
    ['darwin', 'open error: failed to open device (error 0xe00002c5)', 'busy'],
    ['darwin', 'open error: failed to open device (error 0xe00002e2)', 'denied'],
    ['darwin', 'open error: not found by registry id', 'unplugged'],
    ['darwin', 'controlTransferIn error: unknown (error 0xe0004051)', 'timeout'],
    ['darwin', 'controlTransferIn error: unknown (error 0xe00002bc)', 'failed'],
    ['freebsd', 'open error: failed to open device (errno 13)', 'failed'],
  ] as const)('%s: "%s" is %s', (platform, text, failure) => {
    const cause = Object.assign(new Error(text), { code: 'GenericFailure' });
    const error = toUsbError(cause, platform);
    expect(error.failure).toBe(failure);
    expect(error.cause).toBe(cause);
    // The system's words are kept, the package's method is not.
    expect(error.message).toContain(text.slice(text.indexOf(':') + 2));
    expect(error.message).not.toContain(' error:');
    expect(error.message).toMatch(/^[A-Z].*\.$/);
  });

  test('a deadline of our own is a time-out; one of ours stays as it is', async () => {
    const late = await withDeadline(new Promise(() => {}), 1, 'A USB transfer').catch((error: unknown) => error);
    const error = toUsbError(late);
    expect(error.failure).toBe('timeout');
    expect(toUsbError(error)).toBe(error);
  });
});

/** Device descriptor, then a configuration with a vendor interface, by hand after USB 2.0, chapter 9. */
const VENDOR = [
  [18, 1, 0x10, 1, 0xff, 0, 0, 8, 0x9b, 0x28, 0x05, 0x05, 0x04, 0x02, 1, 2, 3, 1],
  [9, 2, 18, 0, 1, 1, 0, 0x80, 50],
  [9, 4, 0, 0, 0, 0xff, 0, 0, 0],
].flat();
/** The same with a class of its own at each interface, and a communications function in two of them. */
const SERIAL = [
  [18, 1, 0x00, 2, 0xef, 2, 1, 64, 0x9b, 0x28, 0x05, 0x05, 0x04, 0x02, 1, 2, 3, 1],
  [9, 2, 75, 0, 2, 1, 0, 0x80, 50],
  [8, 11, 0, 2, 2, 2, 1, 0],
  [9, 4, 0, 0, 1, 2, 2, 1, 0],
  [5, 0x24, 0, 0x10, 1, 4, 0x24, 2, 6, 5, 0x24, 6, 0, 1],
  [7, 5, 0x81, 3, 8, 0, 255],
  [9, 4, 1, 0, 2, 10, 0, 0, 0],
  [7, 5, 0x82, 2, 64, 0, 0, 7, 5, 2, 2, 64, 0, 0],
].flat();

test('the classes of interfaces are found in the descriptors; what is cut off or damaged ends them', () => {
  expect(interfaceClasses(Uint8Array.from(VENDOR))).toEqual([0xff]);
  expect(interfaceClasses(Uint8Array.from(SERIAL))).toEqual([2, 10]);
  expect(interfaceClasses(Uint8Array.from(VENDOR.slice(0, -1)))).toEqual([]);
  expect(interfaceClasses(Uint8Array.from([...SERIAL.slice(0, 44), 0, 4, ...VENDOR]))).toEqual([2]);
  expect(interfaceClasses(Uint8Array.of())).toEqual([]);
});

describe('the identity', () => {
  const MAC = { platform: 'darwin', sysfs: '/nowhere' } as const;
  const identify = (device: FakeDevice) => readIdentity(device, MAC, silentLogger);

  test('is copied from the descriptors', () => {
    const traits = { bus: '02', address: 20, productId: 0x0504, product: 'VCP-RTD300-CAL', serial: 'E22377' };
    expect(identify(new FakeDevice(traits))).toEqual({
      connection: { bus: 2, address: 20, vendor_id: '289B', product_id: '0504' },
      firmware: { major: 2, minor: 4 },
      manufacturer: 'Dracal technologies inc.',
      product: 'VCP-RTD300-CAL',
      serial: 'E22377',
      protocol: 'usb',
    });
  });

  test.each([
    [3, 1, 2, { major: 3, minor: 12 }],
    [0x10, 0, 0, { major: 16, minor: 0 }],
    [2, 0xa, 0, { major: 0, minor: 0 }],
    [2, 0, 0xb, { major: 0, minor: 0 }],
  ])(
    'has firmware of bcdDevice %i.%i.%i',
    (deviceVersionMajor, deviceVersionMinor, deviceVersionSubminor, expected) => {
      const device = new FakeDevice({ deviceVersionMajor, deviceVersionMinor, deviceVersionSubminor });
      expect(identify(device)?.firmware).toEqual(expected);
    },
  );

  test('has empty strings for those that are missing, blank or cannot be read', () => {
    const lacking = new FakeDevice({ product: null, serial: null, manufacturer: '  ' });
    expect(identify(lacking)).toMatchObject({ product: '', serial: '', manufacturer: '' });
    const closed = new FakeDevice();
    closed.unreadable = true;
    expect(identify(closed)).toMatchObject({ product: '', serial: '', manufacturer: '', protocol: 'usb' });
    expect(identify(new FakeDevice({ serial: ' E24638 ' }))?.serial).toBe('E24638');
  });

  test('is not asked of other devices: their strings are not read', () => {
    const mouse = new FakeDevice({ vendorId: 0x046d, productId: 0xc077 });
    expect(identify(mouse)).toBeUndefined();
    expect(mouse.stringsRead).toBe(0);
    expect(identify(new FakeDevice({ productId: 0x04ff }))).toBeUndefined();
  });

  test('tells an early instrument by its name', () => {
    const shared = { vendorId: 0x1781, productId: 0x0a98 };
    expect(identify(new FakeDevice({ ...shared, product: 'USBTenki' }))?.connection.vendor_id).toBe('1781');
    expect(identify(new FakeDevice({ ...shared, product: 'Game adapter' }))).toBeUndefined();
  });

  test.each([
    [{ deviceClass: 2 }, 'vcp'],
    [{ deviceClass: 0x0a }, 'vcp'],
    [{ deviceClass: 0xef, interfaceClasses: [2, 10] }, 'vcp'],
    [{ deviceClass: 0, interfaceClasses: [0xff, 10] }, 'vcp'],
    [{ deviceClass: 0xff, interfaceClasses: [0xff] }, 'usb'],
    [{ deviceClass: 0, interfaceClasses: [3] }, 'usb'],
  ])('tells the protocol by classes: %j speaks %s', (traits, protocol) => {
    expect(identify(new FakeDevice(traits))?.protocol).toBe(protocol);
  });

  test('takes the classes from sysfs on Linux, where the package would have to open the device', async () => {
    const sysfs = await mkdtemp(join(tmpdir(), 'mensura-usb-'));
    onTestFinished(() => rm(sysfs, { recursive: true }));
    await mkdir(join(sysfs, '3-1.4'));
    await mkdir(join(sysfs, '3-2'));
    await writeFile(join(sysfs, '3-1.4/descriptors'), Uint8Array.from(SERIAL));
    await writeFile(join(sysfs, '3-2/descriptors'), Uint8Array.from(VENDOR));
    const protocolAt = (ports: number[]) => {
      const device = new FakeDevice({ bus: '003', ports, deviceClass: 0xef });
      device.unreadable = true;
      return readIdentity(device, { platform: 'linux', sysfs }, silentLogger)?.protocol;
    };
    expect([protocolAt([1, 4]), protocolAt([2]), protocolAt([5])]).toEqual(['vcp', 'usb', 'usb']);
  });
});
