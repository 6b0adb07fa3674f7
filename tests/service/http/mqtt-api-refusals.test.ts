/** The app API of MQTT clients: identifiers, and what it refuses. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messageSchema } from '../../../service/contract/index.ts';
import { MensuraError } from '../../../service/support/errors.ts';
import { partOfRuns } from '../../support/property-runs.ts';
import { ask, messageOf, post, write } from './support/ask.ts';
import { ACTIONS, CLIENTS, clientPath, expectPlain, mqttApiRig } from './support/mqtt-api.ts';

const rig = mqttApiRig();

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
    await rig.given(identifier);
    const path = clientPath(identifier);
    for (const answer of [
      await ask(rig.host.port, path),
      await write(rig.host.port, 'PUT', path, '{"name":"plant"}'),
      await post(rig.host.port, `${path}/disable`),
    ]) {
      expect([answer.status, (answer.json() as { identifier: string }).identifier]).toEqual([200, identifier]);
    }
    expect((await post(rig.host.port, `${path}/test`)).status).toBe(200);
    expect((await write(rig.host.port, 'DELETE', path)).status).toBe(200);
    for (const [, ...call] of rig.host.world.mqtt.calls) expect(call).toContain(identifier);
  });

  test('can be any text in a path', async () => {
    const identifiers = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 255 })
      .filter((text) => text.isWellFormed() && text !== '.' && text !== '..');
    await fc.assert(
      fc.asyncProperty(identifiers, async (identifier) => {
        const answer = await ask(rig.host.port, clientPath(identifier));
        expect([answer.status, messageOf(answer)]).toEqual([404, `MQTT client "${identifier}" does not exist.`]);
      }),
      { numRuns: partOfRuns(0.25) },
    );
  });

  test.each(['%', '%zz', '%ff', '%ed%a0%80'])('cannot be "%s", invalid percent-encoding', async (part) => {
    for (const path of [`${CLIENTS}/${part}`, `${CLIENTS}/${part}/test`]) {
      const answer = await post(rig.host.port, path);
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
      const answer = await write(rig.host.port, method, `${clientPath('lab')}${action}`, body);
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
    await rig.given('lab');
    for (const [fields, ...paths] of FIELDS) {
      const identifier = path === CLIENTS ? '"identifier":"new",' : '';
      const client = `{${identifier}${fields}}`;
      const body = prefix ? `{"mqtt":{"clients":{"lab":${client}}}}` : client;
      const answer = await write(rig.host.port, method, path, body);
      expect(answer.status).toBe(400);
      expectPlain(answer);
      const { message, errors = [] } = messageSchema.parse(answer.json());
      expect(errors.map((problem) => problem.path).toSorted()).toEqual(paths.map((at) => prefix + at).toSorted());
      for (const problem of errors) expect(message).toContain(`${problem.path}: ${problem.message}`);
    }
    expect(rig.host.world.mqtt.calls).toEqual([]);
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
    const answer = await post(rig.host.port, CLIENTS, body);
    const { errors } = messageSchema.parse(answer.json());
    expect([answer.status, errors?.map((problem) => problem.path)]).toEqual([400, [path]]);
    expect(rig.host.world.mqtt.calls).toEqual([]);
  });

  test.each(['{"mqtt":{"clients":{}}}', '{}', '{"clients":{}}', '{"mqtt":{"clients":[]}}', '[]', ''])(
    'a file as %j',
    async (body) => {
      const answer = await post(rig.host.port, '/app/v1/mqtt/import', body);
      expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringMatching(/./)]);
      expect(rig.host.world.mqtt.calls).toEqual([]);
    },
  );

  test.each(['{"enabled":true}', '[]', 'null', '{"a":1,"a":1}', '{'])('an action with the body %s', async (body) => {
    await rig.given('lab');
    for (const action of ACTIONS) {
      expect((await post(rig.host.port, `${clientPath('lab')}/${action}`, body)).status).toBe(400);
    }
    expect((await write(rig.host.port, 'DELETE', clientPath('lab'), body)).status).toBe(400);
    expect(rig.host.world.mqtt.calls).toEqual([]);
  });

  test('found by the administration are listed alike', async () => {
    await rig.given('lab');
    rig.host.world.mqtt.failure = new MensuraError('bad-request', 'name: is taken.', {
      errors: [{ path: 'name', message: 'is taken' }],
    });
    const answer = await write(rig.host.port, 'PUT', clientPath('lab'), '{}');
    expect([answer.status, answer.json()]).toEqual([
      400,
      { message: 'name: is taken.', errors: [{ path: 'name', message: 'is taken' }] },
    ]);
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
    await rig.given('lab');
    const allowed = allow.split(', ');
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']) {
      if (allowed.includes(method)) continue;
      const answer = await write(rig.host.port, method, path);
      expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, allow]);
      if (method !== 'HEAD') expect(messageOf(answer)).toContain(`does not support ${method}.`);
    }
    const options = await ask(rig.host.port, path, { method: 'OPTIONS' });
    expect([options.status, options.headers.allow]).toEqual([204, allow]);
    if (allowed.includes('HEAD')) {
      const head = await ask(rig.host.port, path, { method: 'HEAD' });
      expect([head.status, head.text]).toEqual([200, '']);
    }
    expect(rig.host.world.mqtt.calls).toEqual([]);
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
    await rig.given('lab');
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await write(rig.host.port, method, path, '{}');
      expect([answer.status, messageOf(answer)]).toEqual([404, expect.stringContaining('/docs')]);
    }
  });
});
