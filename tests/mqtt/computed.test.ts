/** Computed channels at a real broker: topics of their own, Home Assistant discovery, and none for simulated inputs. */
import { expect, test } from 'vitest';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { subscribe } from '../support/mqtt/subscriber.ts';
import { measured, plug, serve } from '../support/rig.ts';
import type { RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

async function send<Answer>({ url }: RunningService, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${url}/app/v1/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.ok, await response.clone().text()).toBe(true);
  return (await response.json()) as Answer;
}

test('is published as a device, announced, and leaves the contract as it is', async () => {
  const broker = await startMosquitto();
  const witness = await subscribe(broker.port);
  const instrument = await plug();
  const service = await serve([instrument], { args: ['--simulate=1', '--simulate-period', '200'] });
  await measured(service);
  const client = { identifier: 'lab', host: '127.0.0.1', port: broker.port, name: 'lab' };
  await send(service, 'POST', 'mqtt/clients', { ...client, advanced: { discovery: true } });
  await witness.wait('readings', ({ topic }) => topic === 'lab/E24638/measurement');
  const { id } = await send<{ id: string }>(service, 'POST', 'computed', {
    name: 'Twice the room',
    unit: '°C',
    formula: '2 * [usb/E24638/temperature]',
  });
  const simulated = await send<{ id: string }>(service, 'POST', 'computed', {
    name: 'Not real',
    formula: '2 * [usb/SIM00001/temperature] + 0 * [usb/E24638/temperature]',
  });

  const { payload } = await witness.wait('its reading', ({ topic }) => topic === `lab/${id}/measurement`);
  // The published line of the instrument: 24.87 °C.
  expect(JSON.parse(payload)).toMatchObject({ serial: id, values: { value: { magnitude: 49.74, unit: '°C' } } });
  const info = await witness.wait('info', ({ topic }) => topic === `lab/${id}/info`);
  expect(JSON.parse(info.payload)).toMatchObject({
    device: { info: { product: 'Computed channel', serial: id }, channels: { value: { value: null } } },
    product: { channels: { value: { description: 'Twice the room', unit: '°C' } } },
  });
  await until('online', () => witness.on(`lab/${id}/status`).at(-1)?.payload === 'online');
  const config = await witness.wait('discovery', ({ topic }) => topic.endsWith(`/${id}_value/config`));
  expect(JSON.parse(config.payload)).toMatchObject({
    name: 'Twice the room',
    state_topic: `lab/${id}/measurement`,
    unit_of_measurement: '°C',
    device: { serial_number: id, manufacturer: 'Mensura' },
  });

  await until('a result of simulated inputs', async () => {
    const device = await send<{ state: string }>(service, 'GET', `devices/computed/${simulated.id}`);
    return device.state === 'measuring';
  });
  const families = await Promise.all(
    ['usb', 'gateway'].map(async (family) => (await fetch(`${service.url}/3.7.0/devices/${family}`)).json()),
  );
  expect(families.map((answer) => Object.keys((answer as { devices: object }).devices))).toEqual([
    ['E24638', 'SIM00001'],
    [],
  ]);

  await send(service, 'DELETE', `computed/${id}`);
  await until('offline', () => witness.on(`lab/${id}/status`).at(-1)?.payload === 'offline');
  expect(witness.messages.filter(({ topic }) => topic.includes(simulated.id))).toEqual([]);
});
