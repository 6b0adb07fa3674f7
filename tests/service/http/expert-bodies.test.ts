/** Bodies that must be refused, in the form of each version, before the administration hears of them. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, post } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';
import { type RecordedLog, recordedLog } from './support/recorded-log.ts';
import { WRONG_ADDS, WRONG_REMOVALS } from './support/wrong-bodies.ts';

let host: Host;
let log: RecordedLog;

beforeAll(async () => {
  log = recordedLog();
  host = await startHost({ logger: log });
});
afterAll(() => host.stop());

const ADD = 'add_mqtt_clients';
const REMOVE = 'remove_mqtt_client';

/** What is wrong, from the form that the version has for it; fails on any other form. */
function reasonIn(version: string, answer: Answer, status: number): string {
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const body = answer.json() as { message?: string; reason?: string; success?: boolean };
  if (version === '3.7.0') {
    expect(Object.keys(body)).toEqual(['message']);
    return body.message ?? '';
  }
  expect([Object.keys(body), body.success]).toEqual([['reason', 'success'], false]);
  return body.reason ?? '';
}

function short(text: string): string {
  return text.length > 90 ? `${text.slice(0, 60)}... (${text.length} characters)` : text;
}

describe.each([
  ['3.6.0', 200],
  ['3.7.0', 400],
])('in %s', (version, status) => {
  test.each([
    ...WRONG_ADDS.map(([body, path]) => [ADD, short(body), path, body]),
    ...WRONG_REMOVALS.map(([body, path]) => [REMOVE, short(body), path, body]),
  ])('%s refuses %s', async (operation, _short, path = '', body = '') => {
    const answer = await post(host.port, `/expert/${version}/${operation}`, body);
    const reason = reasonIn(version, answer, status);
    expect(`; ${reason}`).toContain(`; ${path}: `);
    expect(reason).toMatch(/[^.]\.$/);
    expect(reason).not.toMatch(/hunter2|undefined|Invalid|\[object/);
    expect(host.world.mqtt.calls).toEqual([]);
  });

  test('lists all invalid fields', async () => {
    const body = '{"mqtt":{"clients":{"a":{"port":0,"x":1},"b":{"ssl":"no","reconnect":{"enable":1}}}}}';
    const reason = reasonIn(version, await post(host.port, `/expert/${version}/${ADD}`, body), status);
    for (const path of ['a.port', 'a.x', 'b.ssl', 'b.reconnect.enable'])
      expect(reason).toContain(`mqtt.clients.${path}: `);
  });

  test('lists the first of many invalid fields and counts the others', async () => {
    const clients = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`c${index}`, { port: 0 }]));
    const body = JSON.stringify({ mqtt: { clients } });
    const reason = reasonIn(version, await post(host.port, `/expert/${version}/${ADD}`, body), status);
    expect(reason).toContain('mqtt.clients.c19.port: ');
    expect(reason).not.toContain('mqtt.clients.c20.port: ');
    expect(reason).toContain('480 more invalid fields');
  });

  test('truncates a very long key in a message', async () => {
    const body = JSON.stringify({ mqtt: { clients: { lab: { ['k'.repeat(200_000)]: 1 } } } });
    const reason = reasonIn(version, await post(host.port, `/expert/${version}/${ADD}`, body), status);
    expect(reason.length).toBeLessThan(1000);
  });
});

describe('any body', () => {
  /** A body that would be taken, with any value put in any place of it. */
  const wild = fc
    .tuple(
      fc.constantFrom('mqtt', 'clients', 'lab', 'host', 'port', 'reconnect', 'enable', 'max_delay', 'name', 'new'),
      fc.jsonValue({ stringUnit: 'binary' }),
    )
    .map(([place, value]) => {
      const set = (members: Record<string, unknown>): Record<string, unknown> =>
        place in members || place === 'new' ? { ...members, [place]: value } : members;
      const reconnect = set({ enable: true, max_delay: 60_000 });
      const lab = set({ host: 'localhost', port: 1883, name: 'lab', reconnect });
      return JSON.stringify(set({ mqtt: set({ clients: set({ lab }) }) }));
    });

  test('is accepted or refused alike in both versions, never an internal error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(wild, fc.json({ stringUnit: 'binary' })), async (body) => {
        host.world.mqtt.calls.length = 0;
        const now = await post(host.port, `/expert/3.7.0/${ADD}`, body);
        const done = host.world.mqtt.calls.length === 1;
        expect([body, now.status]).toEqual([body, done ? 200 : 400]);
        const old = await post(host.port, `/expert/3.6.0/${ADD}`, body);
        const { message } = now.json() as { message: string };
        expect(old.json()).toEqual(done ? { success: true } : { success: false, reason: message });
      }),
    );
    expect(log.lines).toEqual([]);
    host.world.mqtt.calls.length = 0;
  });
});

describe.each(['3.6.0', '3.7.0'])('in %s an unreadable body', (version) => {
  const path = `/expert/${version}/${ADD}`;

  test.each([
    ['', 'not valid JSON: empty'],
    [' \r\n\t', 'not valid JSON: empty'],
    ['{"mqtt":{"clients":{"lab":{"password":"hunter2"', 'unexpected end'],
    ['{"mqtt":{"clients":{"lab":{"password":hunter2}}}}', 'line 1, column 39'],
    ['{"mqtt":{"clients":{"lab":{"password":"hunter2"}}}},', 'line 1, column 52'],
    ["{'mqtt':{}}", 'line 1, column 2'],
    ['mqtt=1', 'line 1, column 1'],
    ['{"mqtt":{"clients":{"lab":{"port":0x75b}}}}', 'line 1, column 36'],
    ['{"mqtt":NaN}', 'line 1, column 9'],
    ['// a\n{}', 'line 1, column 1'],
    ['{"mqtt":{"clients":{"lab":{"port":1,}}}}', 'line 1, column 37'],
  ])('%j', async (body, what) => {
    const reason = reasonIn(version, await post(host.port, path, body), 400);
    expect(reason).toContain('The body is not valid JSON: ');
    expect(reason).toContain(what);
    expect(reason).not.toContain('hunter');
  });

  test.each([
    ['a byte that is no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['an overlong sequence', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['a half of a character', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['UTF-16', Buffer.from('{"mqtt":{}}', 'utf16le')],
    ['a sequence that breaks off', Buffer.from([0x22, 0xe2, 0x82])],
  ])('%s', async (_what, body) => {
    expect(reasonIn(version, await post(host.port, path, body), 400)).toContain('The body is not valid JSON: ');
  });

  test('ignores a byte order mark', async () => {
    const body = '\uFEFF{"mqtt":{"clients":{}}}';
    const answer = await post(host.port, path, body);
    expect(answer.text).toContain('mqtt.clients: must list at least one client');
  });

  test.each([
    ['arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
    ['arrays in a field', `{"mqtt":{"clients":{"lab":{"host":${'['.repeat(100_000)}${']'.repeat(100_000)}}}}}`],
    ['33 levels', '['.repeat(33) + ']'.repeat(33)],
  ])('nested too deeply: %s', async (_what, body) => {
    expect(reasonIn(version, await post(host.port, path, body), 400)).toContain('nested too deeply');
  });

  test('nested without end', async () => {
    const reason = reasonIn(version, await post(host.port, path, '[{"a":'.repeat(40_000)), 400);
    expect(reason).toContain('unexpected end');
  });

  test('allows 32 levels', async () => {
    const answer = await post(host.port, path, '['.repeat(32) + ']'.repeat(32));
    expect(reasonIn(version, answer, version === '3.6.0' ? 200 : 400)).toContain('the body: must be an object');
  });
});
