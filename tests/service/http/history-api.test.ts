import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ChannelRef, decodeHistory, HISTORY_BINARY_TYPE } from '../../../service/contract/index.ts';
import { MensuraError } from '../../../service/support/errors.ts';
import { STORAGE } from '../../support/played/history.ts';
import { type Answer, ask, messageOf, patch, post, write } from './support/ask.ts';
import { openEvents } from './support/event-client.ts';
import { type Host, startHost } from './support/host.ts';

const TEMPERATURE: ChannelRef = { family: 'usb', serial: 'E24638', channel: 'temperature' };
const HOUR = 3_600_000;

let host: Host;
beforeEach(async () => {
  host = await startHost();
  const now = host.clock.now();
  host.world.history.keep(TEMPERATURE, '°C', [
    [1000, 20.5],
    [1200, null],
    [1500, 21.25],
    [now - 9000, 20.5],
    [now - 8000, null],
    [now - 4000, 21.25, true],
    [now - 3000, 22, true],
  ]);
});
afterEach(() => host.stop());

function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return ask(host.port, `/app/v1/${path}`, { headers });
}

/** What the history was asked last. */
function lastCall(): unknown[] {
  return host.world.history.calls.at(-1) ?? [];
}

describe('GET /app/v1/history', () => {
  test('defaults to the last hour and 1500 points', async () => {
    const now = host.clock.now();
    const answer = await get('history?channel=usb/E24638/temperature');
    expect(lastCall()).toEqual(['query', [TEMPERATURE], now - HOUR, now, 1500]);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', vary: 'Accept' });
    expect(answer.json()).toMatchObject({
      channels: [{ ...TEMPERATURE, unit: '°C', parts: [{ magnitude: [20.5, null, 21.25, 22], broken: [2, 3] }] }],
    });
  });

  test.each([
    [
      'from=2026-11-20T14:00:00Z&to=2026-11-20T15:00:00.5Z',
      Date.UTC(2026, 10, 20, 14),
      Date.UTC(2026, 10, 20, 15, 0, 0, 500),
    ],
    ['from=2026-11-20T14:00:00%2B01:00&to=2026-11-20T14:00Z', Date.UTC(2026, 10, 20, 13), Date.UTC(2026, 10, 20, 14)],
    ['from=2026-11-19&to=2026-11-20', Date.UTC(2026, 10, 19), Date.UTC(2026, 10, 20)],
    ['from=2028-02-29&to=2028-02-29T24:00Z', Date.UTC(2028, 1, 29), Date.UTC(2028, 2, 1)],
    ['from=1000&to=2000', 1000, 2000],
    ['from=-5&to=0', -5, 0],
    ['to=7200000', HOUR, 2 * HOUR],
  ])('accepts %s', async (query, from, to) => {
    expect((await get(`history?channel=usb/E24638/temperature&${query}&points=2`)).status).toBe(200);
    expect(lastCall()).toEqual(['query', [TEMPERATURE], from, to, 2]);
  });

  test('accepts several channels in any encoding, without duplicates', async () => {
    const odd = { family: 'gateway', serial: 'a/b ü', channel: 'co2' };
    const path = `gateway/${encodeURIComponent(odd.serial)}/co2`;
    const query = `channel=${encodeURIComponent(path)}&channel=usb/E24638/temperature&channel=usb/E2463%2538/temperature`;
    await get(`history?${query}`);
    expect(lastCall()[1]).toEqual([odd, TEMPERATURE]);
  });

  test.each([
    ['', 'channel: is missing; use family/serial/channel, such as usb/E24638/temperature.'],
    ['channel=', 'channel: must be family/serial/channel, such as usb/E24638/temperature, got "".'],
    ['channel=usb/E1', 'channel: must be family/serial/channel, such as usb/E24638/temperature, got "usb/E1".'],
    ['channel=lan/E1/co2', 'channel: must be family/serial/channel, such as usb/E24638/temperature, got "lan/E1/co2".'],
    ['channel=usb/%25/co2', 'channel: must be family/serial/channel, such as usb/E24638/temperature, got "usb/%/co2".'],
    [
      Array.from({ length: 65 }, (_, index) => `channel=usb/E${index}/co2`).join('&'),
      'channel: must be given at most 64 times, got 65.',
    ],
    [
      'from=yesterday',
      'from: must be a time: milliseconds since 1970, or ISO 8601 with a time zone, such as 2026-11-20T14:45:12.318Z.',
    ],
    [
      'to=2026-11-20T14:00',
      'to: must be a time: milliseconds since 1970, or ISO 8601 with a time zone, such as 2026-11-20T14:45:12.318Z.',
    ],
    [
      'to=2026-13-20',
      'to: must be a time: milliseconds since 1970, or ISO 8601 with a time zone, such as 2026-11-20T14:45:12.318Z.',
    ],
    [
      'to=2027-02-29T00:00:00Z',
      'to: must be a time: milliseconds since 1970, or ISO 8601 with a time zone, such as 2026-11-20T14:45:12.318Z.',
    ],
    [
      'to=8640000000000001',
      'to: must be a time: milliseconds since 1970, or ISO 8601 with a time zone, such as 2026-11-20T14:45:12.318Z.',
    ],
    [
      'to=1.5',
      'to: must be a time: milliseconds since 1970, or ISO 8601 with a time zone, such as 2026-11-20T14:45:12.318Z.',
    ],
    ['from=5&to=5', 'from: must be before to.'],
    ['from=5&from=6', 'from: must be given only once.'],
    ['points=1', 'points: must be a whole number from 2 to 20000.'],
    ['points=20001', 'points: must be a whole number from 2 to 20000.'],
    ['points=many', 'points: must be a whole number from 2 to 20000.'],
    ['chanel=usb/E1/co2', 'chanel: unknown parameter.'],
  ])('refuses %s', async (query, message) => {
    const named = query === '' || query.includes('channel') ? query : `channel=usb/E1/co2&${query}`;
    const answer = await get(`history?${named}`);
    expect([answer.status, messageOf(answer)]).toEqual([400, message]);
    expect((answer.json() as { errors: { path: string }[] }).errors[0]?.path).toBe(message.split(':')[0]);
    expect(host.world.history.calls).toEqual([]);
  });

  test.each([
    ['too-many', 503],
    ['storage-failed', 500],
  ] as const)('reports %s', async (code, status) => {
    host.world.history.failure = new MensuraError(code, 'So it is.');
    const answer = await get('history?channel=usb/E1/co2');
    expect([answer.status, messageOf(answer)]).toEqual([status, 'So it is.']);
  });
});

