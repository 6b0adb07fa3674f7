/** The app API of MQTT clients. */
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  messageSchema,
  mqttClientsSchema,
  mqttClientViewSchema,
  mqttImportedSchema,
  mqttTestResultSchema,
} from '../../../service/contract/index.ts';
import { canonicalJson } from '../../../service/support/canonical-json.ts';
import { MensuraError } from '../../../service/support/errors.ts';
import { partOfRuns } from '../../support/property-runs.ts';
import { type Answer, ask, messageOf, post, write } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';
import { type RecordedLog, recordedLog } from './support/recorded-log.ts';

const CLIENTS = '/app/v1/mqtt/clients';
const ACTIONS = ['connect', 'disable', 'enable', 'restore'];

let host: Host;
let log: RecordedLog;

beforeEach(async () => {
  log = recordedLog();
  host = await startHost({ logger: log });
});
afterEach(() => host.stop());

const clientPath = (identifier: string): string => `${CLIENTS}/${encodeURIComponent(identifier)}`;

/** Adds a client without going through HTTP; what was asked until now is forgotten. */
async function given(identifier: string): Promise<void> {
  await host.world.mqtt.create({ identifier, name: 'plant' });
  host.world.mqtt.calls.length = 0;
}

function expectPlain(answer: Answer): void {
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.text).toBe(canonicalJson(answer.json()));
}

describe('the clients', () => {
  test('are listed', async () => {
    const none = await ask(host.port, CLIENTS);
    expect(none.text).toBe('{"clients":[],"secret_storage":"file","simulated_published":false}');
    await given('lab');
    const answer = await ask(host.port, CLIENTS);
    expectPlain(answer);
    const { clients } = mqttClientsSchema.parse(answer.json());
    expect(clients.map(({ identifier, port }) => [identifier, port])).toEqual([['lab', 1883]]);
  });

  test('are added', async () => {
    const answer = await post(host.port, CLIENTS, '{"identifier":"a/b 🌡️","name":"plant","advanced":{"qos":2}}');
    expect([answer.status, answer.headers.location]).toEqual([201, `${CLIENTS}/a%2Fb%20%F0%9F%8C%A1%EF%B8%8F`]);
    expectPlain(answer);
    expect(mqttClientViewSchema.parse(answer.json())).toMatchObject({ identifier: 'a/b 🌡️', advanced: { qos: 2 } });
    expect(host.world.mqtt.calls).toEqual([['create', { identifier: 'a/b 🌡️', name: 'plant', advanced: { qos: 2 } }]]);
    const again = await ask(host.port, answer.headers.location ?? '');
    expect(again.text).toBe(answer.text);
  });

  test('are refused if they exist', async () => {
    await given('lab');
    const answer = await post(host.port, CLIENTS, '{"identifier":"lab"}');
    expect([answer.status, messageOf(answer)]).toEqual([409, 'There is an MQTT client "lab" already.']);
  });

  test('are replaced, with omitted fields passed on as omitted', async () => {
    await given('lab');
    const answer = await write(host.port, 'PUT', clientPath('lab'), '{"port":8883,"ssl":true,"advanced":{"ca":""}}');
    expect(answer.status).toBe(200);
    expectPlain(answer);
    expect(mqttClientViewSchema.parse(answer.json())).toMatchObject({ port: 8883, ssl: true });
    expect(host.world.mqtt.calls).toEqual([['update', 'lab', { port: 8883, ssl: true, advanced: { ca: '' } }]]);
  });

  test.each([undefined, '', '{}'])('are removed, with the body %j', async (body) => {
    await given('lab');
    const answer = await write(host.port, 'DELETE', clientPath('lab'), body);
    expect([answer.status, answer.text]).toEqual([200, '{}']);
    expectPlain(answer);
    expect(host.world.mqtt.calls).toEqual([['remove', 'lab']]);
    expect((await ask(host.port, clientPath('lab'))).status).toBe(404);
  });

  test('are restored', async () => {
    await given('lab');
    await write(host.port, 'DELETE', clientPath('lab'));
    const answer = await post(host.port, `${clientPath('lab')}/restore`);
    expect([answer.status, mqttClientViewSchema.parse(answer.json()).identifier]).toEqual([200, 'lab']);
    expect(host.world.mqtt.calls.at(-1)).toEqual(['restore', 'lab']);
  });

  test.each([
    ['connect', ['connect', 'lab']],
    ['enable', ['setEnabled', 'lab', true]],
    ['disable', ['setEnabled', 'lab', false]],
  ])('support %s', async (action, call) => {
    await given('lab');
    for (const body of [undefined, '', '{}']) {
      const answer = await post(host.port, `${clientPath('lab')}/${action}`, body);
      expect(answer.status).toBe(200);
      expectPlain(answer);
      const { advanced } = mqttClientViewSchema.parse(answer.json());
      expect(advanced.enabled).toBe(action !== 'disable');
    }
    expect(host.world.mqtt.calls).toEqual([call, call, call]);
  });
});

