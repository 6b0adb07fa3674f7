import { UsbDevice } from 'usb/index.js';
import { expect, test } from 'vitest';
import * as library from '../../../../../service/drivers/usb/system/library.ts';
import { SystemBus } from '../../../../../service/drivers/usb/system/system-bus.ts';
import { silentLogger } from '../../../../../service/support/logger.ts';
import { Told } from './fake-package.ts';

test('the package that is installed has what is used of it', () => {
  expect(library.nativeGetDevices).toBeTypeOf('function');
  const emitter = Object.getOwnPropertyNames(library.Emitter.prototype);
  expect(emitter).toEqual(expect.arrayContaining(['addAttach', 'removeAttach', 'addDetach', 'removeDetach']));
  const facts =
    'vendorId productId deviceVersionMajor deviceVersionMinor deviceVersionSubminor deviceClass bus address';
  const getters = 'ports handle manufacturerName productName serialNumber configuration';
  const methods = 'open close claimInterface releaseInterface nativeControlTransferIn';
  const device = Object.getOwnPropertyNames(UsbDevice.prototype);
  expect(device).toEqual(expect.arrayContaining(`${facts} ${getters} ${methods}`.split(' ')));
});

test('on this computer the bus starts, or says that there is no USB', async () => {
  const told = new Told();
  const bus = new SystemBus({ logger: silentLogger });
  const outcome = await bus.start(told).then(
    () => 'started',
    (error: { failure?: string }) => error.failure,
  );
  expect(['started', 'unsupported']).toContain(outcome);
  await bus.stop();
});
