/** The expert operations of the built service: interface.md#expert-operations and the decisions on them. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshFolder } from '../support/process.ts';
import { type Answer, type Request, request } from '../support/raw-http.ts';
import { serve } from '../support/rig.ts';
import type { RunningService } from '../support/service.ts';
import { golden } from './support/golden.ts';

const VERSIONS = ['3.6.0', '3.7.0'] as const;
type Version = (typeof VERSIONS)[number];

/** A port of this computer where no broker is. */
const NO_BROKER = { host: '127.0.0.1', port: 1 };
const SECRET = 'correct horse battery';

interface ClientForm {
  identifier: string;
  name: string;
  host: string;
  port: number;
  password_set: boolean;
  advanced: Record<string, unknown>;
  status: { state: string };
}

let service: RunningService;

const ask = (options: Request): Promise<Answer> => request(service.port, options);

function send(version: string, operation: string, body: string | Buffer, more: Partial<Request> = {}): Promise<Answer> {
  const headers: [string, string][] = [['Content-Type', 'application/json']];
  return ask({ method: 'POST', path: `/expert/${version}/${operation}`, headers, body, ...more });
}

const add = (clients: object, version: Version = '3.7.0'): Promise<Answer> =>
  send(version, 'add_mqtt_clients', JSON.stringify({ mqtt: { clients } }));

const remove = (clients: string[], version: Version = '3.7.0'): Promise<Answer> =>
  send(version, 'remove_mqtt_client', JSON.stringify({ mqtt: { clients } }));

async function listed(): Promise<ClientForm[]> {
  const answer = await ask({ path: '/app/v1/mqtt/clients' });
  expect(answer.status).toBe(200);
  return answer.json<{ clients: ClientForm[] }>().clients;
}

const identifiers = async (): Promise<string[]> => (await listed()).map(({ identifier }) => identifier);

function expectSuccess(answer: Answer, version: Version = '3.7.0'): void {
  expect(answer.text).toBe(golden(`expert.success.${version}.json`));
  expect(answer.status).toBe(200);
  expect(answer.header('content-type')).toMatch(/^application\/json(; ?charset=utf-8)?$/i);
  expect(answer.header('cache-control')).toBe('no-store');
}

/** The text of a refusal, which must have the form of its version. */
function refusalIn(answer: Answer, version: Version, status: number): string {
  const told = answer.json<{ message?: string; reason?: string }>();
  const text = told.message ?? told.reason ?? '';
  expect(answer.text).toBe(golden(`expert.refused.${version}.json`, { text: JSON.stringify(text) }));
  expect(answer.status).toBe(status);
  expect(answer.header('content-type')).toMatch(/^application\/json(; ?charset=utf-8)?$/i);
  expect(text).not.toContain(SECRET);
  return text;
}

const WRONG: Record<Version, number> = { '3.6.0': 200, '3.7.0': 400 };

beforeAll(async () => {
  service = await serve();
});

beforeEach(async () => {
  const names = (await listed()).map(({ name }) => name);
  if (names.length > 0) expectSuccess(await remove(names));
});

/** Does something with another service on a data folder of its own. */
async function elsewhere(dataDir: string, act: () => Promise<void>): Promise<void> {
  const usual = service;
  service = await serve([], { dataDir, args: ['--log-level', 'debug'] });
  try {
    await act();
  } finally {
    service = usual;
  }
}

