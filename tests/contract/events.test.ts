/** The event stream: names, forms, and going on after a break. */
import { beforeAll, expect, test } from 'vitest';
import type { Emulator } from '../emulator/emulator.ts';
import { atEnd } from '../support/at-end.ts';
import { openEvents } from '../support/events.ts';
import { request } from '../support/raw-http.ts';
import { plug, serve } from '../support/rig.ts';
import type { RunningService } from '../support/service.ts';
import type { Reading } from '../support/shapes.ts';
import { until } from '../support/until.ts';
import { TIMESTAMP } from './support/golden.ts';

let service: RunningService;
let instrument: Emulator;

beforeAll(async () => {
  instrument = await plug();
  service = await serve([instrument]);
  await until('the first reading', async () => {
    return (await request(service.port, { path: '/3.7.0/devices/usb/E24638/measurement' })).status === 200;
  });
});

async function open(headers: Record<string, string> = {}): Promise<Awaited<ReturnType<typeof openEvents>>> {
  const client = await openEvents(service.url, headers);
  atEnd(client.close);
  return client;
}

test('is an event stream that nobody keeps', async () => {
  const answer = await request(service.port, { path: '/app/v1/events' });
  expect(answer.status).toBe(200);
  expect(answer.header('content-type')).toMatch(/^text\/event-stream/);
  expect(answer.header('cache-control')).toContain('no-store');
});

test('begins with the devices that are there, and goes on with their readings', async () => {
  const client = await open();
  const device = await client.waitFor('the device', ({ what }) => what === 'device');
  expect(device.data['key']).toBe('usb/E24638');
  expect(device.value).toMatchObject({ family: 'usb', serial: 'E24638', simulated: false, state: 'measuring' });
  const readings = await client.waitFor('readings', ({ event }) => event === 'readings');
  expect(readings.data).toMatchObject({ family: 'usb', serial: 'E24638' });
  expect(readings.data['timestamp']).toMatch(TIMESTAMP);
  const values = readings.data['values'] as Record<string, Reading>;
  expect(values['atmospheric_pressure']).toEqual({ magnitude: 102.466, unit: 'kPa' });
  expect(Object.keys(values).toSorted()).toEqual([
    'altitude',
    'atmospheric_pressure',
    'dew_point',
    'heat_index',
    'humidex',
    'relative_humidity',
    'temperature',
  ]);
});

test('goes on where it broke off', async () => {
  const first = await open();
  const readings = await first.waitFor('readings', ({ event }) => event === 'readings');
  first.close();
  expect(readings.id).toBeDefined();
  await until('what it missed', async () => {
    const answer = await request(service.port, { path: '/3.7.0/devices/usb/E24638/measurement' });
    return answer.json()['timestamp'] !== readings.data['timestamp'];
  });
  const second = await open({ 'Last-Event-ID': readings.id ?? '' });
  const next = await second.waitFor('readings', ({ event }) => event === 'readings');
  expect(second.seen.some(({ event }) => event === 'reset')).toBe(false);
  const pause = Date.parse(String(next.data['timestamp'])) - Date.parse(String(readings.data['timestamp']));
  expect(pause).toBeGreaterThan(0);
});

test.each(['1', 'nonsense', '999999999999', 'other-run:5'])(
  'starts afresh after an id it does not know: %s',
  async (id) => {
    const client = await open({ 'Last-Event-ID': id });
    await client.waitFor('reset', ({ event }) => event === 'reset');
    await client.waitFor('the device', ({ what }) => what === 'device');
    const order = client.seen.map(({ what }) => what);
    expect(order.indexOf('reset')).toBeLessThan(order.indexOf('device'));
  },
);

test('tells of a channel that fails, of a device that goes and of one that comes', async () => {
  const client = await open();
  instrument.faults.errorColumns = new Set([2]);
  const failed = await client.waitFor('a null', ({ event, data }) => {
    const values = data['values'] as Record<string, Reading> | undefined;
    return event === 'readings' && values?.['temperature']?.magnitude === null;
  });
  const values = failed.data['values'] as Record<string, Reading>;
  expect(values['atmospheric_pressure']?.magnitude).toBe(102.466);
  expect(values['dew_point']?.magnitude ?? null).toBeNull();
  instrument.faults.errorColumns = new Set();
  await instrument.stop();
  const removed = await client.waitFor('the end', ({ what }) => what === 'device gone');
  expect(removed.data).toMatchObject({ kind: 'device', key: 'usb/E24638', value: null });
  expect(removed.data['reason']).toMatch(/\S/);
  const seen = client.seen.length;
  await instrument.start();
  await until('the device again', () => client.seen.slice(seen).some(({ what }) => what === 'device'));
});
