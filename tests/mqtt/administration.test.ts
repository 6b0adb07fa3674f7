/** What the app API does with the clients of the built service, seen at real brokers. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { MqttClients, MqttClientView } from '../../service/contract/index.ts';
import { openEvents } from '../support/events.ts';
import type { MosquittoBroker } from '../support/mqtt/broker.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { subscribe } from '../support/mqtt/subscriber.ts';
import { freshFolder } from '../support/process.ts';
import { serve } from '../support/rig.ts';
import type { RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

const PASSWORD = 'kept-apart-from-the-file';

let broker: MosquittoBroker;
let service: RunningService;
let dataDir: string;

beforeAll(async () => {
  broker = await startMosquitto({ users: { lab: PASSWORD } });
  dataDir = freshFolder();
  service = await serve([], {
    args: ['--simulate=1', '--simulate-period', '100', '--simulate-publish'],
    dataDir,
  });
});

async function ask(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: unknown; text: string }> {
  const response = await fetch(`${service.url}/app/v1/mqtt/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: JSON.parse(text), text };
}

async function state(identifier: string): Promise<string | undefined> {
  const { clients } = (await ask('GET', 'clients')).json as MqttClients;
  return clients.find((client) => client.identifier === identifier)?.status.state;
}

const online = (identifier: string): Promise<unknown> =>
  until(`${identifier} to be online`, async () => (await state(identifier)) === 'online');

const client = (): object => ({ host: '127.0.0.1', port: broker.port, username: 'lab' });

describe('a client', () => {
  test('is added, kept off, put on again, removed and brought back with its password', async () => {
    const witness = await subscribe(broker.port, { user: 'lab', password: PASSWORD });
    expect((await ask('POST', 'clients', { ...client(), identifier: 'lab', password: PASSWORD })).status).toBe(201);
    await online('lab');
    expect((await ask('POST', 'clients', { ...client(), identifier: 'lab' })).status).toBe(409);

    expect((await ask('POST', 'clients/lab/disable')).status).toBe(200);
    await until('the client to be off', async () => (await state('lab')) === 'idle');
    await until('offline', () => witness.on('lab/status').at(-1)?.payload === 'offline');
    // What is measured meanwhile is not kept for it: only what came while it was leaving may wait.
    const readings = async (): Promise<number> =>
      ((await (await fetch(`${service.url}/app/v1/status`)).json()) as { readings_total: number }).readings_total;
    const waiting = async (): Promise<MqttClientView['status']> =>
      ((await ask('GET', 'clients/lab')).json as MqttClientView).status;
    await until('readings that are not kept', async () => {
      const [total, { queued }] = [await readings(), await waiting()];
      await until('readings', async () => (await readings()) > total + 20);
      return (await waiting()).queued === queued;
    });
    expect((await waiting()).dropped).toBe(0);
    expect((await ask('POST', 'clients/lab/enable')).status).toBe(200);
    await online('lab');

    expect((await ask('DELETE', 'clients/lab')).status).toBe(200);
    expect((await ask('GET', 'clients/lab')).status).toBe(404);
    await until('the last retained topic to be cleared', () => witness.on('lab/status').at(-1)?.payload === '');
    expect((await ask('POST', 'clients/lab/restore')).status).toBe(200);
    await online('lab');
    expect((await ask('POST', 'clients/nobody/restore')).status).toBe(404);

    expect((await ask('DELETE', 'clients/lab')).status).toBe(200);
    await until('its folder to be gone', async () => (await readdir(join(dataDir, 'mqtt'))).length === 0);
  });

  test('keeps its password over an update that leaves it out, in no answer and in no readable file', async () => {
    await ask('POST', 'clients', { ...client(), identifier: 'quiet', password: PASSWORD });
    await online('quiet');
    const updated = await ask('PUT', 'clients/quiet', { ...client(), keep_alive: 20 });
    expect(updated.json).toMatchObject({ keep_alive: 20, password_set: true });
    await online('quiet');
    const files = await Promise.all(
      ['mqtt-clients.json', 'log/mensura.log'].map((file) => readFile(join(dataDir, file), 'utf8')),
    );
    const answers = await Promise.all(
      ['clients', 'clients/quiet', 'export'].map(async (path) => (await ask('GET', path)).text),
    );
    expect([...files, ...answers, service.output()].join('\n')).not.toContain(PASSWORD);
    await ask('DELETE', 'clients/quiet');
  });

  test('tells of itself on the event stream', async () => {
    const stream = await openEvents(service.url);
    const tells = (what: string, fits: (client: MqttClientView | null) => boolean): Promise<unknown> =>
      stream.waitFor(what, ({ data }) => {
        if (data['kind'] !== 'mqtt-client' || data['key'] !== 'told') return false;
        return fits(data['value'] as MqttClientView | null);
      });
    await ask('POST', 'clients', { ...client(), identifier: 'told', password: PASSWORD });
    await tells('that it connects', (view) => view?.status.state === 'connecting');
    await tells('that it is online', (view) => view?.status.state === 'online');
    await tells('what it published', (view) => (view?.status.published ?? 0) > 0);
    await ask('DELETE', 'clients/told');
    await tells('that it is gone', (view) => view === null);
    stream.close();
  });

  test('is tried at once when asked to', async () => {
    await broker.stop();
    const reconnect = { min_delay: 3_600_000, max_delay: 3_600_000 };
    await ask('POST', 'clients', { ...client(), identifier: 'late', password: PASSWORD, reconnect });
    await until('the client to wait', async () => (await state('late')) === 'waiting');
    await broker.start();
    expect((await ask('POST', 'clients/late/connect')).status).toBe(200);
    await online('late');
    await ask('DELETE', 'clients/late');
  });
});

describe('files of clients', () => {
  test("takes the vendor's file, gives one without passwords, and takes that again", async () => {
    const theirs = {
      clean_session: true,
      host: '127.0.0.1',
      keep_alive: 60,
      name: 'local',
      password: PASSWORD,
      port: broker.port,
      protocol_version: 4,
      reconnect: { enable: true, max_delay: 60_000, min_delay: 1000 },
      ssl: false,
      username: 'lab',
    };
    const imported = await ask('POST', 'import', { mqtt: { clients: { local: theirs } } });
    expect(imported.json).toEqual({ added: ['local'], updated: [] });
    await online('local');
    const exported = await ask('GET', 'export');
    expect(exported.text).not.toContain(PASSWORD);
    const again = await ask('POST', 'import', exported.json);
    expect(again.json).toEqual({ added: [], updated: ['local'] });
    // An export has no passwords; the stored one stays, since the address did.
    expect((await ask('GET', 'clients/local')).json).toMatchObject({ password_set: true, name: 'local' });
    await online('local');
    await ask('DELETE', 'clients/local');
  });

  test('changes nothing when one client of a file is wrong', async () => {
    const file = { mqtt: { clients: { good: client(), bad: { port: 0 } } } };
    const refused = await ask('POST', 'import', file);
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({ errors: [{ path: 'mqtt.clients.bad.port' }] });
    expect(await state('good')).toBeUndefined();
  });
});
