/** A client whose connection breaks: the broker publishes its last will, and what it said has to be corrected. */
import { expect, test } from 'vitest';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { startProxy } from '../support/mqtt/proxy.ts';
import { subscribe } from '../support/mqtt/subscriber.ts';
import { serve } from '../support/rig.ts';

test.each([
  { what: 'nothing carried over', fields: {} },
  { what: 'QoS 2 and a session that is kept', fields: { clean_session: false, advanced: { qos: 2 } } },
  {
    what: 'MQTT 5, QoS 2 and a session that is kept',
    fields: { protocol_version: 5, clean_session: false, advanced: { qos: 2 } },
  },
])('says again that it is online, with $what', async ({ fields }) => {
  const broker = await startMosquitto();
  const proxy = await startProxy(broker.port);
  const witness = await subscribe(broker.port, { filter: 'lab/status' });
  // No readings: nothing is on its way when the connection breaks.
  const service = await serve();
  const created = await fetch(`${service.url}/app/v1/mqtt/clients`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      identifier: 'lab',
      host: '127.0.0.1',
      port: proxy.port,
      reconnect: { min_delay: 50, max_delay: 100 },
      ...fields,
    }),
  });
  expect(created.status).toBe(201);
  await witness.waitForCount(1);
  proxy.cut();
  await witness.waitForCount(3);
  expect(witness.messages.slice(0, 3).map(({ payload }) => payload)).toEqual(['online', 'offline', 'online']);
});