describe.each(VERSIONS)('%s', (version) => {
  test('adds and removes', async () => {
    expectSuccess(await add({ lab: NO_BROKER, plant: { ...NO_BROKER, password: SECRET } }, version), version);
    expect(await identifiers()).toEqual(['lab', 'plant']);
    expectSuccess(await remove(['lab'], version), version);
    expect(await identifiers()).toEqual(['plant']);
  });

  test.each([
    ['{"mqtt":{"clients":{"lab":{"port":0}}}}', 'mqtt.clients.lab.port'],
    ['{"mqtt":{"clients":{"lab":{"port":"1883"}}}}', 'mqtt.clients.lab.port'],
    ['{"mqtt":{"clients":{"lab":{"protocol_version":6}}}}', 'mqtt.clients.lab.protocol_version'],
    ['{"mqtt":{"clients":{"lab":{"keep_alive":65536}}}}', 'mqtt.clients.lab.keep_alive'],
    ['{"mqtt":{"clients":{"lab":{"ssl":"false"}}}}', 'mqtt.clients.lab.ssl'],
    ['{"mqtt":{"clients":{"lab":{"host":null}}}}', 'mqtt.clients.lab.host'],
    ['{"mqtt":{"clients":{"lab":{"name":"a/#"}}}}', 'mqtt.clients.lab.name'],
    ['{"mqtt":{"clients":{"lab":{"clean":true}}}}', 'mqtt.clients.lab.clean'],
    ['{"mqtt":{"clients":{"lab":{"reconnect":{"max_delay":999}}}}}', 'mqtt.clients.lab.reconnect.min_delay'],
    ['{"mqtt":{"clients":{"lab":{"port":1,"port":1}}}}', 'mqtt.clients.lab.port'],
    ['{"mqtt":{"clients":{"lab":{},"lab":{}}}}', 'mqtt.clients.lab'],
    ['{"mqtt":{"clients":{"__proto__":{"host":"a"}}}}', 'mqtt.clients.__proto__'],
    ['{"mqtt":{"clients":{"":{"name":"a"}}}}', 'mqtt.clients.'],
    ['{"mqtt":{"clients":{}}}', 'mqtt.clients'],
    ['{"mqtt":{"clients":["lab"]}}', 'mqtt.clients'],
    ['{"mqtt":{}}', 'mqtt.clients'],
    ['{"clients":{"lab":{}}}', 'mqtt'],
  ])('refuses %s and names the place', async (body, path) => {
    const text = refusalIn(await send(version, 'add_mqtt_clients', body), version, WRONG[version]);
    expect(`; ${text}`).toContain(`; ${path}: `);
    expect(await identifiers()).toEqual([]);
  });

  test('does all of a request or nothing', async () => {
    const body = { good: { ...NO_BROKER, name: 'good' }, bad: { ...NO_BROKER, keep_alive: -1 } };
    expect(refusalIn(await add(body, version), version, WRONG[version])).toContain('mqtt.clients.bad.keep_alive');
    expect(await identifiers()).toEqual([]);
    expectSuccess(await add({ one: NO_BROKER, two: NO_BROKER }));
    expect(refusalIn(await remove(['one', 'three'], version), version, WRONG[version])).toContain('three');
    expect(await identifiers()).toEqual(['one', 'two']);
  });

  test('refuses clients that would publish under the same topics', async () => {
    const twins = { one: { ...NO_BROKER, name: 'plant' }, two: { ...NO_BROKER, name: 'plant/north' } };
    expect(refusalIn(await add(twins, version), version, WRONG[version])).toMatch(/one|two/);
    expect(await identifiers()).toEqual([]);
    expectSuccess(await add({ one: twins.one }));
    refusalIn(await add({ two: { ...twins.two, name: 'plant' } }, version), version, WRONG[version]);
    expectSuccess(await add({ two: { ...twins.two, port: 2 } }, version), version);
    expect(await identifiers()).toEqual(['one', 'two']);
  });

  const TYPE: [string, string] = ['Content-Type', 'application/json'];
  test.each<[string, string | Buffer, [string, string][]]>([
    ['nothing', '', [TYPE]],
    ['no JSON', '{"mqtt":', [TYPE]],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), [TYPE]],
    ['another type', '{}', [['Content-Type', 'text/plain']]],
    ['no type', '{}', []],
    ['compressed', '{}', [TYPE, ['Content-Encoding', 'gzip']]],
    ['over 256 KiB', ' '.repeat(256 * 1024 + 1), [TYPE]],
    ['16 MiB', ' '.repeat(16 * 1024 * 1024), [TYPE]],
    ['a hundred thousand arrays', '['.repeat(100_000) + ']'.repeat(100_000), [TYPE]],
  ])('cannot read a body that is %s', async (_what, body, headers) => {
    for (const operation of ['add_mqtt_clients', 'remove_mqtt_client']) {
      expect(refusalIn(await send(version, operation, body, { headers }), version, 400)).toMatch(/\S/);
    }
  });

  test('takes a content type that names the character set', async () => {
    const headers: [string, string][] = [['Content-Type', 'application/json; charset=utf-8']];
    expectSuccess(
      await send(version, 'add_mqtt_clients', '{"mqtt":{"clients":{"ä":{"port":1}}}}', { headers }),
      version,
    );
    expect(await identifiers()).toEqual(['ä']);
  });

  test('answers POST alone', async () => {
    for (const operation of ['add_mqtt_clients', 'remove_mqtt_client']) {
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await send(version, operation, '{}', { method });
        expect([answer.status, answer.header('allow'), Object.keys(answer.json())]).toEqual([
          405,
          'OPTIONS, POST',
          ['message'],
        ]);
      }
    }
  });
});

