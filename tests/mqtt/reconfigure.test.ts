/** A client that is changed while it publishes: renamed, and its options switched. */
import { expect, test } from 'vitest';
import { openEvents } from '../support/events.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { subscribe } from '../support/mqtt/subscriber.ts';
import { serve } from '../support/rig.ts';
import { until } from '../support/until.ts';

interface Reading {
  serial: string;
  timestamp: string;
}

const name = ({ serial, timestamp }: Reading): string => `${serial} ${timestamp}`;

test('loses no reading, and publishes none twice', async () => {
  const broker = await startMosquitto();
  const witness = await subscribe(broker.port, { filter: '+/+/measurement' });
  const service = await serve([], { args: ['--simulate=4', '--simulate-period', '20', '--simulate-publish'] });
  const change = async (fields: object): Promise<void> => {
    const response = await fetch(`${service.url}/app/v1/mqtt/clients/lab`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ host: '127.0.0.1', port: broker.port, ...fields }),
    });
    expect(response.status, await response.text()).toBe(200);
  };
  const created = await fetch(`${service.url}/app/v1/mqtt/clients`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ identifier: 'lab', host: '127.0.0.1', port: broker.port }),
  });
  expect(created.status).toBe(201);
  await witness.wait('a reading', ({ topic }) => topic.startsWith('lab/'));
  const stream = await openEvents(service.url);
  await stream.waitFor('readings', ({ event }) => event === 'readings');

  const changes = [
    { name: 'hall' },
    { keep_alive: 30 },
    { name: 'roof', protocol_version: 5 },
    { advanced: { qos: 2 } },
  ];
  for (const fields of changes) {
    const already = witness.messages.length;
    await change(fields);
    await until('readings after the change', () => witness.messages.length > already + 200);
  }
  const told = stream.seen.filter(({ event }) => event === 'readings').map(({ data }) => data as unknown as Reading);
  stream.close();
  const published = (): string[] => witness.messages.map(({ payload }) => name(JSON.parse(payload) as Reading));
  await until('the last reading', () => published().includes(name(told.at(-1) as Reading)));
  const all = published();
  expect(told.filter((reading) => !all.includes(name(reading)))).toEqual([]);
  expect(all.length - new Set(all).size).toBe(0);
  expect(new Set(witness.messages.map(({ topic }) => topic.split('/')[0]))).toEqual(new Set(['lab', 'hall', 'roof']));
});
