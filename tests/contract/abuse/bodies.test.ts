/** Bodies that reach for prototypes, are huge or deep, sent to every write that the service describes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cpuSeconds, HAS_PROC } from '../../bench/process-figures.ts';
import { type Answer, request } from '../../support/raw-http.ts';
import type { Operation } from '../fuzz/support/api.ts';
import { startTarget, type Target } from '../fuzz/support/target.ts';

const LIMIT = 256 * 1024;

/**
 * What a body may cost at most, in seconds of processor time, instruments and history included: one that is read again
 * and again for each of its levels, keys or digits costs far more. A bound, not an expectation.
 */
const COST_S = 1;

let target: Target;
let before: string;

/** Processor time of the service so far, in seconds; 0 where it cannot be asked. */
const spent = (): number => (HAS_PROC ? cpuSeconds(target.service.process.pid ?? 0) : 0);

beforeAll(async () => {
  target = await startTarget();
  before = await target.settings();
});
afterAll(() => target.service.stop());

const writes = (): Operation[] => target.api.operations.filter(({ body }) => body !== undefined);

/** Large bodies are read in the same way everywhere: every sixth write is enough. */
const sentTo = (body: string): Operation[] => writes().filter((_, index) => body.length < 1000 || index % 6 === 0);

function send({ method, path }: Operation, body: string): Promise<Answer> {
  const place = path.replace('{family}', 'usb').replace('{serial}', 'SIM00001').replace('{id}', 'lab');
  return request(target.service.port, { method, path: place, headers: [['Content-Type', 'application/json']], body });
}

/** What a refusal says; expert operations of 3.6.0 have a form of their own. */
function reason({ status, json, text }: Answer): string {
  const { message, reason: why, success } = json();
  expect(success === false || (status >= 400 && status < 500), text).toBe(true);
  return String(message ?? why);
}

describe('every write', () => {
  test.each([
    ['__proto__', '{"__proto__":{"polluted":true}}'],
    ['__proto__ with escapes', '{"__pr\\u006fto__":{"polluted":true}}'],
    ['__proto__ in the depth', '{"a":[{"b":{"__proto__":{"polluted":true}}}]}'],
    ['__proto__ twice', '{"__proto__":{},"__proto__":{"polluted":true}}'],
    ['a constructor', '{"constructor":{"prototype":{"polluted":true}}}'],
    ['what objects can do', '{"toString":null,"valueOf":1,"hasOwnProperty":1,"then":{},"toJSON":{}}'],
    ['very many digits', `{"a":${'9'.repeat(LIMIT - 8)}}`],
    ['a number beyond numbers', '{"a":1e400}'],
    ['twenty thousand keys', `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":0`).join()}}`],
    ['a key of the whole size', `{"${'k'.repeat(LIMIT - 10)}":1}`],
    ['33 levels', `{"a":${'['.repeat(32)}${']'.repeat(32)}}`],
    ['a hundred thousand levels', '['.repeat(LIMIT / 2) + ']'.repeat(LIMIT / 2)],
    ['levels without an end', '{"a":'.repeat(50_000)],
    ['brackets in a text', `{"${'[{'.repeat(LIMIT / 4)}":1}`],
  ])('refuses %s in words, and nothing is set by it', async (what, body) => {
    for (const operation of sentTo(body)) {
      const spentBefore = spent();
      const answer = await send(operation, body);
      expect(spent() - spentBefore, `${operation.method} ${operation.path}`).toBeLessThan(COST_S);
      const words = reason(answer);
      expect(words, `${operation.method} ${operation.path}`).toMatch(/\S/);
      expect(answer.text.length).toBeLessThan(20_000);
      // What is not there is told before the body is looked at.
      if (what.startsWith('__proto__') && answer.status !== 404) expect(words).toContain('__proto__');
    }
    expect(await target.settings()).toBe(before);
    expect((await request(target.service.port, { path: '/app/v1/settings' })).text).not.toContain('polluted');
    expect((await request(target.service.port, { path: '/3.7.0/devices/usb' })).text).not.toContain('polluted');
  });
});

test('parameters reach no prototype', async () => {
  for (const query of [
    '__proto__[polluted]=1',
    'constructor[prototype][polluted]=1',
    '__proto__.polluted=1',
    'pretty=false&__proto__=1',
  ]) {
    for (const path of ['/3.7.0/devices/usb', '/app/v1/history', '/app/v1/log', '/app/v1/export', '/app/v1/instance']) {
      const answer = await request(target.service.port, { path: `${path}?${query}` });
      expect([200, 400]).toContain(answer.status);
      expect(answer.header('polluted')).toBeUndefined();
    }
  }
  expect((await request(target.service.port, { path: '/app/v1/settings' })).text).not.toContain('polluted');
  await target.expectWell();
});