describe('the compact form', () => {
  test('is returned on request', async () => {
    const bytes = await fetch(`${host.url}/app/v1/history?channel=usb/E24638/temperature`, {
      headers: { Accept: HISTORY_BINARY_TYPE },
    });
    expect(bytes.headers.get('content-type')).toBe(HISTORY_BINARY_TYPE);
    expect(bytes.headers.get('vary')).toBe('Accept');
    expect(bytes.headers.get('cache-control')).toBe('no-store');
    expect(bytes.headers.get('x-content-type-options')).toBe('nosniff');
    const { channels } = decodeHistory(await bytes.arrayBuffer());
    expect(channels).toMatchObject([{ ...TEMPERATURE, unit: '°C' }]);
    expect([...(channels[0]?.parts[0]?.broken ?? [])]).toEqual([2, 3]);
  });

  test.each([
    ['*/*', 'application/json; charset=utf-8'],
    ['text/html', 'application/json; charset=utf-8'],
    [`application/json;q=0.5, ${HISTORY_BINARY_TYPE}`, HISTORY_BINARY_TYPE],
    [`application/json, ${HISTORY_BINARY_TYPE};q=0.5`, 'application/json; charset=utf-8'],
  ])('Accept: %s returns %s', async (accept, type) => {
    const answer = await get('history?channel=usb/E24638/temperature', { Accept: accept });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, type]);
  });

  test('is not used for errors', async () => {
    const answer = await get('history?channel=x', { Accept: HISTORY_BINARY_TYPE });
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/json; charset=utf-8']);
  });
});