describe('a connection test', () => {
  test('runs without a stored client', async () => {
    const answer = await post(host.port, '/app/v1/mqtt/test', '{"host":"broker","password":"p"}');
    expect(answer.status).toBe(200);
    expectPlain(answer);
    expect(mqttTestResultSchema.parse(answer.json()).ok).toBe(true);
    expect(host.world.mqtt.calls).toEqual([['test', { host: 'broker', password: 'p' }, undefined]]);
  });

  test('of an empty configuration uses the defaults', async () => {
    await post(host.port, '/app/v1/mqtt/test', '{}');
    expect(host.world.mqtt.calls).toEqual([['test', {}, undefined]]);
    expect((await post(host.port, '/app/v1/mqtt/test', '')).status).toBe(400);
  });

  test.each([undefined, '', '{}'])('uses the stored configuration with the body %j', async (body) => {
    await host.world.mqtt.create({
      identifier: 'lab',
      host: 'broker',
      username: 'u',
      password: 'stored',
      protocol_version: 5,
      reconnect: { enable: false },
      advanced: { layout: 'both', ca: '', key: 'stored' },
    });
    host.world.mqtt.calls.length = 0;
    const answer = await post(host.port, `${clientPath('lab')}/test`, body);
    expect(mqttTestResultSchema.parse(answer.json()).ok).toBe(true);
    expect(host.world.mqtt.calls).toEqual([
      [
        'test',
        {
          host: 'broker',
          name: 'lab',
          username: 'u',
          port: 1883,
          protocol_version: 5,
          keep_alive: 60,
          clean_session: true,
          ssl: false,
          reconnect: { enable: false, min_delay: 1000, max_delay: 60_000 },
          advanced: {
            enabled: true,
            qos: 1,
            layout: 'both',
            discovery: false,
            path: '/mqtt',
            proxy: '',
            proxy_username: '',
            transport: 'tcp',
            readings: {
              channel_list: [],
              channels: 'all',
              deadband: 0,
              deadband_unit: 'absolute',
              decimals: null,
              device_list: [],
              devices: 'all',
              families: ['usb', 'gateway', 'computed'],
              interval_s: 0,
              interval_value: 'newest',
              longest_silence_s: 3600,
              only_changes: false,
              uncorrected: false,
            },
            discovery_prefix: 'homeassistant',
            check_server_name: true,
            client_id: '',
            store_and_forward: true,
            alpn: [],
          },
        },
        'lab',
      ],
    ]);
  });

  test('uses the given configuration instead of the stored one', async () => {
    await given('lab');
    await post(host.port, `${clientPath('lab')}/test`, '{"port":1884}');
    expect(host.world.mqtt.calls).toEqual([['test', { port: 1884 }, 'lab']]);
  });
});

describe('files', () => {
  test('are exported as an attachment', async () => {
    await given('lab');
    const answer = await ask(host.port, '/app/v1/mqtt/export');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="mensura-mqtt-clients.json"');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toBe(
      canonicalJson({ mqtt: { clients: { lab: { host: 'localhost', name: 'plant', port: 1883 } } } }, true),
    );
    const back = await post(host.port, '/app/v1/mqtt/import', answer.text);
    expect(mqttImportedSchema.parse(back.json())).toEqual({ added: [], updated: ['lab'] });
  });

  test('are imported, also with passwords in clear text', async () => {
    const file = { mqtt: { clients: { lab: { password: 'p', secret: 's' }, new: { advanced: { qos: 0 } } } } };
    const answer = await post(host.port, '/app/v1/mqtt/import', JSON.stringify(file));
    expect([answer.status, answer.text]).toEqual([200, '{"added":["lab","new"],"updated":[]}']);
    expect(host.world.mqtt.calls).toEqual([['import', file]]);
  });
});

