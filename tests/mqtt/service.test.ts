/** The built service from the first request to the last goodbye, with a real broker and an independent witness. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AppStatus, MqttClients, MqttTestResult } from '../../service/contract/index.ts';
import { createAuthority } from '../support/mqtt/certificates.ts';
import { publishQos2, startHostileBroker } from '../support/mqtt/hostile-broker.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { subscribe } from '../support/mqtt/subscriber.ts';
import { freshFolder } from '../support/process.ts';
import { plug, serve } from '../support/rig.ts';
import type { RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

const SIMULATED = ['--simulate=1', '--simulate-period', '200', '--simulate-publish'];

async function post(service: RunningService, path: string, body: unknown): Promise<[status: number, answer: unknown]> {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return [response.status, await response.json()];
}

async function clients(service: RunningService): Promise<MqttClients['clients']> {
  return ((await (await fetch(`${service.url}/app/v1/mqtt/clients`)).json()) as MqttClients).clients;
}

async function states(service: RunningService): Promise<Record<string, string>> {
  return Object.fromEntries((await clients(service)).map(({ identifier, status }) => [identifier, status.state]));
}

describe('one request, and every reading is at the broker', () => {
  test('publishes status, info and measurements, goes on after a restart, and stops when removed', async () => {
    const broker = await startMosquitto();
    const witness = await subscribe(broker.port);
    const instrument = await plug();
    const dataDir = freshFolder();
    const first = await serve([instrument], { args: SIMULATED, dataDir });

    const client = { host: '127.0.0.1', name: 'local', port: broker.port };
    const added = await post(first, '/expert/3.6.0/add_mqtt_clients', { mqtt: { clients: { 'my-client': client } } });
    expect(added).toEqual([200, { success: true }]);

    await witness.wait(
      'status',
      ({ topic, payload, retain }) => topic === 'local/status' && payload === 'online' && retain,
    );
    const measurement = await witness.wait('a reading', ({ topic }) => topic === 'local/E24638/measurement');
    expect(measurement.retain).toBe(false);
    expect(measurement.qos).toBe(1);
    // The published line of the instrument: 102466 Pa, 24.87 °C, 66.81 %rh.
    expect(JSON.parse(measurement.payload)).toMatchObject({
      serial: 'E24638',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      values: {
        atmospheric_pressure: { magnitude: 102.466, unit: 'kPa' },
        relative_humidity: { magnitude: 66.81, unit: '%rh' },
        temperature: { magnitude: 24.87, unit: '°C' },
      },
    });
    const info = await witness.wait('info', ({ topic, retain }) => topic === 'local/E24638/info' && retain);
    expect(JSON.parse(info.payload)).toMatchObject({
      device: { model: 'VCP-PTH450-CAL/v1', channels: { temperature: { value: null } } },
      product: { model: 'VCP-PTH450-CAL/v1' },
    });
    const about = await witness.wait('about', ({ topic }) => topic === 'local/about');
    expect(JSON.parse(about.payload)).toMatchObject({
      installation: expect.stringMatching(/^MS[0-9A-Z]{10}$/),
      service_name: 'mensura-device-service',
    });
    await witness.wait('a simulated reading', ({ topic }) => topic === 'local/SIM00001/measurement');
    expect(witness.on('local/E24638/status').at(-1)).toMatchObject({ payload: 'online', retain: true });

    const file = await readFile(join(dataDir, 'mqtt-clients.json'), 'utf8');
    expect(JSON.parse(file)).toMatchObject({ mqtt: { clients: { 'my-client': { ...client, protocol_version: 4 } } } });
    expect(file).not.toContain('password');

    await first.stop();
    await until('offline', () => witness.on('local/status').at(-1)?.payload === 'offline');
    const before = witness.messages.length;
    const second = await serve([instrument], { args: SIMULATED, dataDir });
    await until('readings after the restart', () =>
      witness.messages.slice(before).some(({ topic }) => topic === 'local/E24638/measurement'),
    );

    const removed = await post(second, '/expert/3.6.0/remove_mqtt_client', { mqtt: { clients: ['local'] } });
    expect(removed).toEqual([200, { success: true }]);
    await until('offline', () => witness.on('local/status').some(({ payload }, index) => index > 1 && payload === ''));
    // A newcomer finds nothing retained.
    const newcomer = await subscribe(broker.port);
    const sign = await subscribe(broker.port, { filter: 'sign' });
    await second.stop();
    const third = await serve([instrument], { args: SIMULATED, dataDir });
    await until(
      'the instrument to measure',
      async () => (await fetch(`${third.url}/3.7.0/devices/usb/E24638/measurement`)).ok,
    );
    expect(newcomer.messages).toEqual([]);
    expect(await clients(third)).toEqual([]);
    await sign.stop();
  });
});

describe('a client that fails', () => {
  test('does not affect another, and says why', async () => {
    const good = await startMosquitto();
    const guarded = await startMosquitto({ users: { lab: 'right' } });
    const witness = await subscribe(good.port);
    const service = await serve([], { args: SIMULATED });
    const answer = await post(service, '/expert/3.7.0/add_mqtt_clients', {
      mqtt: {
        clients: {
          good: { host: '127.0.0.1', port: good.port },
          wrong: { host: '127.0.0.1', port: guarded.port, username: 'lab', password: 'hunter-2-wrong' },
          nowhere: { host: 'broker.invalid' },
        },
      },
    });
    expect(answer).toEqual([200, { message: 'success' }]);
    await witness.wait('a reading', ({ topic }) => topic === 'good/SIM00001/measurement');
    await until('the wrong password to be refused', async () => (await states(service))['wrong'] === 'failed');
    const byName = Object.fromEntries((await clients(service)).map((client) => [client.identifier, client]));
    // Mosquitto says "not authorized" of a wrong password.
    expect(byName['wrong']?.status.error).toMatchObject({
      code: 'not-authorized',
      remedy: expect.stringContaining('password'),
    });
    await until('the unknown host', async () => {
      const all = await clients(service);
      return all.find(({ identifier }) => identifier === 'nowhere')?.status.error?.code === 'host-unknown';
    });
    expect((await states(service))['good']).toBe('online');
    // A broker that refuses is a problem with a remedy; passwords are in no answer and no log.
    const status = await (await fetch(`${service.url}/app/v1/status`)).text();
    expect(status).toContain('broker-refused');
    const everything = [status, JSON.stringify(await clients(service)), service.output()].join('\n');
    expect(everything).not.toContain('hunter-2-wrong');
  });
});

describe('a broker that sends messages to a client that subscribed to nothing', () => {
  test('is a problem with a remedy, counted, and neither is left when the client is deleted', async () => {
    const next = (): Buffer => publishQos2(4, 1, Buffer.from('x'));
    const hostile = await startHostileBroker({ version: 4, after: 'connect', next });
    const service = await serve([], { args: SIMULATED });
    const client = { identifier: 'lab', host: '127.0.0.1', port: hostile.port };
    await post(service, '/app/v1/mqtt/clients', { ...client, reconnect: { min_delay: 20, max_delay: 40 } });
    const problems = async (): Promise<AppStatus['problems']> =>
      ((await (await fetch(`${service.url}/app/v1/status`)).json()) as AppStatus).problems;
    const [problem] = await until('a problem', async () => {
      const all = await problems();
      return all.length > 0 && all;
    });
    expect(problem).toMatchObject({
      code: 'broker-refused',
      subject: 'lab',
      text: expect.stringContaining('sent a message to a client without subscriptions'),
      remedy: expect.stringContaining('Use another client ID'),
    });
    await until('three connections', () => hostile.connections > 3);
    expect((await problems())[0]?.since).toBe(problem?.since);
    const [view] = await clients(service);
    expect(view?.status.violations).toBeGreaterThanOrEqual(3);
    expect(view?.status.error?.code).toBe('protocol-violated');
    const headers = { 'Content-Type': 'application/json' };
    const deleted = await fetch(`${service.url}/app/v1/mqtt/clients/lab`, { method: 'DELETE', headers });
    expect(deleted.status).toBe(200);
    await until('no problem', async () => (await problems()).length === 0);
  });
});

describe('a stored password', () => {
  test('never travels to a changed address', async () => {
    const right = await startMosquitto({ users: { lab: 'for-this-broker-alone' } });
    const other = await startMosquitto({ users: { lab: 'for-this-broker-alone' } });
    const service = await serve([], { args: SIMULATED });
    const client = { host: '127.0.0.1', port: right.port, username: 'lab', name: 'lab' };
    const created = await post(service, '/app/v1/mqtt/clients', {
      ...client,
      identifier: 'lab',
      password: 'for-this-broker-alone',
    });
    expect(created[0]).toBe(201);
    await until('the right broker', async () => (await states(service))['lab'] === 'online');
    const moved = await fetch(`${service.url}/app/v1/mqtt/clients/lab`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...client, port: other.port }),
    });
    expect(moved.status).toBe(400);
    expect(await moved.json()).toMatchObject({ errors: [{ path: 'password' }] });
    const tested = await post(service, '/app/v1/mqtt/clients/lab/test', { ...client, port: other.port });
    expect(tested[0]).toBe(400);
    // The expert operation takes the address, and the password is gone.
    const added = await post(service, '/expert/3.7.0/add_mqtt_clients', {
      mqtt: { clients: { lab: { ...client, port: other.port } } },
    });
    expect(added).toEqual([200, { message: 'success' }]);
    await until('the other broker to refuse', async () => (await states(service))['lab'] === 'failed');
    expect((await clients(service))[0]?.password_set).toBe(false);
    expect(other.log()).not.toContain('as lab (p');
  });
});

describe('testing a connection', () => {
  test('gives a verdict for each thing that can be wrong, and for what is right', async () => {
    const authority = createAuthority();
    const broker = await startMosquitto({ tls: { certificate: authority.server(), clientCa: authority } });
    const service = await serve([]);
    const { certificate, key } = authority.client();
    const verdict = async (body: unknown): Promise<MqttTestResult> =>
      (await post(service, '/app/v1/mqtt/test', body))[1] as MqttTestResult;
    const base = { host: '127.0.0.1', port: broker.port, ssl: true };
    expect(await verdict({ ...base, advanced: { ca: authority.certificate, certificate, key } })).toMatchObject({
      ok: true,
      error: null,
    });
    const failing: [string, unknown][] = [
      ['certificate-untrusted', base],
      ['certificate-untrusted', { ...base, advanced: { ca: createAuthority('Another').certificate } }],
      ['client-certificate-refused', { ...base, advanced: { ca: authority.certificate } }],
      ['tls-expected', { ...base, ssl: false }],
    ];
    for (const [code, body] of failing) {
      expect(await verdict(body), code).toMatchObject({ ok: false, error: { code } });
    }
    expect(await clients(service)).toEqual([]);
  });
});
