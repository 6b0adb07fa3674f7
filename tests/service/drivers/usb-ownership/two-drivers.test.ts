/** The two real drivers with one policy, each on a fake of what it stands on. */
import { expect, onTestFinished, test } from 'vitest';
import { DriverRunner } from '../../../../service/composition/driver-runner.ts';
import type { FoundPort } from '../../../../service/drivers/serial/options.ts';
import { UsbDriver } from '../../../../service/drivers/usb/usb-driver.ts';
import { UsbOwnership } from '../../../../service/drivers/usb-ownership.ts';
import { systemClock } from '../../../../service/support/clock.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { playProduct } from '../../../emulator/usb/models/products.ts';
import { DriverRecord } from '../driver-record.ts';
import { FakeInstrument, Rig as SerialRig } from '../serial/support.ts';
import { FakeBus } from '../usb/support/fake-bus.ts';

const PORT = '/dev/ttyACM0';
const KEY = { family: 'usb', serial: 'E24638' } as const;

class Both extends DriverRecord {
  readonly bus = new FakeBus();
  readonly ports: SerialRig['ports'];
  readonly driver: DriverRunner;

  constructor() {
    super();
    const policy = new UsbOwnership(systemClock);
    const devices = this.bench.ownership.connect('paths', policy);
    const serial = new SerialRig({ devices });
    this.ports = serial.ports;
    const usb = new UsbDriver({
      bus: this.bus,
      devices,
      clock: systemClock,
      logger: silentLogger,
      periodOf: () => 100,
      udevRule: undefined,
      onVcpDevices: (seen) => {
        policy.vcpDevices = seen;
        devices.review();
      },
    });
    this.driver = new DriverRunner({ drivers: [usb, serial.driver], devices, logger: silentLogger });
    onTestFinished(() => this.driver.stop());
  }

  /** Waits for a reading of the side that speaks this protocol. */
  async reads(protocol: 'usb' | 'vcp'): Promise<void> {
    await this.next('attached', (description) => description.protocol === protocol, 0);
    await this.next('readings');
    const told = this.of('attached').at(-1)?.protocol;
    if (told !== protocol) throw new Error(`It reads ${told}, not ${protocol}.`);
  }
}

/** Where the system does not say to which USB device a port belongs, and where it does. */
const UNPLACED: Partial<FoundPort> = { usb: null, firmware: { major: 0, minor: 0 } };
const PLACED: Partial<FoundPort> = {
  usb: { bus: 3, address: 8, vendor_id: '289B', product_id: '0505' },
  firmware: { major: 3, minor: 12 },
};

test.each([
  ['unknown', UNPLACED],
  ['known', PLACED],
])('follows a device through both changes of mode; the location of its port is %s', async (_what, found) => {
  const both = new Both();
  const { driver, bus, ports } = both;
  bus.plug(playProduct({ product: 'pth450', serial: KEY.serial }));
  await driver.start();
  await both.reads('usb');
  await both.bench.setProtocol(KEY, 'vcp');
  await both.next('detached', undefined, 0);
  // It is back on the bus in its other mode, and its port appears.
  await expect.poll(() => bus.plugs.map(({ identity }) => identity.protocol)).toEqual(['vcp']);
  const onPort = new FakeInstrument();
  ports.plug(PORT, onPort, found);
  await both.reads('vcp');
  const united = both.of('attached').at(-1);
  expect(united?.connections).toMatchObject({ usb: { bus: 3, address: 8 }, vcp: { port: PORT } });
  expect(united?.firmware).toEqual({ major: 3, minor: 12 });
  await both.bench.setProtocol(KEY, 'usb');
  expect(ports.newest(PORT)?.written.slice(-2)).toEqual(['PROTOCOL USB', 'RESET']);
  bus.plugs[0]?.pull();
  ports.unplug(PORT);
  await both.next('detached', ({ reason }) => reason === 'restarting in USB mode', 0);
  const before = both.seen.length;
  bus.plug(playProduct({ product: 'pth450', serial: KEY.serial }));
  await both.next('attached', ({ protocol }) => protocol === 'usb', before);
  await both.next('readings');
  expect(both.of('attached').at(-1)?.connections).toMatchObject({ usb: { address: 9 }, vcp: null });
  expect(both.of('problem')).toEqual([]);
  expect(both.of('detached')).toHaveLength(2);
});

test('continues to read a device over USB when its port connects and disconnects', async () => {
  const both = new Both();
  const { driver, bus, ports } = both;
  bus.plug(playProduct({ product: 'pth450', serial: KEY.serial }));
  await driver.start();
  await both.reads('usb');
  ports.plug(PORT, new FakeInstrument(), UNPLACED);
  await both.reads('vcp');
  ports.unplug(PORT);
  await both.next('attached', ({ protocol }) => protocol === 'usb');
  await both.next('readings');
  expect(both.of('detached')).toEqual([]);
  expect(both.problems()).toEqual([]);
});
