/** The service's description as the API page reads it, and what fields begin with. */
import { describe, expect, test } from 'vitest';
import { callErrors, callOf } from '../../../renderer/data/api/call.ts';
import type { ApiDocument } from '../../../renderer/data/api/document.ts';
import { prefillValues } from '../../../renderer/data/api/example-values.ts';
import { type ApiEndpoint, matchesRoute, routeGroups } from '../../../renderer/data/api/routes.ts';
import { openApiDocument } from '../../../service/http/openapi/document.ts';
import { canonicalJson } from '../../../service/support/canonical-json.ts';
import { HOSTILE } from './support.ts';

// The service's own description, as it comes to the page: with the keys of every object in order.
const document = JSON.parse(canonicalJson(openApiDocument('http://127.0.0.1:1'))) as ApiDocument;
const groups = routeGroups(document);
const routes = groups.flatMap((group) => group.routes);

function route(id: string): ApiEndpoint {
  const found = routes.find((one) => one.id === id);
  if (!found) throw new Error(`No route ${id}.`);
  return found;
}

const own = {
  devices: [
    { family: 'usb', serial: HOSTILE, channels: ['co2', 'temperature'] },
    { family: 'gateway', serial: 'G7', channels: ['voltage'] },
  ],
  ids: { '/app/v1/alarms/rules/': 'r1', '/app/v1/mqtt/clients/': 'my client' },
} as const;

describe('routes', () => {
  test('list each endpoint once, the newest reads first', () => {
    const count = Object.values(document.paths).reduce((sum, item) => sum + Object.keys(item).length, 0);
    expect(routes).toHaveLength(count);
    expect(new Set(routes.map(({ id }) => id)).size).toBe(count);
    expect(groups[0]?.name).toBe('Version 3.7.0');
    expect(routes.slice(0, 7).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /3.7.0/devices/usb',
      'GET /3.7.0/devices/usb/measurements',
      'GET /3.7.0/devices/usb/{serial}/measurement',
      'GET /3.7.0/devices/gateway',
      'GET /3.7.0/devices/gateway/measurements',
      'GET /3.7.0/devices/gateway/{serial}/measurement',
      'POST /expert/3.7.0/add_mqtt_clients',
    ]);
  });

  test('have the kind of their response', () => {
    const kinds = ['events', 'metrics', 'export', 'history', 'diagnostics'].map((id) => route(id).kind);
    expect(kinds).toEqual(['stream', 'text', 'file', 'json', 'file']);
  });

  test('have their choices, bodies and lists', () => {
    const { parameters } = route('export');
    const by = Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter]));
    expect(by['format']?.choices).toContain('parquet');
    expect(by['channel']).toMatchObject({ isList: true, required: true, example: 'usb/E24638/temperature' });
    expect(route('device').parameters[0]?.choices).toEqual(['usb', 'gateway', 'computed']);
    expect(route('patch-device').body).toEqual({ period_ms: 500 });
    expect(route('device').body).toBeUndefined();
  });

  test('match a search by all its words', () => {
    const found = (search: string): string[] => routes.filter((one) => matchesRoute(one, search)).map(({ id }) => id);
    expect(found('DELETE v1/markers')).toEqual(['remove-marker']);
    expect(found('3.7.0 measurement gateway')).toEqual(['measurements-gateway-3.7.0', 'measurement-gateway-3.7.0']);
    expect(found('nothing of the kind')).toEqual([]);
  });
});

describe('fields are prefilled with', () => {
  test('the selected device if it fits, else the first of the family', () => {
    expect(prefillValues(route('measurement-usb-3.7.0'), own).parameters).toEqual({ serial: HOSTILE, pretty: 'true' });
    expect(prefillValues(route('measurement-gateway-3.7.0'), own).parameters['serial']).toBe('G7');
    expect(prefillValues(route('device'), own).parameters).toEqual({ family: 'usb', serial: HOSTILE, known: '' });
    expect(prefillValues(route('measurement-usb-3.7.0'), { devices: [], ids: {} }).parameters['serial']).toBe('E24638');
  });

  test('its first channel, and the user’s own entries', () => {
    const { parameters } = prefillValues(route('history'), own);
    expect(parameters['channel']).toBe(`usb/${encodeURIComponent(HOSTILE)}/co2`);
    expect(parameters['from']).toBe('');
    const id = (name: string): string | undefined => prefillValues(route(name), own).parameters['id'];
    expect([id('alarm-rule'), id('mqtt-client'), id('gateway'), id('acknowledge-alarm')]).toEqual([
      'r1',
      'my client',
      'g01a2b3c4',
      '01b2c3d4e5f6-5',
    ]);
  });

  test('the user’s device in an example that names one', () => {
    expect(JSON.parse(prefillValues(route('create-alarm-rule'), own).body)).toMatchObject({
      family: 'usb',
      serial: HOSTILE,
      channel: 'co2',
      upper: 30,
    });
    expect(prefillValues(route('create-marker'), own).body).toContain('Door opened');
  });

  test('values that are valid for every endpoint', () => {
    for (const one of routes) {
      for (const values of [prefillValues(one, own), prefillValues(one, { devices: [], ids: {} })]) {
        expect(callErrors(one, values), one.id).toEqual({});
        const { target } = callOf(one, values);
        expect(target, one.id).toMatch(/^\/[\w.~%/?=&:-]*$/);
        expect(target).not.toContain('{');
      }
    }
  });
});

describe('a request', () => {
  test('has its parameters in path, query and headers', () => {
    const call = callOf(route('history'), {
      parameters: { channel: ' usb/a%20b/co2  usb/c/co2 ', from: '', to: '2026-11-20T14:45:12Z', points: '10' },
      body: '',
    });
    expect(call.target).toBe(
      '/app/v1/history?channel=usb/a%2520b/co2&channel=usb/c/co2&to=2026-11-20T14:45:12Z&points=10',
    );
    const events = callOf(route('events'), { parameters: { 'Last-Event-ID': 'x-1' }, body: '' });
    expect(events).toMatchObject({ target: '/app/v1/events', headers: [['Last-Event-ID', 'x-1']], kind: 'stream' });
    const hostile = callOf(route('measurement-usb-3.7.0'), {
      parameters: { serial: '$&{pretty}', pretty: '' },
      body: '',
    });
    expect(hostile.target).toBe('/3.7.0/devices/usb/%24%26%7Bpretty%7D/measurement');
  });

  test('suggests a file name', () => {
    const name = (id: string, parameters: Record<string, string>): string =>
      callOf(route(id), { parameters, body: '' }).fileName;
    expect(name('export', { channel: 'x' })).toBe('export.csv');
    expect(name('export', { channel: 'x', format: 'parquet' })).toBe('export.parquet');
    expect(name('export', { channel: 'x', format: '../../evil' })).toBe('export.evil');
    expect([name('backup', {}), name('diagnostics', {})]).toEqual(['backup.json', 'diagnostics.zip']);
  });

  test.each([
    ['measurement-usb-3.7.0', { serial: ' ' }, '', 'serial', 'serial is required.'],
    ['measurement-usb-3.7.0', { serial: '..' }, '', 'serial', 'The value cannot be'],
    ['events', { 'Last-Event-ID': 'a\nb' }, '', 'Last-Event-ID', 'Use only letters'],
    ['create-marker', {}, '{"at": 1,}', 'body', 'Invalid JSON'],
  ])('%s with %j %s reports the invalid field', (id, parameters, body, field, words) => {
    expect(callErrors(route(id), { parameters, body })[field]).toContain(words);
  });
});
