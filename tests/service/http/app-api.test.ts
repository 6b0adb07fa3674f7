import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  appDeviceSchema,
  appDevicesSchema,
  appStatusSchema,
  deviceCollectionSchema,
} from '../../../service/contract/index.ts';
import { MensuraError } from '../../../service/support/errors.ts';
import { describePth, describeTwoProbes } from '../devices/support.ts';
import { ask, messageOf, patch } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';

let host: Host;

beforeEach(async () => {
  host = await startHost();
  host.attach('E1', 20);
});
afterEach(() => host.stop());

describe('devices', () => {
  test('lists both families and the problems', async () => {
    host.driver.events.emit('attached', describePth('G1', { family: 'gateway', simulated: true }));
    host.registry.raise({ code: 'port-busy', subject: 'COM3', text: 'Held.', remedy: 'Free it.' });
    const answer = appDevicesSchema.parse((await ask(host.port, '/app/v1/devices')).json());
    expect(answer.devices.map(({ family, serial, state }) => [family, serial, state])).toEqual([
      ['usb', 'E1', 'measuring'],
      ['gateway', 'G1', 'starting'],
    ]);
    expect(answer.problems).toMatchObject([{ code: 'port-busy', subject: 'COM3' }]);
  });

  test('shows one', async () => {
    const device = appDeviceSchema.parse((await ask(host.port, '/app/v1/devices/usb/E1')).json());
    expect(device.last_reading).toBe('2026-11-20T14:45:12.318Z');
    expect(device.reasons).toMatchObject({ relative_humidity: 'no reading yet' });
  });

  test.each(['usb/E2', 'gateway/E1', 'serial/E1'])('responds 404 to %s', async (key) => {
    for (const answer of [
      await ask(host.port, `/app/v1/devices/${key}`),
      await patch(host.port, `/app/v1/devices/${key}`, '{}'),
    ]) {
      expect(answer.status).toBe(404);
      expect(messageOf(answer)).not.toBe('');
    }
  });

  test('returns device labels only in the app API', async () => {
    host.driver.events.emit('attached', describeTwoProbes('E3'));
    const device = appDeviceSchema.parse((await ask(host.port, '/app/v1/devices/usb/E3')).json());
    expect(device.channel_labels).toEqual({ temperature: 'Tank A', temperature_2: 'Tank B', relative_humidity: 'RH' });
    for (const version of ['3.5.0', '3.6.0', '3.7.0']) {
      const collection = (await ask(host.port, `/${version}/devices/usb`)).json();
      expect(JSON.stringify(collection)).not.toContain('Tank');
      expect(deviceCollectionSchema.parse(collection).products['VCP-NEW/v1']?.channels['temperature_2']).toEqual({
        description: 'Temperature',
        details: { virtual: false },
        label: 'temperature_2',
        type: 'Temperature',
        unit: '°C',
      });
    }
  });

  test('applies and returns user settings', async () => {
    const answer = await patch(host.port, '/app/v1/devices/usb/E1', '{"alias":"Cellar","period_ms":500}');
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ serial: 'E1', alias: 'Cellar', note: '' });
    expect(host.world.devices.patches).toEqual([['usb/E1', { alias: 'Cellar', period_ms: 500 }]]);
  });

  test('applies the group and favorite flag, and renames and removes the group', async () => {
    const answer = await patch(host.port, '/app/v1/devices/usb/E1', '{"group":"  Lab ","favorite":true}');
    expect(appDeviceSchema.parse(answer.json())).toMatchObject({ group: 'Lab', favorite: true });
    const path = '/app/v1/device-groups';
    const renamed = await patch(host.port, path, '{"group":"Lab","name":"Cellar"}');
    expect([renamed.status, renamed.json()]).toEqual([200, { devices: 1 }]);
    expect((await ask(host.port, '/app/v1/devices/usb/E1')).json()).toMatchObject({ group: 'Cellar' });
    await patch(host.port, path, '{"group":"Cellar","name":""}');
    expect((await ask(host.port, '/app/v1/devices/usb/E1')).json()).toMatchObject({ group: '', favorite: true });
    expect((await patch(host.port, path, '{"group":" ","name":"x"}')).text).toContain('group: ');
    expect((await ask(host.port, '/3.7.0/devices/usb/E1')).text).not.toContain('favorite');
  });

  test('applies and returns names and notes of channels', async () => {
    const body = '{"channels":{"temperature":{"alias":"Oven"},"relative_humidity":{"note":"drifts"}}}';
    const answer = await patch(host.port, '/app/v1/devices/usb/E1', body);
    const device = appDeviceSchema.parse(answer.json());
    const { temperature, relative_humidity } = device.channel_names;
    expect([temperature, relative_humidity]).toEqual([
      { alias: 'Oven', note: '' },
      { alias: '', note: 'drifts' },
    ]);
    expect(device.product.channels['temperature']?.description).toBe('Temperature');
    const contract = (await ask(host.port, '/3.7.0/devices/usb/E1')).text;
    expect(contract).not.toContain('Oven');
  });

  test.each([
    ['{"channels":{"furlong":{"alias":"x"}}}', 'channels.furlong: unknown channel'],
    ['{"channels":{"constructor":{"alias":"x"}}}', 'channels.constructor: '],
    ['{"channels":{"temperature":{"name":"x"}}}', 'channels.temperature.name: unknown field'],
    ['{"channels":{"temperature":{"alias":"a\\nb"}}}', 'channels.temperature.alias: must not contain control'],
    ['{}', 'the body: must set alias'],
    ['{"alias":"a\\u0000b"}', 'alias'],
    ['[]', 'the body: '],
    ['null', 'the body: '],
    ['', 'The body is not valid JSON'],
    ['{"alias":', 'The body is not valid JSON'],
    ['{"group":"a\\nb"}', 'group: must not contain control'],
    [`{"group":"${'a'.repeat(101)}"}`, 'group: must have at most 100 characters.'],
    ['{"favorite":"yes"}', 'favorite: must be true or false'],
    ['{"alias":1}', 'alias: must be a string.'],
    [`{"alias":"${'a'.repeat(101)}"}`, 'alias: must have at most 100 characters.'],
    ['{"period_ms":99}', 'period_ms: must be at least 100, got 99.'],
    ['{"period_ms":60001}', 'period_ms: must be at most 60000, got 60001.'],
    ['{"period_ms":"500"}', 'period_ms: must be a number.'],
    ['{"period_ms":100.5}', 'period_ms: must be a whole number.'],
    ['{"period":500}', 'period: unknown field'],
    ['{"__proto__":{"alias":"a"}}', '__proto__: is a reserved word'],
    ['{"alias":"a","alias":"b"}', 'alias: duplicate field'],
    ['{"alias":"a","\\u0061lias":"b"}', 'alias: duplicate field'],
    ['{"alias":{"x":[{"y":1,"y":2}]}}', 'alias.x.0.y: duplicate field'],
  ])('refuses %s, naming the field', async (body, message) => {
    const answer = await patch(host.port, '/app/v1/devices/usb/E1', body);
    expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringContaining(message)]);
    expect(host.world.devices.patches).toEqual([]);
  });

  test('refuses bytes that are not UTF-8', async () => {
    const body = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    const headers = { 'Content-Type': 'application/json' };
    const answer = await ask(host.port, '/app/v1/devices/usb/E1', { method: 'PATCH', body, headers });
    expect(answer.status).toBe(400);
  });

  test.each([
    [new MensuraError('instrument-failed', 'It did not.'), 502, 'It did not.'],
    [new MensuraError('timeout', 'Too late.'), 504, 'Too late.'],
    [new Error('secret detail'), 500, 'Internal error'],
  ])('reports a failed change: %s', async (failure, status, message) => {
    host.world.devices.failure = failure;
    const answer = await patch(host.port, '/app/v1/devices/usb/E1', '{"period_ms":500}');
    expect([answer.status, messageOf(answer)]).toEqual([status, expect.stringContaining(message)]);
    expect(answer.text).not.toContain('secret');
  });
});