describe('identifiers', () => {
  const DIFFICULT = [
    'a/b',
    '/',
    'a%2Fb',
    '%',
    '100 %',
    ' ',
    'a b ',
    '🌡️',
    'ä'.repeat(255),
    '𝄞'.repeat(255),
    'a?b#c&d=e',
    'a\\b"\'<>',
    '\n\u0000',
    'test',
    'export',
    '...',
    'a;b,c+d',
  ];

  test.each(DIFFICULT)('can be %j in a path', async (identifier) => {
    await given(identifier);
    const path = clientPath(identifier);
    for (const answer of [
      await ask(host.port, path),
      await write(host.port, 'PUT', path, '{"name":"plant"}'),
      await post(host.port, `${path}/disable`),
    ]) {
      expect([answer.status, (answer.json() as { identifier: string }).identifier]).toEqual([200, identifier]);
    }
    expect((await post(host.port, `${path}/test`)).status).toBe(200);
    expect((await write(host.port, 'DELETE', path)).status).toBe(200);
    for (const [, ...call] of host.world.mqtt.calls) expect(call).toContain(identifier);
  });

  test('can be any text in a path', async () => {
    const identifiers = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 255 })
      .filter((text) => text.isWellFormed() && text !== '.' && text !== '..');
    await fc.assert(
      fc.asyncProperty(identifiers, async (identifier) => {
        const answer = await ask(host.port, clientPath(identifier));
        expect([answer.status, messageOf(answer)]).toEqual([404, `MQTT client "${identifier}" does not exist.`]);
      }),
      { numRuns: partOfRuns(0.25) },
    );
  });

  test.each(['%', '%zz', '%ff', '%ed%a0%80'])('cannot be "%s", invalid percent-encoding', async (part) => {
    for (const path of [`${CLIENTS}/${part}`, `${CLIENTS}/${part}/test`]) {
      const answer = await post(host.port, path);
      expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringContaining('percent-encoded')]);
    }
  });
});

describe('an unknown client', () => {
  test.each([
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/test'],
    ...ACTIONS.map((action) => ['POST', `/${action}`]),
  ])('%s %s', async (method, action = '') => {
    for (const body of ['{}', ...(method === 'PUT' || action === '/test' ? ['{"port":0}'] : [])]) {
      const answer = await write(host.port, method, `${clientPath('lab')}${action}`, body);
      expect([answer.status, messageOf(answer)]).toEqual([404, expect.stringContaining('"lab"')]);
      expectPlain(answer);
    }
  });
});

