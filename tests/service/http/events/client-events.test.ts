/** What the event stream tells of MQTT clients. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EntityEventOf } from '../../../../service/contract/index.ts';
import { post, write } from '../support/ask.ts';
import { type EventClient, openEvents } from '../support/event-client.ts';
import { type Host, startHost } from '../support/host.ts';

let host: Host;

beforeEach(async () => {
  host = await startHost({ limits: { slowReaderBytes: 64 * 1024 } });
});
afterEach(() => host.stop());

function told({ events }: EventClient): EntityEventOf<'mqtt-client'>[] {
  return events.flatMap(({ what, data }) =>
    what.startsWith('mqtt-client') ? [data as EntityEventOf<'mqtt-client'>] : [],
  );
}

const published = (client: EventClient, identifier: string): (number | undefined)[] =>
  told(client)
    .filter((event) => event.key === identifier)
    .map((event) => event.value?.status.published);

describe('a new reader', () => {
  test('receives every client, after devices and problems', async () => {
    host.attach('E1', 20);
    host.registry.raise({ code: 'port-busy', subject: 'COM3', text: 'Held.', remedy: '' });
    await host.world.mqtt.create({ identifier: 'b' });
    await host.world.mqtt.create({ identifier: 'a/🌡️', name: 'a', password: 'hunter2' });
    const client = await openEvents(host.port);
    await client.untilCount(4);
    expect(client.events.map(({ what }) => what)).toEqual(['device', 'problem', 'mqtt-client', 'mqtt-client']);
    expect(told(client).map((event) => [event.key, event.value?.password_set])).toEqual([
      ['a/🌡️', true],
      ['b', false],
    ]);
    expect(client.text).not.toContain('hunter2');
    client.close();
  });
});

describe('a reader', () => {
  test('receives changes of clients, whoever makes them', async () => {
    const client = await openEvents(host.port);
    await client.until(() => client.lastId !== '');
    await post(host.port, '/app/v1/mqtt/clients', '{"identifier":"lab"}');
    host.world.mqtt.fare('lab', { state: 'online', published: 7 });
    await write(host.port, 'DELETE', '/app/v1/mqtt/clients/lab');
    await client.untilCount(3);
    const [added, online, removed] = told(client);
    expect(added?.value).toMatchObject({ identifier: 'lab', status: { state: 'connecting' } });
    expect(online?.value?.status).toMatchObject({ state: 'online', published: 7 });
    expect(removed).toEqual({ kind: 'mqtt-client', key: 'lab', value: null });
    client.close();
  });

  test('receives missed events after a reconnect, or all clients if they were discarded', async () => {
    await host.world.mqtt.create({ identifier: 'lab' });
    const first = await openEvents(host.port);
    await first.untilCount(1);
    first.close();
    host.world.mqtt.fare('lab', { published: 1 });
    const again = await openEvents(host.port, { 'Last-Event-ID': first.lastId });
    await again.untilCount(1);
    expect(published(again, 'lab')).toEqual([1]);
    again.close();
    const lost = await openEvents(host.port, { 'Last-Event-ID': 'other-1' });
    await lost.untilCount(2);
    expect(lost.events.map(({ what }) => what)).toEqual(['reset', 'mqtt-client']);
    lost.close();
  });

  test('receives only the latest of each client if it is slow', async () => {
    for (const identifier of ['a', 'b', 'gone']) await host.world.mqtt.create({ identifier });
    const slow = await openEvents(host.port);
    await slow.untilCount(3);
    slow.pause();
    // Large enough to fill the buffers between the two in some hundred events.
    const last_published = { topic: 'a', payload: 'x'.repeat(30_000), timestamp: '2026-11-20T14:45:12.318Z' };
    const COUNT = 2000;
    for (let count = 1; count <= COUNT; count += 1) {
      host.world.mqtt.fare('a', { published: count, last_published });
      if (count % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    host.world.mqtt.fare('b', { published: 1 });
    host.world.mqtt.fare('b', { published: 2 });
    await host.world.mqtt.remove('gone');
    slow.resume();
    await slow.until(() => told(slow).some((event) => event.key === 'gone' && !event.value));
    await slow.until(() => published(slow, 'a').at(-1) === COUNT);
    const seen = published(slow, 'a');
    expect(seen.length).toBeLessThan(COUNT);
    expect(seen).toEqual(seen.toSorted((one, other) => Number(one) - Number(other)));
    expect(published(slow, 'b')).toEqual([0, 2]);
    host.world.mqtt.fare('b', { published: 3 });
    await slow.until(() => published(slow, 'b').at(-1) === 3);
    slow.close();
  });
});
