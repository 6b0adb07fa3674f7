/** The event stream as its readers see it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readingsEventSchema } from '../../../../service/contract/index.ts';
import { describePth } from '../../devices/support.ts';
import { patch } from '../support/ask.ts';
import { type EventClient, openEvents } from '../support/event-client.ts';
import { type Host, startHost } from '../support/host.ts';
import { PATIENCE } from '../support/patience.ts';

let host: Host;

beforeEach(async () => {
  host = await startHost();
});
afterEach(() => host.stop());

const names = ({ events }: EventClient): string[] => events.map(({ what }) => what);

const PROBLEM = { code: 'port-busy', subject: 'COM3', text: 'Held.', remedy: 'Free it.' } as const;

describe('a new reader', () => {
  test('receives every device and every problem', async () => {
    host.attach('E1', 20);
    host.driver.events.emit('attached', describePth('G1', { family: 'gateway' }));
    host.registry.raise(PROBLEM);
    const client = await openEvents(host.port);
    expect(client.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(client.headers['cache-control']).toBe('no-store');
    const [first, second, third] = await client.untilCount(3);
    expect(names(client)).toEqual(['device', 'device', 'problem']);
    expect(first?.value).toMatchObject({ serial: 'E1', state: 'measuring' });
    expect(second?.value).toMatchObject({ serial: 'G1', state: 'starting' });
    expect(third?.value).toMatchObject(PROBLEM);
    await client.until(() => client.isReady);
    expect(client.text.lastIndexOf('event: entity')).toBeLessThan(client.text.indexOf('event: ready'));
    expect(client.text).toMatch(/^retry: \d+\n\n/);
    client.close();
  });

  test('receives an ID even without events', async () => {
    const client = await openEvents(host.port);
    await client.until(() => client.lastId !== '');
    expect(client.events).toEqual([]);
    client.close();
  });

  test('receives a comment on a quiet stream', async () => {
    const quiet = await startHost({ limits: { heartbeatMs: 20 } });
    const client = await openEvents(quiet.port);
    await client.until(() => client.text.includes('\n\n:\n\n:\n\n'));
    client.close();
    await quiet.stop();
  });
});

describe('a change', () => {
  test('is sent immediately and in order, each event with its own ID', async () => {
    const client = await openEvents(host.port);
    await client.until(() => client.lastId !== '');
    host.attach('E1');
    host.measure('E1', 20.5);
    host.measure('E1', 20.75);
    host.registry.raise(PROBLEM);
    host.registry.clear(PROBLEM);
    host.driver.events.emit('detached', { family: 'usb', serial: 'E1', reason: 'unplugged' });
    await client.until(() => names(client).includes('device gone'));
    // The second `device` tells what a reading cannot: that the device is measuring now.
    expect(names(client)).toEqual([
      'device',
      'readings',
      'device',
      'readings',
      'problem',
      'problem gone',
      'disconnected-device',
      'device gone',
    ]);
    const [, readings, measuring, , , over, , removed] = client.events;
    expect(readingsEventSchema.parse(readings?.data)).toMatchObject({
      family: 'usb',
      serial: 'E1',
      timestamp: '2026-11-20T14:45:12.318Z',
      values: { temperature: { magnitude: 20.5, unit: '°C' } },
    });
    expect(measuring?.value).toMatchObject({ state: 'measuring' });
    expect(over?.data).toEqual({ kind: 'problem', key: 'port-busy COM3', value: null });
    expect(removed?.data).toEqual({ kind: 'device', key: 'usb/E1', value: null, reason: 'unplugged' });
    const ids = client.events.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[\da-f]+-\d+$/);
    client.close();
  });

  test('is a device event with a reason if a channel fails, and another when it recovers', async () => {
    host.attach('E1', 20);
    const client = await openEvents(host.port);
    await client.untilCount(1);
    host.measure('E1', null);
    host.measure('E1', null);
    host.measure('E1', 21);
    await client.untilCount(6);
    expect(names(client)).toEqual(['device', 'readings', 'device', 'readings', 'readings', 'device']);
    expect(client.events[2]?.value).toMatchObject({
      state: 'failing',
      reasons: { temperature: 'sensor error' },
    });
    client.close();
  });

  test('is a device event with the uncorrected channel when a correction begins, and another with its first value', async () => {
    host.attach('E1', 20);
    const client = await openEvents(host.port);
    await client.untilCount(1);
    const device = host.registry.get({ family: 'usb', serial: 'E1' });
    if (!device) throw new Error('not attached');
    device.correct(new Map([['temperature', { unit: '°C', correct: (value: number) => value - 1 }]]));
    host.registry.events.emit('changed', device);
    host.measure('E1', 20);
    host.measure('E1', 20);
    await client.untilCount(5);
    expect(names(client)).toEqual(['device', 'device', 'readings', 'device', 'readings']);
    const reason = { temperature_uncorrected: 'no reading yet' };
    expect(client.events[1]?.value).toMatchObject({ reasons: reason });
    expect(client.events[3]?.value).not.toMatchObject({ reasons: reason });
    expect(readingsEventSchema.parse(client.events[4]?.data).values).toMatchObject({
      temperature: { magnitude: 19, unit: '°C' },
      temperature_uncorrected: { magnitude: 20, unit: '°C' },
    });
    client.close();
  });

  test('is a device event if the user renames a device', async () => {
    host.attach('E1', 20);
    const client = await openEvents(host.port);
    await client.untilCount(1);
    await patch(host.port, '/app/v1/devices/usb/E1', '{"alias":"Cellar"}');
    await client.untilCount(2);
    expect(client.events[1]).toMatchObject({ what: 'device', value: { alias: 'Cellar' } });
    client.close();
  });

  test('is sent to all readers', async () => {
    const clients = await Promise.all([1, 2, 3].map(() => openEvents(host.port)));
    host.attach('E1', 20);
    for (const client of clients) await client.untilCount(3);
    const [first] = clients;
    for (const client of clients) {
      expect(client.events).toEqual(first?.events);
      client.close();
    }
  });
});

describe('a reader that reconnects', () => {
  async function leaveAfter(count: number): Promise<string> {
    const client = await openEvents(host.port);
    await client.untilCount(count);
    // The last of what a stream begins with: only then was the reader told everything.
    await client.until(() => client.isReady);
    client.close();
    return client.lastId;
  }

  test('receives missed events once', async () => {
    host.attach('E1', 20);
    const id = await leaveAfter(1);
    host.measure('E1', 21);
    host.measure('E1', 22);
    const client = await openEvents(host.port, { 'Last-Event-ID': id });
    await client.untilCount(2);
    host.measure('E1', 23);
    await client.untilCount(3);
    expect(client.events.map(({ data }) => readingsEventSchema.parse(data).values['temperature']?.magnitude)).toEqual([
      21, 22, 23,
    ]);
    client.close();
  });

  test('receives nothing if it missed nothing', async () => {
    host.attach('E1', 20);
    const id = await leaveAfter(1);
    const client = await openEvents(host.port, { 'Last-Event-ID': id });
    host.measure('E1', 21);
    await client.untilCount(1);
    expect(names(client)).toEqual(['readings']);
    client.close();
  });

  test.each([
    ['of another run', (id: string) => id.replace(/^\w+/, '0123456789ab')],
    ['of no form', () => 'nonsense'],
    ['from the future', (id: string) => id.replace(/-\d+$/, '-99999')],
    ['from before everything', (id: string) => id.replace(/-\d+$/, '-0')],
    ['with a sign', (id: string) => id.replace(/-(\d+)$/, '-+$1')],
  ])('starts over with the ID %s', async (_what, change) => {
    host.attach('E1', 20);
    host.registry.raise(PROBLEM);
    const id = change(await leaveAfter(1));
    const client = await openEvents(host.port, { 'Last-Event-ID': id });
    await client.untilCount(3);
    expect(names(client)).toEqual(['reset', 'device', 'problem']);
    expect(client.events[0]?.data).toEqual({});
    client.close();
  });

  test('starts over if it is too late', async () => {
    const short = await startHost({ limits: { bufferedEvents: 3 } });
    short.attach('E1', 20);
    const before = await openEvents(short.port);
    await before.untilCount(1);
    const id = before.events[0]?.id ?? '';
    for (const temperature of [21, 22, 23, 24]) short.measure('E1', temperature);
    await before.untilCount(5);
    const recent = before.events[1]?.id ?? '';
    const late = await openEvents(short.port, { 'Last-Event-ID': id });
    await late.untilCount(2);
    expect(names(late)).toEqual(['reset', 'device']);
    const inTime = await openEvents(short.port, { 'Last-Event-ID': recent });
    await inTime.untilCount(3);
    expect(names(inTime)).toEqual(['readings', 'readings', 'readings']);
    for (const client of [before, late, inTime]) client.close();
    await short.stop();
  });

  test('starts over if events were not stored', async () => {
    host.attach('E1', 20);
    const id = await leaveAfter(1);
    // The service hears a moment later that the reader left.
    await expect
      .poll(async () => (await (await fetch(`${host.url}/app/v1/status`)).json()) as object, PATIENCE)
      .toMatchObject({
        streams: 0,
      });
    host.clock.advance(61_000);
    host.measure('E1', 21);
    const client = await openEvents(host.port, { 'Last-Event-ID': id });
    await client.untilCount(2);
    expect(names(client)).toEqual(['reset', 'device']);
    client.close();
  });
});
