/** Who may call: every guard against every kind of route. The requests are written by hand. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { atEnd } from '../support/at-end.ts';
import { type Answer, exchange, type Request, request } from '../support/raw-http.ts';
import { plug, serve } from '../support/rig.ts';
import type { RunningService } from '../support/service.ts';
import type { FullForm } from '../support/shapes.ts';
import { until } from '../support/until.ts';

/** One of each kind of route: what may have a shortcut, what has none, pages, files, a stream. */
const ROUTES = [
  '/3.7.0/devices/usb',
  '/3.5.0/devices/usb',
  '/3.7.0/devices/usb/E24638/measurement',
  '/device-service-info',
  '/app/v1/devices',
  '/',
  '/docs',
  '/openapi.json',
  '/assets/x',
  '/app/v1/events',
  '/nothing',
];
const LISTED = 'https://tools.example:8443';
const LIMIT = 256 * 1024;

let service: RunningService;
type Headers = [string, string][];
const ask = (path: string, headers: Headers = [], more: Partial<Request> = {}): Promise<Answer> =>
  request(service.port, { path, headers, ...more });

/** Whether the guards let it through, whatever the route then answers. */
const passes = (answer: Answer): boolean => answer.status === 200 || answer.status === 404;

function expectForbidden(answer: Answer, route: string): void {
  expect(answer.status, route).toBe(403);
  expect(answer.header('content-type'), route).toMatch(/^application\/json/);
  expect(Object.keys(answer.json()), route).toEqual(['message']);
  expect(answer.header('access-control-allow-origin'), route).toBeUndefined();
  expect(answer.text, route).not.toContain('E24638');
}

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mensura-guards-'));
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ version: 1, allowed_origins: [LISTED] }));
  service = await serve([await plug()], { dataDir });
  await until('the first reading', async () => (await ask('/3.7.0/devices/usb/E24638/measurement')).status === 200);
});

describe('Service-Worker', () => {
  test('is refused on every route, and the browser told to remove the worker that it looks after', async () => {
    for (const route of ROUTES) {
      for (const from of [[], [['Sec-Fetch-Site', 'same-origin']]] as Headers[]) {
        const answer = await ask(route, [['Service-Worker', 'script'], ...from]);
        expectForbidden(answer, route);
        expect(answer.header('clear-site-data'), route).toBe('"cache", "storage"');
      }
      expect((await ask(route)).header('clear-site-data'), route).toBeUndefined();
    }
  });
});

describe('Host', () => {
  test.each(['127.0.0.1', '127.0.0.1:1', '127.0.0.1:65535', 'localhost', 'localhost:11395', '[::1]', '[::1]:8080'])(
    '"%s" is welcome',
    async (host) => {
      for (const route of ROUTES) {
        const answer = await ask(route, [['Host', host]]);
        expect(passes(answer), `${route}: ${answer.status} ${answer.text}`).toBe(true);
      }
    },
  );

  test.each([
    'evil.example',
    'evil.example:11395',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'evil.example:127.0.0.1',
    'notlocalhost',
    'localhost.',
    '127.0.0.2',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0.0.0.0',
    '[::]',
    '[::ffff:127.0.0.1]',
    '::1',
    '192.168.1.5',
    'user@localhost',
    'localhost:80:80',
    'localhost:abc',
    'localhost/',
    'localhost,evil.example',
    '',
  ])('"%s" is refused', async (host) => {
    for (const route of ROUTES) expectForbidden(await ask(route, [['Host', host]]), route);
  });

  test('none is refused', async () => {
    for (const route of ROUTES) {
      expectForbidden(await ask(route, [], { noHost: true }), route);
      expectForbidden(await ask(route, [], { noHost: true, version: '1.0' }), route);
    }
  });

  test.each([
    ['127.0.0.1', 'evil.example'],
    ['evil.example', '127.0.0.1'],
  ])('two of them, "%s" and "%s", are refused', async (first, second) => {
    for (const route of ROUTES) {
      const answer = await ask(route, [
        ['Host', first],
        ['Host', second],
      ]);
      expect([400, 403], `${route}: ${answer.status}`).toContain(answer.status);
      expect(answer.json()['message'], route).toMatch(/\S/);
    }
  });

  test('that of a full address in the request line counts for nothing good', async () => {
    for (const route of ROUTES) {
      const answer = await ask(`http://evil.example${route}`, [['Host', '127.0.0.1']]);
      expect(answer.status, route).toBeGreaterThanOrEqual(400);
      expect(answer.text, route).not.toContain('E24638');
    }
  });

  test('is looked at for HEAD, OPTIONS and writes too', async () => {
    for (const route of ROUTES) {
      for (const method of ['HEAD', 'OPTIONS', 'POST', 'DELETE']) {
        const answer = await ask(
          route,
          [
            ['Host', 'evil.example'],
            ['Content-Type', 'application/json'],
          ],
          { method },
        );
        expect(answer.status, `${method} ${route}`).toBe(403);
      }
    }
  });
});