describe('other history routes', () => {
  test('return statistics of a range', async () => {
    const answer = await get('history/statistics?channel=usb/E24638/temperature&from=1000&to=2000');
    expect(lastCall()).toEqual(['statistics', [TEMPERATURE], 1000, 2000]);
    expect(answer.json()).toMatchObject({
      from: '1970-01-01T00:00:01.000Z',
      channels: [{ ...TEMPERATURE, count: 2, failed: 1 }],
    });
    expect((await get('history/statistics?channel=usb/E24638/temperature&points=5')).status).toBe(400);
  });

  test('list channels and storage', async () => {
    expect((await get('history/channels')).json()).toMatchObject({ channels: [{ ...TEMPERATURE, unit: '°C' }] });
    expect((await get('history/storage')).json()).toEqual(STORAGE);
  });

  test('delete a device, only with the right content type', async () => {
    const path = `/app/v1/history/devices/gateway/${encodeURIComponent('a/b')}`;
    expect((await ask(host.port, path, { method: 'DELETE' })).status).toBe(400);
    expect(host.world.history.calls).toEqual([]);
    const answer = await write(host.port, 'DELETE', path);
    expect([answer.status, answer.json()]).toEqual([200, {}]);
    expect(lastCall()).toEqual(['deleteDevice', { family: 'gateway', serial: 'a/b' }]);
    expect((await write(host.port, 'DELETE', '/app/v1/history/devices/lan/E1')).status).toBe(404);
    expect((await write(host.port, 'DELETE', path, '{"all": true}')).status).toBe(400);
  });

  test('are counted in the status and the metrics', async () => {
    host.world.history.facts = { ...STORAGE, state: 'waiting', dropped_total: 7 };
    expect((await get('status')).json()).toMatchObject({
      history: 'waiting',
      history_bytes: 81_920,
      history_dropped: 7,
    });
    const { text } = await ask(host.port, '/metrics');
    expect(text.match(/^mensura_history_.*$/gm)).toEqual([
      'mensura_history_recording 0',
      'mensura_history_stored_total 700',
      'mensura_history_dropped_total 7',
      'mensura_history_pending 7',
      'mensura_history_bytes 81920',
      'mensura_history_lag_seconds 0.2515',
    ]);
    // Whoever reads these often does not have the disk asked.
    expect(host.world.history.calls).toEqual([]);
  });
});