describe('the service', () => {
  test('returns its status', async () => {
    const status = appStatusSchema.parse((await ask(host.port, '/app/v1/status')).json());
    expect(status).toMatchObject({
      service_name: 'mensura-device-service',
      version: '3.7.0',
      status: 'ok',
      address: host.url,
      host: 'headless',
      started: '2026-11-20T14:45:12.318Z',
      time: '2026-11-20T14:45:12.318Z',
      devices: 1,
      simulated_devices: 0,
      readings_total: host.registry.readingsTotal,
      streams: 0,
      coalesced_total: 0,
      mqtt_clients: 0,
      mqtt_online: 0,
      alarms_active: 0,
      alarms_unacknowledged: 0,
    });
  });

  test('returns the rate of readings', async () => {
    host.clock.advance(2000);
    const readings = host.registry.readingsTotal;
    const status = appStatusSchema.parse((await ask(host.port, '/app/v1/status')).json());
    expect(readings).toBeGreaterThan(0);
    expect(status.readings_per_second).toBeCloseTo(readings / 2, 1);
  });

  test('proves its identity', async () => {
    const challenge = '0123456789abcdefABCDEF';
    const answer = await ask(host.port, `/app/v1/instance?challenge=${challenge}`);
    expect(answer.json()).toEqual({ proof: `proof of ${challenge}` });
  });

  test.each([
    '',
    '?challenge=',
    '?challenge=0123456789abcd',
    '?challenge=0123456789abcdeg',
    `?challenge=${'0'.repeat(130)}`,
  ])('proves nothing for "%s"', async (query) => {
    const answer = await ask(host.port, `/app/v1/instance${query}`);
    expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringContaining('challenge')]);
  });

  test('returns metrics for Prometheus', async () => {
    const { headers, text } = await ask(host.port, '/metrics');
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(text).toContain('mensura_devices{family="usb"} 1\nmensura_devices{family="gateway"} 0\n');
    expect(text).toContain(`\nmensura_readings_total ${host.registry.readingsTotal}\n`);
    for (const line of text.trimEnd().split('\n')) {
      expect(line).toMatch(
        /^(# HELP [a-z_]+ .+|# TYPE [a-z_]+ (counter|gauge)|[a-z_]+(\{(family|state)="[a-z]+"\})? [\d.e+]+|mensura_reading(_age_seconds)?\{.+\} [\d.e+-]+)$/,
      );
    }
  });
});
