/** What the event stream tells of gateways. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { GatewayConfig, GatewayView } from '../../../../service/contract/index.ts';
import { describePth } from '../../devices/support.ts';
import { post, write } from '../support/ask.ts';
import { type EventClient, openEvents } from '../support/event-client.ts';
import { type Host, startHost } from '../support/host.ts';

const FLEET: GatewayConfig = { kind: 'mqtt', name: 'Fleet', enabled: true, client: 'lab', prefix: 'fleet/+' };

let host: Host;

beforeEach(async () => {
  host = await startHost({ limits: { slowReaderBytes: 64 * 1024 } });
});
afterEach(() => host.stop());

const told = (client: EventClient): (GatewayView | null)[] => client.valuesOf('gateway') as (GatewayView | null)[];

test('sends every gateway to a new reader, after devices, problems and clients', async () => {
  host.attach('E1', 20);
  host.registry.raise({ code: 'gateway-failed', subject: 'Fleet', text: 'Gone.', remedy: '' });
  await host.world.mqtt.create({ identifier: 'lab' });
  const { id } = await host.world.gateways.create(FLEET);
  const client = await openEvents(host.port);
  await client.untilCount(4);
  expect(client.events.map(({ what }) => what)).toEqual(['device', 'problem', 'mqtt-client', 'gateway']);
  expect(told(client)).toEqual([host.world.gateways.get(id)]);
  client.close();
});

test('sends changes of gateways, whoever makes them', async () => {
  const client = await openEvents(host.port);
  await client.until(() => client.lastId !== '');
  await post(host.port, '/app/v1/gateways', JSON.stringify(FLEET));
  host.world.gateways.fare('g01a2b3c4', { state: 'online', received: 7 });
  await write(host.port, 'DELETE', '/app/v1/gateways/g01a2b3c4');
  await client.untilCount(3);
  const [added, online, removed] = told(client);
  expect(added).toMatchObject({ id: 'g01a2b3c4', status: { state: 'connecting' } });
  expect(online?.status).toMatchObject({ state: 'online', received: 7 });
  expect(removed).toBeNull();
  client.close();
});

test('sends all gateways after the reset to a reader that reconnects too late', async () => {
  await host.world.gateways.create(FLEET);
  const lost = await openEvents(host.port, { 'Last-Event-ID': 'other-1' });
  await lost.untilCount(2);
  expect(lost.events.map(({ what }) => what)).toEqual(['reset', 'gateway']);
  lost.close();
});

test('sends only the latest of each gateway to a slow reader, and of a device with the same name', async () => {
  const { id } = await host.world.gateways.create(FLEET);
  const slow = await openEvents(host.port);
  await slow.untilCount(1);
  slow.pause();
  // Large enough to fill the buffers between the two in some hundred events.
  const unknown_answer = { path: '/', status: 200, content_type: '', head: 'x'.repeat(30_000) };
  const COUNT = 2000;
  for (let count = 1; count <= COUNT; count += 1) {
    host.world.gateways.fare(id, { received: count, unknown_answer });
    if (count % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  host.driver.events.emit('attached', describePth(id, { family: 'gateway' }));
  host.world.gateways.fare(id, { received: COUNT + 1, unknown_answer: null });
  slow.resume();
  await slow.until(() => told(slow).at(-1)?.status.received === COUNT + 1);
  await slow.until(() => slow.events.some(({ what }) => what === 'device'));
  const seen = told(slow).map((gateway) => gateway?.status.received ?? 0);
  expect(seen.length).toBeLessThan(COUNT);
  expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  slow.close();
});
