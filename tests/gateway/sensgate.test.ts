/** The built service and emulated SensGates: what is read, what is wrong with them, and how they come back. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { GatewayStatus, GatewayTestResult, GatewayView } from '../../service/contract/index.ts';
import type { GatewayFault } from '../emulator/gateway/faults.ts';
import type { EmulatedGateway } from '../emulator/gateway/gateway.ts';
import { SHAPE_NAMES } from '../emulator/gateway/shapes.ts';
import { until } from '../support/until.ts';
import { hearsRemoval } from './support/readings.ts';
import { ask, PERIOD_MS, plugGateway } from './support/sensgates.ts';
import { openStation, type Station } from './support/station.ts';

/** Long enough for the pauses between tries, which grow while a fault lasts. In milliseconds. */
const RECOVERY_MS = 40_000;

/** Everyone's. Each test has gateways and serials of its own. */
let station: Station;
beforeAll(async () => {
  station = await openStation();
});

/** With a cause, and between two tries: while one is under way the cause stays, and no next one is told. */
const isWaiting = ({ status }: GatewayView): boolean => status.error !== null && status.next_retry !== null;

interface Asked {
  gateway: EmulatedGateway;
  /** The id of the gateway at the service. */
  id: string;
}

async function open(serial: string): Promise<Asked> {
  const gateway = await plugGateway({ instruments: [{ serial, values: ['102466', '24.87', '66.81'], pollMs: 100 }] });
  const id = await ask(station, gateway);
  await station.behind.temperature(serial, 24.87);
  return { gateway, id };
}

/** Waits until the gateway answers again, with a value that it has not had before. */
async function expectRecovery({ gateway, id }: Asked, serial: string): Promise<void> {
  gateway.show(serial, ['102466', '31', '66.81']);
  await station.behind.temperature(serial, 31, RECOVERY_MS);
  expect((await station.view(id)).status).toMatchObject({ state: 'online', error: null, next_retry: null });
  const { problems } = await station.behind.app();
  expect(problems.filter(({ subject }) => subject === `Gateway ${gateway.port}`)).toEqual([]);
}

describe.concurrent('what is behind a gateway', () => {
  test.for(SHAPE_NAMES.filter((shape) => shape !== 'unknown'))('is read from an answer like %s', async (shape) => {
    const serial = `E1${SHAPE_NAMES.indexOf(shape)}`;
    const other = `E2${SHAPE_NAMES.indexOf(shape)}`;
    const gateway = await plugGateway({
      shape,
      instruments: [
        { serial, values: ['102466', '24.87', '66.81'], port: 2 },
        { serial: other, product: 'VCP-RTD300-CAL', values: ['121.5'], port: 5 },
      ],
    });
    const id = await ask(station, gateway);
    await station.behind.temperature(serial, 24.87);
    await station.behind.temperature(other, 121.5);
    expect(await station.behind.values(serial)).toMatchObject({
      atmospheric_pressure: 102.466,
      temperature: 24.87,
      relative_humidity: 66.81,
      dew_point: expect.any(Number),
    });
    const { connections, channels, info } = (await station.behind.devices())[serial] ?? {};
    expect(connections).toEqual({
      gateway: { gateway_serial: `127.0.0.1:${gateway.port}`, node_id: expect.any(Number) },
      usb: null,
      vcp: null,
    });
    expect(channels?.['temperature']?.period_ms).toBe(PERIOD_MS);
    expect(info).toMatchObject({ product: 'VCP-PTH450-CAL', serial });
    const { status } = await station.view(id);
    expect(status).toMatchObject({ state: 'online', error: null, instruments: 2, gateway_count: 1 });
    gateway.failSensor(serial, [2]);
    await until(
      'no temperature',
      async () => !('temperature' in ((await station.behind.values(serial)) ?? { temperature: 0 })),
    );
    expect(await station.behind.values(serial)).toMatchObject({ relative_humidity: 66.81 });
    expect((await station.device(serial))?.reasons['temperature']).toBe('sensor error');
    gateway.failSensor(serial, []);
    await station.behind.temperature(serial, 24.87);
  });

  test('comes and goes', async () => {
    const { gateway, id } = await open('E31');
    const events = await station.listen();
    gateway.plug({ serial: 'E32', values: ['102466', '15', '50'] });
    await station.behind.temperature('E32', 15);
    const node = await station.nodeOf('E32');
    gateway.unplug('E31');
    await station.behind.gone('E31');
    await hearsRemoval(events, 'E31: no longer listed by the gateway');
    await station.sees('1 device', id, ({ status }) => status.instruments === 1);
    gateway.unplug('E32');
    // A gateway with nothing behind it is well.
    await station.sees('none', id, ({ status }) => status.instruments === 0 && status.state === 'online');
    gateway.plug({ serial: 'E32', values: ['102466', '16', '50'] });
    await station.behind.temperature('E32', 16);
    expect(await station.nodeOf('E32')).toBe(node);
  });

  test('is gone with a gateway that is off, and back with it', async () => {
    const { gateway, id } = await open('E41');
    const events = await station.listen();
    await gateway.stop();
    const isRefused = (view: GatewayView): boolean => isWaiting(view) && view.status.error?.code === 'port-refused';
    const { status } = await station.sees('the port refused', id, isRefused);
    expect(status.state).toBe('waiting');
    expect((await station.device('E41'))?.device.connections.gateway?.gateway_serial).toContain(String(gateway.port));
    await station.behind.gone('E41');
    await hearsRemoval(events, 'E41: gateway not responding');
    await gateway.start();
    await expectRecovery({ gateway, id }, 'E41');
  });

  test('goes and comes with the entry', async () => {
    const { gateway, id } = await open('E51');
    const path = `/app/v1/gateways/${id}`;
    const events = await station.listen();
    expect((await station.send('POST', `${path}/disable`)).status).toBe(200);
    await station.behind.gone('E51');
    await hearsRemoval(events, 'E51: gateway disabled');
    expect((await station.view(id)).status.state).toBe('idle');
    await station.send('POST', `${path}/enable`);
    await station.behind.temperature('E51', 24.87);
    const { config } = await station.view(id);
    expect((await station.send('PUT', path, { ...config, name: 'Cold store' })).status).toBe(200);
    expect((await station.send('DELETE', path)).status).toBe(200);
    await station.behind.gone('E51');
    await hearsRemoval(events, 'E51: gateway removed');
    expect((await station.behind.get(path)).status).toBe(404);
    const asked = gateway.requests;
    const verdict = (await station.send('POST', '/app/v1/gateways/test', config)).json<GatewayTestResult>();
    expect(verdict).toMatchObject({ ok: true, error: null, instruments: ['E51'] });
    expect(gateway.requests).toBe(asked + 1);
  });
});