describe('/app/v1/markers', () => {
  const door = { at: 1_795_185_912_318, text: 'Door opened', device: null };

  test('adds, changes and removes markers, with events', async () => {
    const stream = await openEvents(host.port);
    const created = await post(host.port, '/app/v1/markers', JSON.stringify(door));
    expect([created.status, created.headers.location, created.json()]).toEqual([
      201,
      '/app/v1/markers/1',
      { id: 1, ...door },
    ]);
    const changed = await write(host.port, 'PUT', '/app/v1/markers/1', JSON.stringify({ ...door, text: ' Closed ' }));
    expect(changed.json()).toEqual({ id: 1, ...door, text: 'Closed' });
    expect((await get('markers')).json()).toEqual({ markers: [{ id: 1, ...door, text: 'Closed' }] });
    expect((await write(host.port, 'DELETE', '/app/v1/markers/1')).json()).toEqual({});
    const told = await stream.untilCount(3);
    expect(told.map(({ data }) => data)).toEqual([
      { kind: 'marker', key: '1', value: { id: 1, ...door } },
      { kind: 'marker', key: '1', value: { id: 1, ...door, text: 'Closed' } },
      { kind: 'marker', key: '1', value: null },
    ]);
    stream.close();
  });

  test('lists all markers or those of a range', async () => {
    await get('markers');
    expect(lastCall()).toEqual(['markers', -8.64e15, 8.64e15, null]);
    await get('markers?from=5&to=2026-11-20');
    expect(lastCall()).toEqual(['markers', 5, Date.UTC(2026, 10, 20), null]);
    await get('markers?to=0');
    expect(lastCall()).toEqual(['markers', -8.64e15, 0, null]);
    expect((await get('markers?from=7&to=5')).status).toBe(400);
    expect((await get('markers?points=7')).status).toBe(400);
  });

  test('a marker belongs to a device, or to all as long as none is given', async () => {
    const ofDevice = { ...door, device: 'usb/E 1/2' };
    const created = await post(host.port, '/app/v1/markers', JSON.stringify(ofDevice));
    expect(created.json()).toEqual({ id: 1, ...ofDevice });
    await get('markers?device=usb/E%201/2&to=0');
    expect(lastCall()).toEqual(['markers', -8.64e15, 0, 'usb/E 1/2']);
    const { device: _, ...without } = door;
    const changed = await write(host.port, 'PUT', '/app/v1/markers/1', JSON.stringify(without));
    expect(changed.json()).toEqual({ id: 1, ...door });
  });

  test.each(['', 'E24638', 'usb/', 'usbx', '/E24638', 'serial/E24638'])('refuses the device "%s"', async (device) => {
    const rule = 'device: must be family/serial, such as "usb/E24638"';
    const listed = await get(`markers?device=${device}`);
    expect([listed.status, messageOf(listed)]).toEqual([400, `${rule}.`]);
    const created = await post(host.port, '/app/v1/markers', JSON.stringify({ ...door, device }));
    expect(created.status).toBe(400);
    expect(messageOf(created)).toContain(rule);
    expect(host.world.history.calls).toEqual([]);
  });

  test.each([
    ['{}', 'at: is missing; text: is missing.'],
    ['{"at": 1.5, "text": "x"}', 'at: must be a whole number.'],
    ['{"at": 1, "text": "  "}', 'text: must not be empty.'],
    ['{"at": 1, "text": "a\\u0007b"}', 'text: must not contain control characters.'],
    ['{"at": 1, "text": "x", "id": 3}', 'id: unknown field.'],
  ])('refuses %s', async (body, message) => {
    const answer = await post(host.port, '/app/v1/markers', body);
    expect(answer.status).toBe(400);
    if (typeof message === 'string') expect(messageOf(answer)).toBe(message);
    else expect(messageOf(answer)).toMatch(message);
    expect(host.world.history.calls).toEqual([]);
  });

  test.each(['2', 'x', '1.5', '-1', '9'.repeat(40)])('responds 404 to %s', async (id) => {
    expect((await write(host.port, 'PUT', `/app/v1/markers/${id}`, JSON.stringify(door))).status).toBe(404);
    expect((await write(host.port, 'DELETE', `/app/v1/markers/${id}`)).status).toBe(404);
  });
});

describe('/app/v1/settings', () => {
  test('returns and changes single settings', async () => {
    const before = (await get('settings')).json();
    expect(before).toMatchObject({
      history: true,
      history_raw_days: 90,
      history_minute_days: 730,
      history_max_gib: 10,
    });
    const answer = await patch(host.port, '/app/v1/settings', '{"history_raw_days": 180, "csv_log": true}');
    expect([answer.status, answer.json()]).toEqual([
      200,
      { ...(before as object), history_raw_days: 180, csv_log: true },
    ]);
    expect((await get('settings')).json()).toEqual(answer.json());
  });

  test.each([
    ['{"port": 70000}', 'port: must be at most 65535, got 70000.'],
    ['{"serial_ports": ["/dev/ttyS0"]}', 'serial_ports: unknown field.'],
    ['{"update_feed": "https://evil.example"}', 'update_feed: unknown field.'],
    ['{"csv_log_folder": "/etc"}', 'csv_log_folder: unknown field.'],
    ['{"allowed_origins": ["https://evil.example/path"]}', /^allowed_origins\.0: /],
    ['{"history": "yes"}', 'history: must be true or false.'],
    [
      `{"pinned_channels": ${JSON.stringify(Array(11).fill('usb/E1/co2'))}}`,
      /^pinned_channels: must have at most 10 entries/,
    ],
    [`{"display_units": {"${'m'.repeat(33)}": "m"}}`, /^display_units\.m+: is not a valid key/],
    ['{"history_raw_days": 0}', 'history_raw_days: must be at least 1, got 0.'],
    ['{"history_max_gib": 0}', 'history_max_gib: must be at least 0.05, got 0.'],
  ])('refuses %s', async (body, message) => {
    const before = (await get('settings')).json();
    const answer = await patch(host.port, '/app/v1/settings', body);
    expect(answer.status).toBe(400);
    if (typeof message === 'string') expect(messageOf(answer)).toBe(message);
    else expect(messageOf(answer)).toMatch(message);
    expect((await get('settings')).json()).toEqual(before);
  });
});
