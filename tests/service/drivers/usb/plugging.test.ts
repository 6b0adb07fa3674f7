import { describe, expect, test } from 'vitest';
import { Rig } from './support/rig.ts';
import { WireInstrument } from './support/wire-instrument.ts';

describe('an instrument that is plugged in', () => {
  test('is attached with what its descriptors say, then read, then detached', async () => {
    const rig = new Rig();
    await rig.driver.start();
    const plug = rig.bus.plug(new WireInstrument());
    await rig.pass(10);
    expect(rig.of('attached')).toMatchObject([
      {
        family: 'usb',
        serial: 'E24638',
        productName: 'VCP-PTH450-CAL',
        vendor: 'Dracal technologies inc.',
        firmware: { major: 2, minor: 4 },
        connections: { usb: { bus: 3, address: 7, vendor_id: '289B', product_id: '0505' }, vcp: null },
        protocols: { usb: true, vcp: true },
        protocol: 'usb',
        periodMs: 1000,
        simulated: false,
      },
    ]);
    expect(rig.values()).toEqual({
      atmospheric_pressure: expect.closeTo(100.009, 2),
      temperature: 25,
      relative_humidity: expect.closeTo(50.0008, 4),
    });
    plug.pull();
    await rig.pass(1);
    expect(rig.of('detached')).toEqual([{ family: 'usb', serial: 'E24638', reason: 'unplugged' }]);
    expect(rig.troubles()).toEqual([]);
  });
});