type Expected = Pick<GatewayStatus, 'state'> & { code: string; words: RegExp };

/** What each fault is called, by hand: docs/gateways.md has the codes. */
const FAULTS: Partial<Record<GatewayFault, Expected>> = {
  half: { state: 'waiting', code: 'answer-broken', words: /before completing the response/ },
  'status-500': { state: 'waiting', code: 'http-error', words: /500/ },
  'status-401': { state: 'failed', code: 'http-error', words: /401/ },
  garbage: { state: 'failed', code: 'not-a-gateway', words: /binary data/ },
  huge: { state: 'failed', code: 'answer-too-large', words: /more than 1 MiB/ },
  silent: { state: 'waiting', code: 'no-answer', words: /did not respond/ },
  'not-a-gateway': { state: 'failed', code: 'not-a-gateway', words: /web page/ },
  'bad-crc': { state: 'waiting', code: 'answer-broken', words: /damaged/ },
};

describe.concurrent('a gateway with a fault shows it, and is well again by itself', () => {
  test.for(Object.entries(FAULTS))('%s', async ([fault, { state, code, words }]) => {
    const serial = `E9${Object.keys(FAULTS).indexOf(fault)}`;
    const asked = await open(serial);
    asked.gateway.fault(fault as GatewayFault);
    const { status } = await station.sees(`the fault ${fault}`, asked.id, isWaiting);
    expect(status).toMatchObject({ state, error: { code, text: expect.stringMatching(words) } });
    expect(status.error?.remedy).not.toBe('');
    expect(status.next_retry).not.toBeNull();
    const { problems } = await station.behind.app();
    const names = problems.filter((problem) => problem.code === 'gateway-failed').map(({ subject }) => subject);
    expect(names.includes(`Gateway ${asked.gateway.port}`)).toBe(state === 'failed');
    asked.gateway.fault('well');
    await expectRecovery(asked, serial);
  });

  test('a name that nobody knows', async () => {
    const id = await station.add({ kind: 'sensgate', name: 'Nowhere', host: 'gateway.invalid', period_ms: PERIOD_MS });
    const { status } = await station.sees('the cause', id, isWaiting);
    expect(status).toMatchObject({ state: 'waiting', error: { code: 'host-unknown' }, gateways: [], instruments: 0 });
    expect(status.error?.text).toContain('gateway.invalid');
  });

  test('slow: it is waited for, and shows how long it takes', async () => {
    const asked = await open('E61');
    asked.gateway.fault('slow', 1500);
    const slow = await station.sees('the time it takes', asked.id, ({ status }) => (status.latency_ms ?? 0) >= 1400);
    expect(slow.status).toMatchObject({ state: 'online', error: null });
    asked.gateway.fault('slow', 30_000);
    const { status } = await station.sees('too slow', asked.id, isWaiting);
    expect(status).toMatchObject({ state: 'waiting', error: { code: 'no-answer' } });
    asked.gateway.fault('well');
    await expectRecovery(asked, 'E61');
  });

  test('an answer of unknown form, which is shown as it came', async () => {
    const asked = await open('E62');
    asked.gateway.shape = 'unknown';
    const { status } = await station.sees('the unknown', asked.id, isWaiting);
    expect(status).toMatchObject({
      state: 'failed',
      error: { code: 'answer-unknown' },
      unknown_answer: {
        path: '/sensgate/rvcp/devices',
        status: 200,
        content_type: 'application/json',
        head: '{"gateway":"G00033","ports":[{"port":1,"attached":"E62"}]}',
      },
    });
    asked.gateway.shape = 'lines';
    await expectRecovery(asked, 'E62');
  });
});