describe('Origin', () => {
  test('its own is welcome, by any name and through a tunnel', async () => {
    for (const host of [`127.0.0.1:${service.port}`, `localhost:${service.port}`, 'localhost:8080', '[::1]:9']) {
      for (const route of ROUTES) {
        const answer = await ask(route, [
          ['Host', host],
          ['Origin', `http://${host}`],
        ]);
        expect(passes(answer), `${route}: ${answer.status} ${answer.text}`).toBe(true);
      }
    }
  });

  test.each([
    'http://evil.example',
    'https://evil.example',
    'null',
    '',
    'file://',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    'http://tools.example:8443',
    'https://tools.example',
    'https://tools.example:8443.evil.example',
    'https://evil.tools.example:8443',
    'chrome-extension://abcdefghijklmnop',
  ])('"%s" is refused', async (origin) => {
    for (const route of ROUTES) expectForbidden(await ask(route, [['Origin', origin]]), route);
  });

  test('its own in another scheme, or by another name than Host, is refused', async () => {
    for (const route of ROUTES) {
      expectForbidden(await ask(route, [['Origin', `https://127.0.0.1:${service.port}`]]), route);
      expectForbidden(await ask(route, [['Origin', `http://localhost:${service.port}`]]), route);
    }
  });

  test('two of them are refused', async () => {
    for (const route of ROUTES) {
      const own = `http://127.0.0.1:${service.port}`;
      for (const pair of [
        [own, 'http://evil.example'],
        ['http://evil.example', own],
        [LISTED, 'http://evil.example'],
      ]) {
        const answer = await ask(
          route,
          pair.map((origin) => ['Origin', origin]),
        );
        expect([400, 403], `${route} ${pair.join()}: ${answer.status}`).toContain(answer.status);
      }
    }
  });

  test('a listed one gets exactly itself', async () => {
    for (const route of ROUTES) {
      const answer = await ask(route, [
        ['Origin', LISTED],
        ['Sec-Fetch-Site', 'cross-site'],
      ]);
      expect(passes(answer), `${route}: ${answer.status} ${answer.text}`).toBe(true);
      expect(answer.header('access-control-allow-origin'), route).toBe(LISTED);
      expect(answer.all('vary').join(',').toLowerCase(), route).toContain('origin');
      expect(answer.header('access-control-allow-credentials'), route).toBeUndefined();
    }
  });

  test('a listed one gets a preflight, another does not', async () => {
    const preflight: Headers = [
      ['Access-Control-Request-Method', 'PATCH'],
      ['Access-Control-Request-Headers', 'content-type'],
    ];
    for (const route of ['/3.7.0/devices/usb', '/device-service-info', '/app/v1/devices/usb/E24638']) {
      const good = await ask(route, [['Origin', LISTED], ...preflight], { method: 'OPTIONS' });
      expect(good.status, route).toBe(204);
      expect(good.header('access-control-allow-origin'), route).toBe(LISTED);
      expect(good.header('access-control-allow-methods'), route).toMatch(/GET|PATCH/);
      expect(good.header('access-control-allow-headers')?.toLowerCase(), route).toContain('content-type');
      const bad = await ask(route, [['Origin', 'http://evil.example'], ...preflight], { method: 'OPTIONS' });
      expectForbidden(bad, route);
    }
  });
});

describe('Sec-Fetch-Site', () => {
  const navigation: Headers = [
    ['Sec-Fetch-Site', 'cross-site'],
    ['Sec-Fetch-Mode', 'navigate'],
    ['Sec-Fetch-Dest', 'document'],
  ];

  test('cross-site is refused', async () => {
    for (const route of ROUTES) {
      expectForbidden(await ask(route, [['Sec-Fetch-Site', 'cross-site']]), route);
      expectForbidden(
        await ask(route, [
          ['Sec-Fetch-Site', 'cross-site'],
          ['Sec-Fetch-Mode', 'no-cors'],
          ['Sec-Fetch-Dest', 'image'],
        ]),
        route,
      );
      const own = `http://127.0.0.1:${service.port}`;
      expectForbidden(
        await ask(route, [
          ['Sec-Fetch-Site', 'cross-site'],
          ['Origin', 'http://evil.example'],
        ]),
        route,
      );
      expect(
        (
          await ask(route, [
            ['Sec-Fetch-Site', 'same-origin'],
            ['Origin', own],
          ])
        ).status,
        route,
      ).not.toBe(403);
    }
  });

  test('a top-level navigation may reach the pages, and nothing else', async () => {
    for (const route of ROUTES) {
      const answer = await ask(route, navigation);
      if (route === '/' || route === '/docs') expect(answer.status, route).toBe(200);
      else expectForbidden(answer, route);
    }
  });

  test('a frame is not a top-level navigation', async () => {
    for (const route of ROUTES) {
      for (const kind of ['iframe', 'frame', 'embed', 'object']) {
        const framed: Headers = navigation.map(([name, value]) => [name, value === 'document' ? kind : value]);
        expectForbidden(await ask(route, framed), route);
      }
    }
  });

  test('a navigation that writes is refused', async () => {
    for (const route of ['/', '/docs']) {
      const answer = await ask(route, [...navigation, ['Content-Type', 'application/x-www-form-urlencoded']], {
        method: 'POST',
        body: 'a=b',
      });
      expect(answer.status, route).toBe(403);
    }
  });

  test.each(['same-origin', 'none'])('%s is welcome', async (site) => {
    for (const route of ROUTES) expect(passes(await ask(route, [['Sec-Fetch-Site', site]])), route).toBe(true);
  });
});

