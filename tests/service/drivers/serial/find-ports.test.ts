import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  firmwareOf,
  fromListedPort,
  isDevicePort,
  listSysfsPorts,
} from '../../../../service/drivers/serial/find-ports.ts';
import type { FoundPort } from '../../../../service/drivers/serial/options.ts';
import { planPorts } from '../../../../service/drivers/serial/serial-driver.ts';
import { foundPort } from './support.ts';

describe('the ports of sysfs', () => {
  let root: string;
  let places: { sys: string; dev: string };

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'mensura-sysfs-'));
    places = { sys: join(root, 'sys'), dev: join(root, 'dev') };
    await mkdir(join(places.sys, 'class/tty'), { recursive: true });
    await mkdir(places.dev);
  });

  afterEach(() => rm(root, { recursive: true }));

  /** A USB device with one serial port, laid out as the kernel does it. */
  async function device(
    name: string,
    attributes: Record<string, string>,
    { node = true, interfaceFolder = '1-2:1.0' } = {},
  ): Promise<void> {
    const usb = join(places.sys, 'devices/pci0000:00/usb1', `1-2-${name}`);
    const tty = join(usb, interfaceFolder, 'tty', name);
    await mkdir(tty, { recursive: true });
    await Promise.all(Object.entries(attributes).map(([key, value]) => writeFile(join(usb, key), `${value}\n`)));
    await symlink(join(usb, interfaceFolder), join(tty, 'device'));
    await symlink(tty, join(places.sys, 'class/tty', name));
    if (node) await writeFile(join(places.dev, name), '');
  }

  const PTH450 = {
    idVendor: '289b',
    idProduct: '0505',
    busnum: '2',
    devnum: '20',
    bcdDevice: '0204',
    serial: 'E24638',
    manufacturer: 'Dracal technologies inc.',
  };

  test('are described from their USB device', async () => {
    await device('ttyACM0', PTH450);
    expect(await listSysfsPorts(places)).toEqual([
      {
        path: join(places.dev, 'ttyACM0'),
        vendorId: '289B',
        productId: '0505',
        usb: { bus: 2, address: 20, vendor_id: '289B', product_id: '0505' },
        firmware: { major: 2, minor: 4 },
        serial: 'E24638',
        manufacturer: 'Dracal technologies inc.',
      },
    ]);
  });

  test('come by path; others are among them, consoles are not', async () => {
    await mkdir(join(places.sys, 'class/tty/tty0'));
    await device('ttyACM1', PTH450);
    await device('ttyACM0', { idVendor: '2341', idProduct: '0043', busnum: '1', devnum: '3' });
    const ports = await listSysfsPorts(places);
    expect(ports.map(({ path, vendorId }) => [path, vendorId])).toEqual([
      [join(places.dev, 'ttyACM0'), '2341'],
      [join(places.dev, 'ttyACM1'), '289B'],
    ]);
  });

  test('behind a converter are one step further from their device', async () => {
    await device('ttyUSB0', PTH450, { interfaceFolder: '1-2:1.0/ttyUSB0' });
    expect(await listSysfsPorts(places)).toMatchObject([{ vendorId: '289B' }]);
  });

  test('are left out while their device file is not there', async () => {
    await device('ttyACM0', PTH450, { node: false });
    expect(await listSysfsPorts(places)).toEqual([]);
    await writeFile(join(places.dev, 'ttyACM0'), '');
    expect(await listSysfsPorts(places)).toHaveLength(1);
  });

  test('with missing attributes have no address, and no firmware', async () => {
    await device('ttyACM0', { idVendor: '289b', idProduct: '0505' });
    expect(await listSysfsPorts(places)).toMatchObject([
      { usb: null, firmware: { major: 0, minor: 0 }, serial: '', manufacturer: '' },
    ]);
  });

  test('fail where there is no sysfs', async () => {
    await expect(listSysfsPorts({ sys: join(root, 'nothing'), dev: places.dev })).rejects.toThrow('ENOENT');
  });
});

test.each([
  ['289B', '0500', true],
  ['289B', '0505', true],
  ['289B', '05FF', true],
  ['289B', '04FF', false],
  ['289B', '0061', false],
  ['289B', '0600', false],
  ['289B', '', false],
  ['1781', '0505', false],
])('%s:%s is an instrument: %s', (vendorId, productId, expected) => {
  expect(isDevicePort({ vendorId, productId })).toBe(expected);
});

test.each([
  ['0204', { major: 2, minor: 4 }],
  ['0312', { major: 3, minor: 12 }],
  ['1000', { major: 16, minor: 0 }],
  ['', { major: 0, minor: 0 }],
  ['02', { major: 0, minor: 0 }],
  ['02zz', { major: 0, minor: 0 }],
])('bcdDevice %j is firmware %j', (bcdDevice, expected) => {
  expect(firmwareOf(bcdDevice)).toEqual(expected);
});

test('a port as the package lists it has its ids in four upper-case digits, and no address', () => {
  expect(
    fromListedPort({ path: 'COM3', vendorId: '289b', productId: '505', serialNumber: 'E1', manufacturer: 'M' }),
  ).toEqual({
    path: 'COM3',
    vendorId: '289B',
    productId: '0505',
    usb: null,
    firmware: { major: 0, minor: 0 },
    serial: 'E1',
    manufacturer: 'M',
  } satisfies FoundPort);
  expect(fromListedPort({ path: 'COM1' })).toBeUndefined();
});

describe('the plan', () => {
  const found = foundPort('/dev/ttyACM0');
  const foreign = { ...foundPort('/dev/ttyUSB0'), vendorId: '0403' };

  test('keeps what was added, then the instruments among the found', () => {
    expect(planPorts([{ path: '/dev/ttyS9', real: '/dev/ttyS9' }], [found, foreign])).toEqual([
      { path: '/dev/ttyS9', origin: 'added', found: undefined },
      { path: '/dev/ttyACM0', origin: 'found', found },
    ]);
  });

  test('keeps a port once that was added by a symbolic link, with its USB device', () => {
    expect(planPorts([{ path: '/dev/serial/by-id/x', real: '/dev/ttyACM0' }], [found])).toEqual([
      { path: '/dev/serial/by-id/x', origin: 'added', found },
    ]);
  });

  test.each([
    ['win32', 'com3', 'COM3'],
    ['win32', '\\\\.\\COM3', 'COM3'],
    ['darwin', '/dev/cu.usbmodem1', '/dev/tty.usbmodem1'],
  ] as const)('on %s %s is the found port %s', (platform, given, listed) => {
    const instrument = foundPort(listed);
    expect(planPorts([{ path: given, real: given }], [instrument], platform)).toEqual([
      { path: given, origin: 'added', found: instrument },
    ]);
  });

  test('on Linux names that differ in case are different ports', () => {
    expect(planPorts([{ path: '/dev/ttyacm0', real: '/dev/ttyacm0' }], [found], 'linux')).toHaveLength(2);
  });

  test('keeps a port of another maker only when it was added', () => {
    expect(planPorts([], [foreign])).toEqual([]);
    expect(planPorts([{ path: '/dev/ttyUSB0', real: '/dev/ttyUSB0' }], [foreign])).toEqual([
      { path: '/dev/ttyUSB0', origin: 'added', found: foreign },
    ]);
  });
});