describe('invalid fields', () => {
  const ROUTES = [
    ['POST', CLIENTS, ''],
    ['PUT', `${CLIENTS}/lab`, ''],
    ['POST', `${CLIENTS}/lab/test`, ''],
    ['POST', '/app/v1/mqtt/test', ''],
    ['POST', '/app/v1/mqtt/import', 'mqtt.clients.lab.'],
  ] as const;

  const FIELDS: readonly (readonly [fields: string, ...paths: string[]])[] = [
    ['"port":0', 'port'],
    ['"hosts":"a"', 'hosts'],
    ['"password":1', 'password'],
    ['"port":"1883","ssl":1', 'port', 'ssl'],
    ['"reconnect":{"min_delay":2,"max_delay":1}', 'reconnect.min_delay'],
    ['"reconnect":{"enable":"x","delay":1}', 'reconnect.enable', 'reconnect.delay'],
    ['"advanced":null', 'advanced'],
    ['"advanced":{"qos":3}', 'advanced.qos'],
    ['"advanced":{"qos":"1","layout":"none","enabled":1}', 'advanced.qos', 'advanced.layout', 'advanced.enabled'],
    ['"advanced":{"key_set":true}', 'advanced.key_set'],
    ['"advanced":{"ca":null}', 'advanced.ca'],
    [`"advanced":{"key":"${'k'.repeat(65_537)}"}`, 'advanced.key'],
    ['"advanced":{"client_id":"a b"}', 'advanced.client_id'],
    ['"protocol_version":3,"advanced":{"client_id":"123456789012345678901234"}', 'advanced.client_id'],
    ['"advanced":{"discovery_prefix":"a+b"}', 'advanced.discovery_prefix'],
    ['"port":1,"port":2', 'port'],
    ['"advanced":{"qos":1,"qos":1}', 'advanced.qos'],
    ['"__proto__":{}', '__proto__'],
    ['"advanced":{"__proto__":{}}', 'advanced.__proto__'],
  ];

  test.each(ROUTES)('%s %s', async (method, path, prefix) => {
    await given('lab');
    for (const [fields, ...paths] of FIELDS) {
      const identifier = path === CLIENTS ? '"identifier":"new",' : '';
      const client = `{${identifier}${fields}}`;
      const body = prefix ? `{"mqtt":{"clients":{"lab":${client}}}}` : client;
      const answer = await write(host.port, method, path, body);
      expect(answer.status).toBe(400);
      expectPlain(answer);
      const { message, errors = [] } = messageSchema.parse(answer.json());
      expect(errors.map((problem) => problem.path).toSorted()).toEqual(paths.map((at) => prefix + at).toSorted());
      for (const problem of errors) expect(message).toContain(`${problem.path}: ${problem.message}`);
    }
    expect(host.world.mqtt.calls).toEqual([]);
  });

  test.each([
    ['{}', 'identifier'],
    ['{"identifier":""}', 'identifier'],
    ['{"identifier":1}', 'identifier'],
    ['{"identifier":".."}', 'identifier'],
    ['{"identifier":"constructor"}', 'identifier'],
    [`{"identifier":"${'i'.repeat(256)}","name":"a"}`, 'identifier'],
    ['{"identifier":"a+b"}', 'name'],
  ])('a new client as %s', async (body, path) => {
    const answer = await post(host.port, CLIENTS, body);
    const { errors } = messageSchema.parse(answer.json());
    expect([answer.status, errors?.map((problem) => problem.path)]).toEqual([400, [path]]);
    expect(host.world.mqtt.calls).toEqual([]);
  });

  test.each(['{"mqtt":{"clients":{}}}', '{}', '{"clients":{}}', '{"mqtt":{"clients":[]}}', '[]', ''])(
    'a file as %j',
    async (body) => {
      const answer = await post(host.port, '/app/v1/mqtt/import', body);
      expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringMatching(/./)]);
      expect(host.world.mqtt.calls).toEqual([]);
    },
  );

  test.each(['{"enabled":true}', '[]', 'null', '{"a":1,"a":1}', '{'])('an action with the body %s', async (body) => {
    await given('lab');
    for (const action of ACTIONS) {
      expect((await post(host.port, `${clientPath('lab')}/${action}`, body)).status).toBe(400);
    }
    expect((await write(host.port, 'DELETE', clientPath('lab'), body)).status).toBe(400);
    expect(host.world.mqtt.calls).toEqual([]);
  });

  test('found by the administration are listed alike', async () => {
    await given('lab');
    host.world.mqtt.failure = new MensuraError('bad-request', 'name: is taken.', {
      errors: [{ path: 'name', message: 'is taken' }],
    });
    const answer = await write(host.port, 'PUT', clientPath('lab'), '{}');
    expect([answer.status, answer.json()]).toEqual([
      400,
      { message: 'name: is taken.', errors: [{ path: 'name', message: 'is taken' }] },
    ]);
  });
});

describe('a failed change', () => {
  test.each([
    [new MensuraError('storage-failed', 'The disk is full.'), 500, 'The disk is full.'],
    [new MensuraError('conflict', 'It is there again.'), 409, 'It is there again.'],
    [new Error('inner detail'), 500, 'Internal error. The log has the details.'],
  ])('%s', async (failure, status, message) => {
    await given('lab');
    host.world.mqtt.failure = failure;
    for (const [method, path, body] of [
      ['POST', CLIENTS, '{"identifier":"a"}'],
      ['PUT', clientPath('lab'), '{}'],
      ['DELETE', clientPath('lab'), undefined],
      ['POST', '/app/v1/mqtt/import', '{"mqtt":{"clients":{"a":{}}}}'],
      ...ACTIONS.map((action) => ['POST', `${clientPath('lab')}/${action}`, undefined] as const),
    ] as const) {
      const answer = await write(host.port, method, path, body);
      expect([path, answer.status, answer.json()]).toEqual([path, status, { message }]);
    }
  });
});