describe('writes', () => {
  const path = '/app/v1/devices/usb/E24638';
  const period = async (): Promise<number | undefined> =>
    (await ask('/3.7.0/devices/usb')).json<FullForm>().devices['E24638']?.channels['temperature']?.period_ms;
  const patch = (headers: Headers, body: string | Buffer): Promise<Answer> =>
    ask(path, headers, { method: 'PATCH', body });

  async function expectRefused(answer: Answer): Promise<void> {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.json()['message']).toMatch(/\S/);
    expect(await period()).toBe(1000);
  }

  test.each([
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    'application/jsonp',
    'application/json-patch+json',
    'text/plain; application/json',
    '',
  ])('content type %s is refused', async (type) => {
    await expectRefused(await patch(type === undefined ? [] : [['Content-Type', type]], '{"period_ms":500}'));
  });

  test('a body of more than 256 KiB is refused, one of just so much is read', async () => {
    const json: Headers = [['Content-Type', 'application/json']];
    const padded = (size: number): string => `{"note":"x"}${' '.repeat(size - 12)}`;
    await expectRefused(await patch(json, padded(LIMIT + 1)));
    await expectRefused(await patch(json, padded(4 * LIMIT)));
    expect((await patch(json, padded(LIMIT))).status).toBe(200);
  });

  test('a chunked body of more than 256 KiB is refused', async () => {
    const chunk = ' '.repeat(32 * 1024);
    const chunks = `${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(10);
    const head: Headers = [
      ['Content-Type', 'application/json'],
      ['Transfer-Encoding', 'chunked'],
    ];
    await expectRefused(await patch(head, `${chunks}12\r\n{"period_ms": 500}\r\n0\r\n\r\n`));
  });

  test.each([
    '{"period_ms":500',
    'null',
    '[]',
    '"x"',
    '{}',
    '{"period_ms":"500"}',
    '{"period_ms":99}',
    '{"period_ms":60001}',
    '{"period_ms":500.5}',
    '{"period_ms":500,"more":1}',
    '{"__proto__":{"period_ms":500}}',
  ])('body %s is refused', async (body) => {
    const answer = await patch([['Content-Type', 'application/json']], body);
    expect(answer.status).toBe(400);
    await expectRefused(answer);
  });

  test('a foreign origin cannot write whatever it sends', async () => {
    const answer = await patch(
      [
        ['Content-Type', 'application/json'],
        ['Origin', 'http://evil.example'],
      ],
      '{"period_ms":500}',
    );
    expectForbidden(answer, path);
    expect(await period()).toBe(1000);
  });

  test('a plain one is obeyed', async () => {
    const answer = await patch([['Content-Type', 'application/json; charset=utf-8']], '{"period_ms":500}');
    expect(answer.status, answer.text).toBe(200);
    await until('the period', async () => (await period()) === 500);
    expect((await patch([['content-type', 'Application/JSON']], '{"period_ms":1000}')).status).toBe(200);
    await until('the period', async () => (await period()) === 1000);
  });

  test('a serial that is not there', async () => {
    const answer = await ask('/app/v1/devices/usb/E00000', [['Content-Type', 'application/json']], {
      method: 'PATCH',
      body: '{"note":"x"}',
    });
    expect(answer.status).toBe(404);
    expect(answer.json()['message']).toContain('E00000');
  });
});

describe('what is no request', () => {
  test.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['a broken header', 'GET /3.7.0/devices/usb HTTP/1.1\r\nHost 127.0.0.1\r\n\r\n'],
    ['a header of 100 kB', `GET /3.7.0/devices/usb HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
    [
      'both length and chunks',
      'POST /3.7.0/devices/usb HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('%s is refused with a message', async (_what, text) => {
    const answer = await exchange(service.port, Buffer.from(text));
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.json()['message']).toMatch(/\S/);
  });

  test('the service is well after all that', async () => {
    expect((await ask('/device-service-info')).json()['status']).toBe('ok');
  });
});
