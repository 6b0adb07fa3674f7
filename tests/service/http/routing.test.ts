/** Paths, methods, bodies: what is not there, and how it is said. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, messageOf, patch } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';
import { talk } from './support/talk.ts';

let host: Host;

beforeAll(async () => {
  host = await startHost({ limits: { bodyBytes: 1000 } });
  host.attach('E1', 20);
  for (const path of ['/3.7.0/devices/usb', '/3.7.0/devices/usb/E1/measurement']) await ask(host.port, path);
});
afterAll(() => host.stop());

describe('unknown paths', () => {
  test.each([
    '/3.8.0/devices/usb',
    '/3.7/devices/usb',
    '/v3.7.0/devices/usb',
    '/latest/devices/usb',
    '/4.0.0',
    '/3.4.9/x',
  ])('%s: the message lists the versions', async (path) => {
    const answer = await ask(host.port, path);
    expect(answer.status).toBe(404);
    expect(messageOf(answer)).toMatch(/^Unknown API version .+\. The versions are 3\.5\.0, 3\.6\.0, 3\.7\.0\.$/);
  });

  test.each([
    '/3.5.0/devices/gateway',
    '/3.5.0/devices/usb/measurements',
    '/3.6.0/devices/usb/measurements',
    '/3.6.0/devices/usb/E1/measurement',
    '/3.6.0/devices/gateway',
    '/3.7.0',
    '/3.7.0/',
    '/3.7.0/devices',
    '/3.7.0/devices/serial',
    '/3.7.0/devices/usb/',
    '/3.7.0//devices/usb',
    '//3.7.0/devices/usb',
    '/3.7.0/devices/usb//measurement',
    '/3.7.0/devices/usb/measurements/',
    '/3.7.0/devices/usb/E1',
    '/3.7.0/devices/usb/E1/measurements',
    '/3.7.0/Devices/usb',
    '/3.7.0/devices/USB',
    '/3.7.0/devices/usb/E1/Measurement',
    '/3.7.0/devices/./usb',
    '/3.7.0/devices/../devices/usb',
    '/3.7.0/devices%2Fusb',
    '/3.7.0/devices/usb;a=b',
    '/Device-Service-Info',
    '/device-service-info/',
    '/app/v1/devices/',
    '/app/v2/devices',
    '/APP/v1/devices',
    '/expert/3.7.0/nothing',
    '/docs/',
    '/index.html',
    '/etc/passwd',
  ])('%s is 404', async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await ask(host.port, path, { method });
      expect(answer.status).toBe(404);
      expect(messageOf(answer)).not.toBe('');
    }
  });

  test('a path that is not percent-encoded UTF-8 is a bad request', async () => {
    for (const serial of ['%', '%zz', '%ff']) {
      const answer = await ask(host.port, `/3.7.0/devices/usb/${serial}/measurement`);
      expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringContaining('percent-encoded')]);
    }
  });

  test('a target that is not a path is a bad request', async () => {
    for (const target of ['http://localhost/3.7.0/devices/usb', '*', 'devices']) {
      const answer = await talk(host.port, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1.1 400 .*\{"message":"/s);
    }
  });
});

describe('methods', () => {
  const READS = [
    '/3.7.0/devices/usb',
    '/3.7.0/devices/usb/E1/measurement',
    '/device-service-info',
    '/app/v1/devices',
    '/',
  ];

  test.each(READS)('%s supports only reads', async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY']) {
      for (const headers of [{}, { 'Content-Type': 'application/json' }]) {
        const answer = await ask(host.port, path, { method, headers });
        expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, 'GET, HEAD, OPTIONS']);
        expect(messageOf(answer)).toContain(`does not support ${method}.`);
      }
    }
  });

  test.each([...READS, '/app/v1/events', '/docs', '/openapi.json'])('%s lists its methods', async (path) => {
    const answer = await ask(host.port, path, { method: 'OPTIONS' });
    expect([answer.status, answer.headers.allow, answer.text]).toEqual([204, 'GET, HEAD, OPTIONS', '']);
  });

  test('OPTIONS of an unknown path is 404', async () => {
    expect((await ask(host.port, '/nowhere', { method: 'OPTIONS' })).status).toBe(404);
  });

  test.each([...READS, '/metrics', '/docs', '/openapi.json', '/app/v1/status'])('%s supports HEAD', async (path) => {
    const answer = await ask(host.port, path, { method: 'HEAD' });
    expect([answer.status, answer.text]).toEqual([200, '']);
  });
});

describe('bodies', () => {
  const PATH = '/app/v1/devices/usb/E1';

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    '',
  ])('are refused with the type "%s"', async (type) => {
    const headers = type ? { 'Content-Type': type } : {};
    const answer = await ask(host.port, PATH, { method: 'PATCH', body: '{"alias":"a"}', headers });
    expect([answer.status, messageOf(answer)]).toEqual([
      400,
      expect.stringContaining('Content-Type: application/json'),
    ]);
    expect(host.world.devices.patches).toEqual([]);
  });

  test('are refused over the limit, announced or not', async () => {
    const body = JSON.stringify({ note: 'x'.repeat(1000) });
    const announced = await patch(host.port, PATH, body, { 'Content-Length': String(body.length) });
    const chunked = await patch(host.port, PATH, body, { 'Transfer-Encoding': 'chunked' });
    for (const answer of [announced, chunked]) {
      expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringContaining('The limit is 1000 bytes')]);
    }
  });

  test('are refused if compressed', async () => {
    const answer = await patch(host.port, PATH, '{"alias":"a"}', { 'Content-Encoding': 'gzip' });
    expect([answer.status, messageOf(answer)]).toEqual([
      400,
      expect.stringContaining('Compressed bodies are not supported'),
    ]);
  });

  test('may have a character set', async () => {
    const type = { 'Content-Type': 'application/json; charset=utf-8' };
    expect((await patch(host.port, PATH, '{"alias":"ä"}', type)).status).toBe(200);
  });
});

describe('invalid HTTP', () => {
  test('gets a JSON message', async () => {
    const answer = await talk(host.port, 'HELLO\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n.*\{"message":"/s);
  });

  test('gets a JSON message if its head is too large', async () => {
    const answer = await talk(host.port, `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 431 .*\{"message":"/s);
  });

  test('an upgrade or an unknown expectation is ignored', async () => {
    const upgrade = 'Connection: Upgrade, close\r\nUpgrade: websocket\r\n';
    for (const extra of [upgrade, 'Expect: miracles\r\nConnection: close\r\n']) {
      const answer = await talk(host.port, `GET /device-service-info HTTP/1.1\r\nHost: localhost\r\n${extra}\r\n`);
      expect(answer).toMatch(/^HTTP\/1.1 200 OK/);
    }
  });
});
