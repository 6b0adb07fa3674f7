/** The expert operations, in the form of each version: interface.md#expert-operations and the decisions on them. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MensuraError } from '../../../service/support/errors.ts';
import { ask, messageOf, post } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';
import { type RecordedLog, recordedLog } from './support/recorded-log.ts';

const ADD = '{"mqtt":{"clients":{"lab":{"host":"broker","port":1884}}}}';
const REMOVE = '{"mqtt":{"clients":["lab"]}}';
const OPERATIONS = [
  ['add_mqtt_clients', ADD],
  ['remove_mqtt_client', REMOVE],
] as const;

let host: Host;
let log: RecordedLog;

beforeEach(async () => {
  log = recordedLog();
  host = await startHost({ logger: log });
});
afterEach(() => host.stop());

describe.each(OPERATIONS)('%s', (name, body) => {
  test.each([
    ['3.6.0', '{"success":true}'],
    ['3.7.0', '{"message":"success"}'],
  ])('of %s succeeds with %s', async (version, text) => {
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
      const answer = await post(host.port, `/expert/${version}/${name}`, body, { 'Content-Type': type });
      expect([answer.status, answer.text]).toEqual([200, text]);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    expect(host.world.mqtt.calls).toHaveLength(3);
  });

  test.each([
    ['3.6.0', new MensuraError('bad-request', 'No.'), 200, '{"reason":"No.","success":false}'],
    ['3.6.0', new MensuraError('conflict', 'No.'), 200, '{"reason":"No.","success":false}'],
    ['3.6.0', new MensuraError('storage-failed', 'No.'), 200, '{"reason":"No.","success":false}'],
    ['3.7.0', new MensuraError('bad-request', 'No.'), 400, '{"message":"No."}'],
    ['3.7.0', new MensuraError('conflict', 'No.'), 400, '{"message":"No."}'],
    ['3.7.0', new MensuraError('not-found', 'No.'), 400, '{"message":"No."}'],
    ['3.7.0', new MensuraError('storage-failed', 'No.'), 500, '{"message":"No."}'],
    ['3.7.0', new MensuraError('timeout', 'No.'), 500, '{"message":"No."}'],
  ])('of %s reports a failure: %s', async (version, failure, status, text) => {
    host.world.mqtt.failure = failure;
    const answer = await post(host.port, `/expert/${version}/${name}`, body);
    expect([answer.status, answer.text]).toEqual([status, text]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(log.lines).toEqual([]);
  });

  test('logs an internal error and reports it without details', async () => {
    host.world.mqtt.failure = new TypeError('inner detail');
    const old = await post(host.port, `/expert/3.6.0/${name}`, body);
    const text = 'Internal error. The log has the details.';
    expect([old.status, old.json()]).toEqual([200, { success: false, reason: text }]);
    const now = await post(host.port, `/expert/3.7.0/${name}`, body);
    expect([now.status, now.json()]).toEqual([500, { message: text }]);
    expect(log.lines).toEqual([expect.stringContaining('inner detail'), expect.stringContaining('inner detail')]);
  });

  test.each(['3.6.0', '3.7.0'])('of %s supports only POST', async (version) => {
    const path = `/expert/${version}/${name}`;
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'TRACE']) {
      const answer = await ask(host.port, path, { method, headers: { 'Content-Type': 'application/json' } });
      expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, 'OPTIONS, POST']);
      if (method !== 'HEAD') expect(Object.keys(answer.json() as object)).toEqual(['message']);
    }
    const options = await ask(host.port, path, { method: 'OPTIONS' });
    expect([options.status, options.headers.allow, options.text]).toEqual([204, 'OPTIONS, POST', '']);
    expect(host.world.mqtt.calls).toEqual([]);
  });
});

describe('the MQTT administration', () => {
  test('receives the clients as in the body, without defaults', async () => {
    await post(host.port, '/expert/3.7.0/add_mqtt_clients', ADD);
    expect(host.world.mqtt.calls).toEqual([
      ['expertAdd', { mqtt: { clients: { lab: { host: 'broker', port: 1884 } } } }],
    ]);
  });

  test('receives every field of the contract', async () => {
    const client = {
      host: '192.168.1.20',
      name: 'plant/north',
      username: 'ä',
      password: '𝄞 "\\',
      port: 65_535,
      protocol_version: 5,
      keep_alive: 0,
      clean_session: false,
      ssl: true,
      reconnect: { enable: false, min_delay: 1, max_delay: 86_400_000 },
    };
    const body = { mqtt: { clients: { 'a/b %2F 🌡️': client, second: {} } } };
    const answer = await post(host.port, '/expert/3.6.0/add_mqtt_clients', JSON.stringify(body));
    expect(answer.text).toBe('{"success":true}');
    expect(host.world.mqtt.calls).toEqual([['expertAdd', body]]);
  });

  test('receives the names to remove', async () => {
    const body = { mqtt: { clients: ['lab', 'a/b', 'lab'] } };
    await post(host.port, '/expert/3.7.0/remove_mqtt_client', JSON.stringify(body));
    expect(host.world.mqtt.calls).toEqual([['expertRemove', body]]);
  });
});

describe('unknown paths', () => {
  test.each(OPERATIONS)('3.5.0 has no %s and lists the versions that do', async (name, body) => {
    const answer = await post(host.port, `/expert/3.5.0/${name}`, body);
    expect([answer.status, answer.text]).toEqual([
      404,
      '{"message":"API version 3.5.0 has no expert operations. The versions with expert operations are 3.6.0, 3.7.0."}',
    ]);
  });

  test.each(['3.8.0', '3.4.0', '4', 'v3.7.0', '3.7', 'latest', '3.7.0%20'])('version %s', async (version) => {
    for (const method of ['POST', 'GET', 'OPTIONS']) {
      const answer = await ask(host.port, `/expert/${version}/add_mqtt_clients`, { method });
      expect(answer.status).toBe(404);
      expect(messageOf(answer)).toMatch(/^Unknown API version .+\. .+ are 3\.6\.0, 3\.7\.0\.$/);
    }
  });

  test.each([
    '/expert/3.7.0/nothing',
    '/expert/3.7.0',
    '/expert/3.7.0/',
    '/expert/3.6.0/add_mqtt_clients/',
    '/expert/3.6.0/add_mqtt_client',
    '/expert/3.7.0/remove_mqtt_clients',
    '/expert/3.7.0/Add_mqtt_clients',
    '/expert/3.7.0//add_mqtt_clients',
  ])('%s lists the operations', async (path) => {
    const answer = await post(host.port, path, ADD);
    expect([answer.status, messageOf(answer)]).toEqual([
      404,
      expect.stringContaining('add_mqtt_clients, remove_mqtt_client.'),
    ]);
  });

  test.each([
    '/expert',
    '/expert/',
    '/expert//3.7.0/add_mqtt_clients',
    '/Expert/3.7.0/add_mqtt_clients',
    '/3.7.0/expert/add_mqtt_clients',
    '/app/v1/expert/3.7.0/add_mqtt_clients',
  ])('%s', async (path) => {
    const answer = await post(host.port, path, ADD);
    expect([answer.status, Object.keys(answer.json() as object)]).toEqual([404, ['message']]);
    expect(host.world.mqtt.calls).toEqual([]);
  });
});
