/** The wall, on every way through the service: fast path, express, event stream, pages. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLocalHost, isLoopback, isOwnOrigin } from '../../../service/http/guards/local-request.ts';
import { ask, messageOf, type Question } from './support/ask.ts';
import { openEvents } from './support/event-client.ts';
import { type Host, startHost } from './support/host.ts';
import { talk } from './support/talk.ts';

const LISTED = 'https://tools.example:8443';

/** One path per way through the service. The first is answered by the fast path, once it has been asked for. */
const PATHS = [
  '/3.7.0/devices/usb',
  '/3.7.0/devices/usb/E1/measurement',
  '/device-service-info',
  '/app/v1/devices',
  '/app/v1/events',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/',
  '/nowhere',
];

describe.each(PATHS)('%s', (path) => {
  let host: Host;

  beforeAll(async () => {
    host = await startHost({ allowedOrigins: () => new Set([LISTED]) });
    host.attach('E1', 21.5);
    // From now on the fast path knows it.
    if (path.startsWith('/3.7.0')) await ask(host.port, path);
  });
  afterAll(() => host.stop());

  /** The event stream does not end: its head is asked for. */
  const get = (headers: Question['headers']) =>
    ask(host.port, path, { method: path.endsWith('/events') ? 'HEAD' : 'GET', headers: headers ?? {} });

  const refused = async (headers: Question['headers']): Promise<void> => {
    const { status } = await get(headers);
    expect(status).toBe(403);
    const told = await ask(host.port, path, { headers: headers ?? {} });
    expect(told.status).toBe(403);
    expect(told.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(told.headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(told.headers['access-control-allow-origin']).toBeUndefined();
    expect(messageOf(told)).not.toBe('');
  };
  const served = async (headers: Question['headers']): Promise<void> => {
    expect((await get(headers)).status).toBe(path === '/nowhere' ? 404 : 200);
  };

  test.each(['localhost', 'LOCALHOST:1', '127.0.0.1', '127.0.0.1:65535', '[::1]', '[::1]:11395'])(
    'allows the host %s',
    (name) => served({ Host: name }),
  );

  test.each([
    'evil.example',
    'localhost.evil.example',
    'localhost.',
    '127.0.0.1.evil.example',
    '127.0.0.2',
    '2130706433',
    '[::2]',
    'localhost:',
    'localhost:abc',
    'localhost:99999',
    '127.0.0.1:65536',
    '[::1]:0',
    'localhost:00',
    'localhost:007',
    'localhost:-1',
    'localhost:+80',
    'localhost:0x50',
    'localhost:80:80',
    'user@localhost',
  ])('refuses the host "%s"', (name) => refused({ Host: name }));

  test.each(['', 'Host:\r\n', 'Host: localhost\r\nhost: evil.example\r\n'])(
    'refuses the host line %j',
    async (line) => {
      const answer = await talk(host.port, `GET ${path} HTTP/1.1\r\n${line}Connection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1.1 403 .*\{"message":"The Host header must be/s);
    },
  );

  test.each(['', ' HTTP/0.9', ' HTTP/2.0'])('refuses the version "%s"', async (version) => {
    const answer = await talk(host.port, `GET ${path}${version}\r\nHost: localhost\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 400 .*\{"message":"HTTP [02]\.[09] is not supported\. Use HTTP\/1\.1\."\}/s);
  });

  test('allows its own origin and a listed one', async () => {
    await served({ Host: 'localhost:8080', Origin: 'http://localhost:8080' });
    await served({ Host: 'localhost:8080', Origin: LISTED });
    await served({ Host: 'localhost:8080', Origin: LISTED, 'Sec-Fetch-Site': 'cross-site' });
  });

  test.each([
    'null',
    'https://evil.example',
    'http://localhost:8081',
    'https://localhost:8080',
    'http://127.0.0.1:8080',
    'https://tools.example',
    `${LISTED}/`,
    `${LISTED}0`,
    'http://localhost:08080',
    `${LISTED}, ${LISTED}`,
    '',
  ])('refuses the origin "%s"', (origin) => refused({ Host: 'localhost:8080', Origin: origin }));

  test.each(['same-origin', 'none'])('allows the fetch site %s', (site) => served({ 'Sec-Fetch-Site': site }));

  test('allows links from a page on another port of this computer, but no subresources', async () => {
    const site = { 'Sec-Fetch-Site': 'same-site' };
    await served({ ...site, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' });
    await refused({ ...site, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' });
    await refused({ ...site, 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' });
    await served({ ...site, Host: 'localhost:8080', Origin: LISTED });
  });

  test('refuses other and invalid fetch sites', async () => {
    await refused({ 'Sec-Fetch-Site': 'cross-site' });
    await refused({ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' });
    await refused({ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' });
    await refused({ 'Sec-Fetch-Site': 'else' });
  });

  test('allows links from another site only to pages', async () => {
    const navigation = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
    await (path === '/' || path === '/docs' ? served(navigation) : refused(navigation));
  });

  test('sends CORS headers only to pages of an allowed origin', async () => {
    const listed = await get({ Origin: LISTED });
    expect(listed.headers['access-control-allow-origin']).toBe(LISTED);
    expect(listed.headers.vary).toContain('Origin');
    const own = await get({ Host: 'localhost:8080', Origin: 'http://localhost:8080' });
    expect(own.headers['access-control-allow-origin']).toBeUndefined();
    expect((await get({})).headers['access-control-allow-origin']).toBeUndefined();
  });

  test('sends security headers', async () => {
    const { headers } = await get({});
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers.etag).toBeUndefined();
  });
});

describe('the guards', () => {
  test('allow the event stream to a page of an allowed origin', async () => {
    const host = await startHost({ allowedOrigins: () => new Set([LISTED]) });
    const client = await openEvents(host.port, { Origin: LISTED, 'Sec-Fetch-Site': 'cross-site' });
    expect(client.headers['access-control-allow-origin']).toBe(LISTED);
    client.close();
    await host.stop();
  });

  test('allow the preflight of an allowed origin only', async () => {
    const host = await startHost({ allowedOrigins: () => new Set([LISTED]) });
    const preflight = (path: string, origin: string) =>
      ask(host.port, path, {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'PATCH' },
      });
    const answer = await preflight('/app/v1/devices/usb/E1', LISTED);
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe(LISTED);
    expect(answer.headers['access-control-allow-methods']).toBe('DELETE, GET, HEAD, OPTIONS, PATCH');
    expect(answer.headers['access-control-allow-headers']).toContain('Content-Type');
    expect(answer.headers.allow).toBe('DELETE, GET, HEAD, OPTIONS, PATCH');
    const other = await preflight('/app/v1/devices/usb/E1', 'https://evil.example');
    expect(other.status).toBe(403);
    expect(other.headers['access-control-allow-methods']).toBeUndefined();
    const read = await preflight('/3.7.0/devices/usb', LISTED);
    expect([read.status, read.headers['access-control-allow-methods']]).toEqual([204, 'GET, HEAD, OPTIONS']);
    await host.stop();
  });
});

describe('callers', () => {
  test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('%s is this computer', (address) => {
    expect(isLoopback(address)).toBe(true);
  });

  test.each([undefined, '', '10.0.0.1', '128.0.0.1', '::', 'fe80::1', '::ffff:10.0.0.1', '127.0.0.1.evil'])(
    '%s is not this computer',
    (address) => {
      expect(isLoopback(address)).toBe(false);
    },
  );

  test('refuses a missing host', () => {
    expect(isLocalHost(undefined)).toBe(false);
  });

  test('ignores the case of a host', () => {
    expect(isOwnOrigin('http://localhost:8080', 'LOCALHOST:8080')).toBe(true);
  });
});