describe('a client', () => {
  test('has the defaults of the contract', async () => {
    expectSuccess(await add({ lab: {} }));
    const [client] = await listed();
    const { status, advanced, ...fields } = client as ClientForm;
    expect(fields).toEqual(JSON.parse(golden('expert.client.json')));
    expect([typeof status.state, advanced['enabled']]).toEqual(['string', true]);
  });

  test('that is sent again goes back to the defaults, and keeps what the app API added', async () => {
    expectSuccess(await add({ lab: { ...NO_BROKER, username: 'u', password: SECRET, keep_alive: 7 } }));
    const put = await ask({
      method: 'PUT',
      path: '/app/v1/mqtt/clients/lab',
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify({ ...NO_BROKER, username: 'u', advanced: { qos: 2, layout: 'both' } }),
    });
    expect([put.status, put.json<ClientForm>().password_set]).toEqual([200, true]);
    expectSuccess(await add({ lab: { port: 1 } }));
    expect(await listed()).toMatchObject([
      {
        host: 'localhost',
        port: 1,
        username: '',
        keep_alive: 60,
        password_set: false,
        advanced: { qos: 2, layout: 'both' },
      },
    ]);
  });

  test('is removed by its name first, and by its identifier where no name matches', async () => {
    expectSuccess(await add({ one: { ...NO_BROKER, name: 'two' }, two: { ...NO_BROKER, name: 'three' } }));
    expectSuccess(await remove(['two']));
    expect(await identifiers()).toEqual(['two']);
    expectSuccess(await remove(['two']));
    expect(await identifiers()).toEqual([]);
  });

  test('is taken though its broker is not there', async () => {
    const far = { host: 'no-such-host.invalid', port: 1883, reconnect: { min_delay: 1 } };
    expectSuccess(await add({ a: { ...NO_BROKER }, b: far, c: { ...NO_BROKER, ssl: true, protocol_version: 5 } }));
    expect(await identifiers()).toEqual(['a', 'b', 'c']);
  });

  test('is not lost among many that are added at the same time', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `c${index + 10}`);
    const answers = await Promise.all(names.map((name) => add({ [name]: NO_BROKER })));
    for (const answer of answers) expectSuccess(answer);
    expect(await identifiers()).toEqual(names);
  });
});

test('success means saved: the clients are there after the process was killed', async () => {
  const dataDir = freshFolder();
  await elsewhere(dataDir, async () => {
    expectSuccess(await add({ lab: { ...NO_BROKER, username: 'u', password: SECRET }, gone: NO_BROKER }));
    expectSuccess(await remove(['gone']));
    service.process.kill('SIGKILL');
    await new Promise((resolve) => service.process.once('exit', resolve));
  });
  const file = JSON.parse(await readFile(join(dataDir, 'mqtt-clients.json'), 'utf8')) as { mqtt: { clients: object } };
  expect(Object.keys(file.mqtt.clients)).toEqual(['lab']);
  expect(file).toMatchObject({ mqtt: { clients: { lab: { ...NO_BROKER, username: 'u', name: 'lab' } } } });
  await elsewhere(dataDir, async () => {
    expect(await listed()).toMatchObject([{ identifier: 'lab', username: 'u', password_set: true }]);
  });
});

test('a password is nowhere but in its own file: in no answer, no output, no other file', async () => {
  const dataDir = freshFolder();
  const READS = ['mqtt/clients', 'mqtt/clients/lab', 'mqtt/export', 'status', 'devices'].map(
    (path) => `/app/v1/${path}`,
  );
  await elsewhere(dataDir, async () => {
    expectSuccess(await add({ lab: { ...NO_BROKER, password: SECRET } }));
    refusalIn(await send('3.7.0', 'add_mqtt_clients', `{"mqtt":{"clients":{"lab":{"password":${SECRET}`), '3.7.0', 400);
    for (const path of [...READS, '/metrics', '/openapi.json']) {
      const answer = await ask({ path });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.text).not.toContain('horse');
    }
    expect(await service.stop()).toBe(0);
    expect(service.output()).not.toContain('horse');
  });
  const holders: string[] = [];
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const holds = entry.isFile() && (await readFile(join(entry.parentPath, entry.name), 'latin1')).includes('horse');
    if (holds) holders.push(entry.name);
  }
  expect(holders.filter((name) => name === 'mqtt-clients.json' || name.endsWith('.log'))).toEqual([]);
  expect(holders.length).toBeLessThanOrEqual(1);
});

describe('what there is not', () => {
  test.each([
    ['3.5.0', /3\.5\.0.*3\.6\.0.*3\.7\.0/],
    ['3.8.0', /3\.6\.0.*3\.7\.0/],
    ['latest', /3\.6\.0.*3\.7\.0/],
  ])('version %s: the versions are named', async (version, names) => {
    for (const operation of ['add_mqtt_clients', 'remove_mqtt_client']) {
      const answer = await send(version, operation, '{}');
      expect([answer.status, Object.keys(answer.json())]).toEqual([404, ['message']]);
      expect(answer.json()['message']).toMatch(names);
    }
  });

  test('a page of another site', async () => {
    for (const origin of ['null', 'http://evil.example']) {
      for (const type of ['text/plain', 'application/json']) {
        const answer = await send('3.6.0', 'add_mqtt_clients', '{"mqtt":{"clients":{"lab":{}}}}', {
          headers: [
            ['Content-Type', type],
            ['Origin', origin],
          ],
        });
        expect([answer.status, Object.keys(answer.json())]).toEqual([403, ['message']]);
      }
    }
    expect(await identifiers()).toEqual([]);
  });
});
