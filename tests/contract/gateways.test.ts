/** A gateway on the network and the built service: docs/gateways.md, and interface.md for what is behind it. */
import { expect, test } from 'vitest';
import type { GatewayError, GatewayVerdict, GatewayView, Measurement } from '../../service/contract/index.ts';
import type { GatewayFault } from '../instruments/gateway/faults.ts';
import { createGateway, type EmulatedGateway } from '../instruments/gateway/gateway.ts';
import type { RunningService } from '../support/service.ts';
import { freshFolder } from './support/process.ts';
import { type Answer, request } from './support/raw-http.ts';
import { atEnd, serve } from './support/rig.ts';
import { until } from './support/until.ts';

const GATEWAYS = '/app/v1/gateways';

/** How long a gateway that answers again may go unnoticed, in milliseconds: a bound, not an expectation. */
const PATIENCE_MS = 50_000;

function send(service: RunningService, method: string, path: string, body: unknown = {}): Promise<Answer> {
  const headers: [string, string][] = [['Content-Type', 'application/json']];
  return request(service.port, { method, path, headers, body: JSON.stringify(body) });
}

async function read<What>(service: RunningService, path: string): Promise<What> {
  const answer = await request(service.port, { path });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json<What>();
}

/** A gateway with the instrument of the published line, and another one. */
async function switchOn(): Promise<EmulatedGateway> {
  const gateway = createGateway({
    instruments: [
      { serial: 'E24638', values: ['102466', '24.87', '66.81'], pollMs: 100 },
      { serial: 'E24639', pollMs: 100 },
    ],
  });
  await gateway.start();
  atEnd(() => gateway.stop());
  return gateway;
}

async function add(service: RunningService, { host, port }: EmulatedGateway): Promise<GatewayView> {
  const body = { kind: 'sensgate', name: `port ${port}`, host, port, period_ms: 100 };
  const answer = await send(service, 'POST', GATEWAYS, body);
  expect(answer.status).toBe(201);
  return answer.json<GatewayView>();
}

const statusOf = async (service: RunningService, id: string): Promise<GatewayView['status']> =>
  (await read<GatewayView>(service, `${GATEWAYS}/${id}`)).status;

/** What is wrong with it, once it is of that code. */
async function failureOf(service: RunningService, id: string, code: string): Promise<GatewayError | null> {
  const { error } = await statusOf(service, id);
  return error?.code === code ? error : null;
}

async function untilOnline(service: RunningService, id: string): Promise<void> {
  await until(
    'the gateway and its instruments',
    async () => {
      const { state, instruments, error } = await statusOf(service, id);
      return state === 'online' && instruments === 2 && !error;
    },
    PATIENCE_MS,
  );
}

const measured = (service: RunningService): Promise<Measurement[]> =>
  read<Measurement[]>(service, '/3.7.0/devices/gateway/measurements');

/** Where the contract says that the instruments are. */
async function connections(service: RunningService): Promise<Record<string, unknown>> {
  const { devices } = await read<{ devices: Record<string, { connections: unknown }> }>(
    service,
    '/3.7.0/devices/gateway',
  );
  return Object.fromEntries(Object.entries(devices).map(([serial, device]) => [serial, device.connections]));
}

test('a gateway is tried, added, read, and read again after a restart with the same numbers', async () => {
  const gateway = await switchOn();
  const dataDir = freshFolder();
  const service = await serve([], { dataDir });
  const { host, port } = gateway;
  const tried = await send(service, 'POST', `${GATEWAYS}/test`, { kind: 'sensgate', name: 'Cellar', host, port });
  expect(tried.json<GatewayVerdict>()).toMatchObject({ ok: true, instruments: ['E24638', 'E24639'] });
  expect(await read(service, GATEWAYS)).toEqual({ gateways: [] });

  const { id } = await add(service, gateway);
  await untilOnline(service, id);
  const path = '/3.7.0/devices/gateway/E24638/measurement';
  const { values } = await read<Measurement>(service, path);
  expect(values).toMatchObject({
    atmospheric_pressure: { magnitude: 102.466, unit: 'kPa' },
    temperature: { magnitude: 24.87, unit: '°C' },
    relative_humidity: { magnitude: 66.81, unit: '%rh' },
  });
  expect((await measured(service)).map(({ serial }) => serial)).toEqual(['E24638', 'E24639']);
  expect(await read(service, '/3.7.0/devices/usb/measurements')).toEqual([]);
  const before = await connections(service);
  const gateway_serial = expect.stringMatching(/\S/) as string;
  expect(before).toEqual({
    E24638: { gateway: { gateway_serial, node_id: 1 }, usb: null, vcp: null },
    E24639: { gateway: { gateway_serial, node_id: 2 }, usb: null, vcp: null },
  });

  // The other one alone is there when the service comes back: it keeps its number.
  await service.stop();
  gateway.unplug('E24638');
  const again = await serve([], { dataDir });
  await until('the instrument', async () => (await measured(again)).length === 1);
  gateway.plug({ serial: 'E24638', pollMs: 100 });
  await untilOnline(again, id);
  expect(await connections(again)).toEqual(before);

  expect((await send(again, 'DELETE', `${GATEWAYS}/${id}`)).status).toBe(200);
  await until('their end', async () => (await measured(again)).length === 0);
});

const FAULTS: readonly (readonly [fault: GatewayFault | 'off' | 'unknown', code: string, state: string])[] = [
  ['status-500', 'http-error', 'waiting'],
  ['half', 'answer-broken', 'waiting'],
  ['bad-crc', 'answer-broken', 'waiting'],
  ['silent', 'no-answer', 'waiting'],
  ['off', 'port-refused', 'waiting'],
  ['huge', 'answer-too-large', 'failed'],
  ['not-a-gateway', 'not-a-gateway', 'failed'],
  ['garbage', 'not-a-gateway', 'failed'],
  ['unknown', 'answer-unknown', 'failed'],
];

test.each(FAULTS)('a gateway that is %s shows as %s, %s, and recovers by itself', async (fault, code, state) => {
  const gateway = await switchOn();
  const service = await serve();
  const { id, config } = await add(service, gateway);
  await untilOnline(service, id);
  if (fault === 'off') await gateway.stop();
  else if (fault === 'unknown') gateway.shape = 'unknown';
  else gateway.fault(fault);
  const { text } = await until('the cause', () => failureOf(service, id, code), PATIENCE_MS);
  expect(text).toMatch(/\S.*\.$/);
  await until(`the state ${state}`, async () => (await statusOf(service, id)).state === state);
  const troubles = async (): Promise<string[]> => {
    const status = await read<{ troubles: { code: string; subject: string }[] }>(service, '/app/v1/status');
    return status.troubles.map((trouble) => `${trouble.code} ${trouble.subject}`);
  };
  expect(await troubles()).toEqual(state === 'failed' ? [`gateway-failed ${config.name}`] : []);
  if (fault === 'off') await gateway.start();
  else if (fault === 'unknown') gateway.shape = 'lines';
  else gateway.fault('well');
  await untilOnline(service, id);
  expect(await troubles()).toEqual([]);
  await until('a new reading', async () => (await measured(service)).length === 2);
});
