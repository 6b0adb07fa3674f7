import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSimulatedDevices } from '../../../../service/drivers/simulated/fleet.ts';
import type { SimulatedOptions } from '../../../../service/drivers/simulated/options.ts';

const fleet = (options: Partial<SimulatedOptions> = {}) =>
  createSimulatedDevices({ usb: 6, gateway: 0, periodMs: 1000, periodOf: () => undefined, ...options }).map(
    ({ description }) => description,
  );

const models = (family: Partial<SimulatedOptions>) => new Set(fleet(family).map(({ product }) => product.model));

describe('the simulated fleet', () => {
  test('marks everything of an instrument as simulated, and nothing else about it differs from the catalogue', () => {
    const [first] = fleet({ usb: 1 });
    expect(first).toMatchObject({
      family: 'usb',
      serial: 'SIM00001',
      vendor: 'Mensura (simulated)',
      productName: 'SIM-VCP-PTH450-CAL',
      firmware: { major: 2, minor: 4 },
      connections: { usb: { address: 1, bus: 0, product_id: '0505', vendor_id: '289B' }, vcp: null },
      protocols: { usb: true, vcp: true },
      periodMs: 1000,
      simulated: true,
      product: {
        info: {
          interfaces: { usb: 'USB', vcp: 'Virtual COM port' },
          name: 'SIM-VCP-PTH450-CAL',
          sku: 'SIM-VCP-PTH450-CAL',
          vendor: 'Mensura (simulated)',
        },
        model: 'SIM-VCP-PTH450-CAL/v1',
      },
    });
    expect(Object.keys(first?.product.channels ?? {})).toEqual([
      'atmospheric_pressure',
      'temperature',
      'relative_humidity',
      'dew_point',
      'humidex',
      'heat_index',
      'altitude',
    ]);
  });

  test('plays six products in each family', () => {
    expect(models({ usb: 6, gateway: 0 }).size).toBe(6);
    expect(models({ usb: 0, gateway: 6 })).toEqual(models({ usb: 6, gateway: 0 }));
  });

  test('says 0000 for a product id that nobody knows', () => {
    expect(fleet({ products: ['VCP-BAR20-CAL'], usb: 1 })[0]?.connections.usb?.product_id).toBe('0000');
  });

  test('hangs eight instruments on each gateway', () => {
    const nodes = fleet({ usb: 1, gateway: 9 }).map(({ connections: { gateway } }) => gateway);
    expect(nodes[0]).toBeUndefined();
    expect(nodes[1]).toEqual({ gateway_serial: 'SIMG0001', node_id: 1 });
    expect(nodes[8]).toEqual({ gateway_serial: 'SIMG0001', node_id: 8 });
    expect(nodes[9]).toEqual({ gateway_serial: 'SIMG0002', node_id: 1 });
  });

  test('gives every instrument its own serial number and place, whatever the counts', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), (usb, gateway) => {
        const all = fleet({ usb, gateway });
        expect(all).toHaveLength(usb + gateway);
        expect(new Set(all.map(({ serial }) => serial)).size).toBe(all.length);
        expect(new Set(all.map(({ connections }) => JSON.stringify(connections))).size).toBe(all.length);
        expect(all.filter(({ family }) => family === 'usb')).toHaveLength(usb);
      }),
      { numRuns: 20 },
    );
  });
});