describe('methods', () => {
  test.each([
    [CLIENTS, 'GET, HEAD, OPTIONS, POST'],
    [`${CLIENTS}/lab`, 'DELETE, GET, HEAD, OPTIONS, PUT'],
    [`${CLIENTS}/lab/test`, 'OPTIONS, POST'],
    ...ACTIONS.map((action) => [`${CLIENTS}/lab/${action}`, 'OPTIONS, POST']),
    ['/app/v1/mqtt/test', 'OPTIONS, POST'],
    ['/app/v1/mqtt/import', 'OPTIONS, POST'],
    ['/app/v1/mqtt/export', 'GET, HEAD, OPTIONS'],
  ])('of %s are %s', async (path, allow = '') => {
    await given('lab');
    const allowed = allow.split(', ');
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']) {
      if (allowed.includes(method)) continue;
      const answer = await write(host.port, method, path);
      expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, allow]);
      if (method !== 'HEAD') expect(messageOf(answer)).toContain(`does not support ${method}.`);
    }
    const options = await ask(host.port, path, { method: 'OPTIONS' });
    expect([options.status, options.headers.allow]).toEqual([204, allow]);
    if (allowed.includes('HEAD')) {
      const head = await ask(host.port, path, { method: 'HEAD' });
      expect([head.status, head.text]).toEqual([200, '']);
    }
    expect(host.world.mqtt.calls).toEqual([]);
  });

  test.each([
    '/app/v1/mqtt',
    '/app/v1/mqtt/',
    `${CLIENTS}/`,
    `${CLIENTS}//test`,
    `${CLIENTS}/lab/`,
    `${CLIENTS}/lab/test/`,
    `${CLIENTS}/lab/stop`,
    `${CLIENTS}/lab/Enable`,
    '/app/v1/MQTT/clients',
  ])('responds 404 to %s', async (path) => {
    await given('lab');
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await write(host.port, method, path, '{}');
      expect([answer.status, messageOf(answer)]).toEqual([404, expect.stringContaining('/docs')]);
    }
  });
});

describe('a password', () => {
  const SECRET = 'purple horse battery';

  test('never appears in a response, event or log line', async () => {
    const client = { password: SECRET, advanced: { key: SECRET, ca: SECRET } };
    const expert = { mqtt: { clients: { lab: { password: SECRET } } } };
    const file = { mqtt: { clients: { lab: client } } };
    const texts: string[] = [];
    const send = async (method: string, path: string, body: unknown): Promise<void> => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      // As it is, and damaged in some ways.
      for (const sent of [
        text,
        text.slice(0, -1),
        `${text}}`,
        text.replace('"password":', '"password":x'),
        `[${text}]`,
      ]) {
        const answer = await write(host.port, method, path, sent);
        texts.push(answer.text, JSON.stringify(answer.headers));
      }
    };
    await send('POST', CLIENTS, { identifier: 'lab', ...client });
    for (const path of [
      CLIENTS,
      `${CLIENTS}/lab`,
      '/app/v1/mqtt/export',
      '/app/v1/status',
      '/metrics',
      '/openapi.json',
    ]) {
      texts.push((await ask(host.port, path)).text);
    }
    await send('PUT', `${CLIENTS}/lab`, client);
    await send('POST', `${CLIENTS}/lab/test`, client);
    await send('POST', '/app/v1/mqtt/test', client);
    await send('POST', '/app/v1/mqtt/import', file);
    await send('POST', `${CLIENTS}/lab/enable`, client);
    await send('DELETE', `${CLIENTS}/lab`, client);
    for (const version of ['3.6.0', '3.7.0']) {
      await send('POST', `/expert/${version}/add_mqtt_clients`, expert);
      await send('POST', `/expert/${version}/remove_mqtt_client`, expert);
      await send('POST', `/expert/${version}/remove_mqtt_client`, { mqtt: { clients: [{ password: SECRET }] } });
    }
    const wrong = { port: 0, username: `${SECRET}\u0000`, password: `${SECRET}\u0000`, host: `${SECRET}@broker` };
    await send('PUT', `${CLIENTS}/lab`, wrong);
    await send('POST', '/expert/3.7.0/add_mqtt_clients', { mqtt: { clients: { lab: wrong } } });
    expect(host.world.mqtt.calls.length).toBeGreaterThan(5);
    expect(texts.length).toBeGreaterThan(100);
    for (const text of [...texts, ...log.lines]) expect(text).not.toMatch(/purple|horse|battery/);
  });
});
