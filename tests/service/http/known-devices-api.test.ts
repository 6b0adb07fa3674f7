import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AppDevice, appDeviceSchema, appDevicesSchema } from '../../../service/contract/index.ts';
import { ask, messageOf, patch, write } from './support/ask.ts';
import { openEvents } from './support/event-client.ts';
import { type Host, startHost } from './support/host.ts';

const E1 = '/app/v1/devices/usb/E1';

let host: Host;

beforeEach(async () => {
  host = await startHost();
  host.attach('E1', 20);
  host.attach('E2', 30);
});
afterEach(() => host.stop());

const unplug = (serial: string): void =>
  host.driver.events.emit('detached', { family: 'usb', serial, reason: 'the port vanished' });

async function list(query = ''): Promise<[serial: string, state: string][]> {
  const { devices } = appDevicesSchema.parse((await ask(host.port, `/app/v1/devices${query}`)).json());
  return devices.map(({ serial, state }) => [serial, state]);
}

describe('a disconnected device', () => {
  beforeEach(() => {
    host.clock.advance(5000);
    unplug('E1');
  });

  test('is listed with known=true only', async () => {
    expect(await list()).toEqual([['E2', 'measuring']]);
    expect(await list('?known=false')).toEqual([['E2', 'measuring']]);
    expect(await list('?known=true')).toEqual([
      ['E2', 'measuring'],
      ['E1', 'disconnected'],
    ]);
    const refused = await ask(host.port, '/app/v1/devices?known=yes');
    expect([refused.status, messageOf(refused)]).toEqual([400, 'known: must be true or false, got "yes".']);
  });

  test('has its last values, when it was last seen, and why it disconnected', async () => {
    expect((await ask(host.port, E1)).status).toBe(404);
    const device = appDeviceSchema.parse((await ask(host.port, `${E1}?known=true`)).json());
    expect(device).toMatchObject({
      connected: false,
      last_seen: '2026-11-20T14:45:17.318Z',
      last_reading: '2026-11-20T14:45:12.318Z',
      disconnect_reason: 'the port vanished',
      can_switch_protocol: false,
    });
    expect(device.device.channels['temperature']?.value).toEqual({
      magnitude: 20,
      timestamp: '2026-11-20T14:45:12.318Z',
      unit: '°C',
    });
  });

  test('is in no response of the contract', async () => {
    for (const version of ['3.5.0', '3.6.0', '3.7.0']) {
      const devices = await ask(host.port, `/${version}/devices/usb`);
      expect(Object.keys((devices.json() as { devices: object }).devices)).toEqual(['E2']);
      expect((await ask(host.port, `/${version}/devices/usb/E1`)).status).toBe(404);
    }
  });

  test('can be renamed, but has no sampling period to change', async () => {
    const renamed = appDeviceSchema.parse((await patch(host.port, E1, '{"alias":"Oven"}')).json());
    expect(renamed).toMatchObject({ alias: 'Oven', connected: false });
    const refused = await patch(host.port, E1, '{"alias":"Cold","period_ms":500}');
    expect(refused.status).toBe(409);
    expect(messageOf(refused)).toBe('E1 is disconnected. Connect it to change its sampling period.');
    expect((await ask(host.port, `${E1}?known=true`)).json()).toMatchObject({ alias: 'Oven' });
  });

  test('can be forgotten, while a connected one cannot', async () => {
    expect((await write(host.port, 'DELETE', '/app/v1/devices/usb/E2')).status).toBe(409);
    const forgotten = await write(host.port, 'DELETE', E1);
    expect([forgotten.status, forgotten.json()]).toEqual([200, {}]);
    expect(await list('?known=true')).toEqual([['E2', 'measuring']]);
    expect((await write(host.port, 'DELETE', E1)).status).toBe(404);
  });

  test('is listed as connected when it is back', async () => {
    host.attach('E1', 21);
    expect(await list('?known=true')).toEqual([
      ['E1', 'measuring'],
      ['E2', 'measuring'],
    ]);
  });
});

test('the event stream has disconnected devices as entities of their own', async () => {
  unplug('E2');
  const client = await openEvents(host.port);
  const last = () => client.valuesOf('disconnected-device').at(-1) as AppDevice | null | undefined;
  await client.until(() => client.isReady);
  expect(client.events.map(({ what }) => what)).toEqual(['device', 'disconnected-device']);
  expect(last()).toMatchObject({ serial: 'E2', connected: false, device: { channels: { temperature: {} } } });

  unplug('E1');
  await client.until(() => client.events.length === 4);
  // In this order, the device is always listed.
  expect(client.events.slice(2).map(({ what }) => what)).toEqual(['disconnected-device', 'device gone']);

  await patch(host.port, E1, '{"alias":"Oven"}');
  await client.until(() => last()?.alias === 'Oven');

  host.attach('E1');
  await client.until(() => last() === null);
  expect(client.events.slice(-2).map(({ what }) => what)).toEqual(['device', 'disconnected-device gone']);

  await write(host.port, 'DELETE', '/app/v1/devices/usb/E2');
  await client.until(() => client.valuesOf('disconnected-device').filter((value) => value === null).length === 2);
  client.close();
});
