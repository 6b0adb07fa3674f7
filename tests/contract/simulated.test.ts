/** Simulated instruments of both families are marked wherever they appear, and answer in the forms of the contract. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, request } from '../support/raw-http.ts';
import { serve } from '../support/rig.ts';
import type { RunningService } from '../support/service.ts';
import type { AppForm, CompactForm, DeviceForm, FullForm } from '../support/shapes.ts';
import { until } from '../support/until.ts';
import { unsortedObjects } from './support/json-text.ts';

let service: RunningService;
const read = (path: string): Promise<Answer> => request(service.port, { path });
const full = async (family: string): Promise<FullForm> => (await read(`/3.7.0/devices/${family}`)).json<FullForm>();

beforeAll(async () => {
  service = await serve([], { args: ['--simulate=2x2', '--simulate-seed', '1', '--simulate-period', '200'] });
  for (const family of ['usb', 'gateway']) {
    await until(`both of ${family}`, async () => {
      const entries = (await read(`/3.7.0/devices/${family}/measurements`)).json<CompactForm[]>();
      return entries.length === 2;
    });
  }
});

describe.each(['usb', 'gateway'])('family %s', (family) => {
  test('the full form', async () => {
    // An instrument may be unplugged for a while: simulated ones do that now and then.
    const { devices, products } = await until('both devices', async () => {
      const form = await full(family);
      return Object.keys(form.devices).length === 2 ? form : null;
    });
    for (const [serial, device] of Object.entries(devices)) expectMarked(serial, device);
    const models = new Set(Object.values(devices).map(({ model }) => model));
    expect(new Set(Object.keys(products))).toEqual(models);
    for (const [model, product] of Object.entries(products)) {
      expect(product.model).toBe(model);
      expect(product.info['vendor']).toBe('Mensura (simulated)');
      expect(product.info['name']).toMatch(/^SIM-/);
      for (const [label, definition] of Object.entries(product.channels)) {
        expect(Object.keys(definition)).toEqual(['description', 'details', 'label', 'type', 'unit']);
        expect(definition['label']).toBe(label);
      }
    }
  });

  test('indented, sorted, and the same as minified', async () => {
    const answer = await read(`/3.7.0/devices/${family}?pretty=true`);
    expect(answer.text).toBe(JSON.stringify(answer.json(), null, 2));
    expect(unsortedObjects(answer.text)).toEqual([]);
  });

  test('the compact forms', async () => {
    const entry = await until('an entry', async () => {
      return (await read(`/3.7.0/devices/${family}/measurements`)).json<CompactForm[]>()[0];
    });
    expect(Object.keys(entry)).toEqual(['serial', 'timestamp', 'values']);
    await until('the same device alone', async () => {
      const answer = await read(`/3.7.0/devices/${family}/${entry.serial}/measurement`);
      return answer.status === 200 && answer.json<CompactForm>().serial === entry.serial;
    });
    const other = family === 'usb' ? 'gateway' : 'usb';
    const elsewhere = await read(`/3.7.0/devices/${other}/${entry.serial}/measurement`);
    expect(elsewhere.status).toBe(404);
    expect(elsewhere.json()['message']).toContain(entry.serial);
  });

  test('the samples come at the period they say', async () => {
    const { devices } = await until('a device', async () => {
      const form = await full(family);
      return Object.keys(form.devices).length > 0 ? form : null;
    });
    for (const { channels } of Object.values(devices)) {
      for (const { period_ms } of Object.values(channels)) expect(period_ms).toBe(200);
    }
  });

  function expectMarked(serial: string, device: DeviceForm): void {
    expect(serial).toMatch(/^SIM\d{5}$/);
    expect(Object.keys(device)).toEqual(['channel_list', 'channels', 'config', 'connections', 'info', 'model']);
    expect(device.info).toMatchObject({ serial, vendor: 'Mensura (simulated)' });
    expect(device.info['product']).toMatch(/^SIM-/);
    expect(device.model).toMatch(/^SIM-.+\/v\d+$/);
    expect(device.channel_list.toSorted()).toEqual(Object.keys(device.channels));
    const kinds = Object.keys(device.connections);
    if (family === 'usb') {
      expect(kinds).toEqual(['usb', 'vcp']);
      expect(Object.keys(device.connections['usb'] ?? {})).toEqual(['address', 'bus', 'product_id', 'vendor_id']);
      expect(device.connections['usb']).toMatchObject({ bus: 0 });
      expect(device.connections['usb']?.['vendor_id']).toMatch(/^[0-9A-F]{4}$/);
      expect(device.connections['usb']?.['product_id']).toMatch(/^[0-9A-F]{4}$/);
    } else {
      expect(kinds).toEqual(['gateway', 'usb', 'vcp']);
      expect(Object.keys(device.connections['gateway'] ?? {})).toEqual(['gateway_serial', 'node_id']);
      expect(Number.isInteger(device.connections['gateway']?.['node_id'])).toBe(true);
    }
  }
});

test('the app API marks them too, each with its family', async () => {
  const { devices } = await until('all four', async () => {
    const form = (await read('/app/v1/devices')).json<AppForm>();
    return form.devices.length === 4 ? form : null;
  });
  expect(devices.every(({ simulated }) => simulated)).toBe(true);
  expect(devices.map(({ family }) => family).toSorted()).toEqual(['gateway', 'gateway', 'usb', 'usb']);
});

test('older versions show the USB family alone', async () => {
  for (const version of ['3.5.0', '3.6.0']) {
    const form = (await read(`/${version}/devices/usb`)).json<FullForm>();
    for (const { connections } of Object.values(form.devices)) expect(Object.keys(connections)).toEqual(['usb', 'vcp']);
  }
});

test('service information is well with simulated instruments and without any', async () => {
  expect((await read('/device-service-info')).json()['status']).toBe('ok');
});
