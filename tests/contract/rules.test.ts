/** Routing, methods, `pretty` and headers: interface.md#routes, interface.md#parameters, and the decisions on reading. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Request, request } from '../support/raw-http.ts';
import { plug, serve } from '../support/rig.ts';
import type { RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { readJsonText } from './support/json-text.ts';

const READS = [
  '/3.7.0/devices/usb',
  '/3.7.0/devices/usb/measurements',
  '/3.7.0/devices/usb/E24638/measurement',
  '/3.7.0/devices/gateway',
  '/3.7.0/devices/gateway/measurements',
];
const OLD_READS = ['/3.5.0/devices/usb', '/3.6.0/devices/usb'];
const INFO = ['/device-service-info', '/dracal-service-info'];
const LIVE = [...READS, ...OLD_READS, ...INFO];

let service: RunningService;
const ask = (options: Request): Promise<Answer> => request(service.port, options);
const read = (path: string): Promise<Answer> => ask({ path });

beforeAll(async () => {
  service = await serve([await plug()]);
  await until('the first reading', async () => (await read('/3.7.0/devices/usb/E24638/measurement')).status === 200);
});

/** Every refusal has a JSON message. */
function expectMessage(answer: Answer): string {
  expect(answer.header('content-type')).toMatch(/^application\/json/);
  const body = answer.json();
  expect(Object.keys(body)).toEqual(['message']);
  expect(body['message']).toMatch(/\S/);
  return String(body['message']);
}

describe('what there is not', () => {
  test.each([
    '/3.7.0/Devices/usb',
    '/3.7.0/devices/USB',
    '/3.7.0/devices/usb/',
    '/3.7.0//devices/usb',
    '//3.7.0/devices/usb',
    '/3.7.0/devices//usb',
    '/3.7.0/devices',
    '/3.7.0',
    '/3.7.0/devices/usb/measurement',
    '/3.7.0/devices/usb/Measurements',
    '/3.7.0/devices/usb/measurements/',
    '/3.7.0/devices/usb/E24638',
    '/3.7.0/devices/usb/E24638/measurement/',
    '/3.7.0/devices/usb/E24638/measurements',
    '/3.7.0/devices/usb/E24638/Measurement',
    '/3.7.0/devices/serial',
    '/Device-Service-Info',
    '/device-service-info/',
    '/3.7.0/device-service-info',
    '/3.7.0/../3.7.0/devices/usb',
    '/3.7.0/%64evices/usb/',
    '/nothing',
    '/assets/nothing.js',
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/app/v1/nothing',
    '/App/v1/devices',
    '/app/v1/devices/',
  ])('%s is 404', async (path) => {
    const answer = await read(path);
    expect(answer.status).toBe(404);
    expectMessage(answer);
  });

  test.each(['3.4.0', '3.8.0', '3.7', '3.7.1', '03.7.0', 'v3.7.0'])(
    'version %s: the message lists those served',
    async (version) => {
      const answer = await read(`/${version}/devices/usb`);
      expect(answer.status).toBe(404);
      const message = expectMessage(answer);
      for (const served of ['3.5.0', '3.6.0', '3.7.0']) expect(message).toContain(served);
    },
  );

  test.each(['3.5.0', '3.6.0'])('%s has no compact and no gateway routes', async (version) => {
    for (const path of READS.slice(1)) {
      const answer = await read(path.replace('3.7.0', version));
      expect(answer.status, path).toBe(404);
      expectMessage(answer);
    }
  });

  test.each([
    ['usb', 'E00000'],
    ['usb', 'e24638'],
    ['usb', '__proto__'],
    ['usb', 'constructor'],
    ['gateway', 'E24638'],
  ])('serial, family %s: %s', async (family, serial) => {
    const answer = await read(`/3.7.0/devices/${family}/${serial}/measurement`);
    expect(answer.status).toBe(404);
    const message = expectMessage(answer);
    expect(message).toContain(serial);
    expect(message.toLowerCase()).toContain(family);
  });

  test.each(['%', '%zz', '%E0%A4%A'])(
    'a serial that cannot be decoded, %s, is refused with a message',
    async (serial) => {
      const answer = await read(`/3.7.0/devices/usb/${serial}/measurement`);
      expect([400, 404]).toContain(answer.status);
      expectMessage(answer);
    },
  );

  test('an encoded serial is the serial', async () => {
    expect((await read('/3.7.0/devices/usb/%4524638/measurement')).status).toBe(200);
  });
});

describe('methods', () => {
  test.each(LIVE)('%s: other methods are 405 with Allow', async (path) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await ask({ method, path, headers: [['Content-Type', 'application/json']], body: '{}' });
      expect(answer.status, method).toBe(405);
      expectAllow(answer);
      expectMessage(answer);
    }
  });

  test.each(LIVE)('%s: HEAD has the head of GET and no body', async (path) => {
    const get = await read(path);
    const head = await ask({ method: 'HEAD', path });
    expect(head.status).toBe(200);
    expect(head.body.length).toBe(0);
    expect(head.header('content-type')).toBe(get.header('content-type'));
    expect(head.header('content-length')).toBe(get.header('content-length'));
    expect(head.header('cache-control')).toBe('no-store');
  });

  test.each(LIVE)('%s: OPTIONS is 204 with Allow', async (path) => {
    const answer = await ask({ method: 'OPTIONS', path });
    expect(answer.status).toBe(204);
    expect(answer.body.length).toBe(0);
    expectAllow(answer);
  });

  test('what is not there is 404 for every method', async () => {
    for (const method of ['HEAD', 'OPTIONS', 'DELETE']) {
      expect((await ask({ method, path: '/3.7.0/nothing' })).status, method).toBe(404);
    }
  });

  function expectAllow(answer: Answer): void {
    const methods = (answer.header('allow') ?? '').split(',').map((method) => method.trim());
    expect(methods.toSorted()).toEqual(['GET', 'HEAD', 'OPTIONS']);
  }
});

describe('pretty', () => {
  const indented = (answer: Answer): boolean => {
    const text = answer.text;
    if (text === '[]') return true;
    expect(text).toBe(JSON.stringify(answer.json(), null, 2));
    return readJsonText(text).blanks;
  };

  test.each(READS)('%s: true and false in any letter case', async (path) => {
    for (const word of ['true', 'True', 'TRUE', 'tRuE']) {
      const answer = await read(`${path}?pretty=${word}`);
      expect(answer.status, word).toBe(200);
      expect(indented(answer), word).toBe(true);
    }
    for (const query of ['?pretty=false', '?pretty=FALSE', '?pretty=False', '', '?', '?other=1']) {
      const answer = await read(`${path}${query}`);
      expect(answer.status, query).toBe(200);
      expect(readJsonText(answer.text).blanks, query).toBe(false);
    }
  });

  const WRONG = [
    'pretty=',
    'pretty',
    'pretty=1',
    'pretty=yes',
    'pretty=%20true',
    'pretty=true&pretty=true',
    'pretty=true&pretty=false',
    'pretty[]=true',
    'pretty[a]=true',
  ];

  test.each(READS)('%s: anything else is 400', async (path) => {
    for (const query of WRONG.slice(0, 7)) {
      const answer = await read(`${path}?${query}`);
      expect(answer.status, query).toBe(400);
      expect(expectMessage(answer), query).toContain('pretty');
    }
  });

  test('a good value beside other parameters, and encoded', async () => {
    expect(indented(await read('/3.7.0/devices/usb?a=b&pretty=true'))).toBe(true);
    expect(indented(await read('/3.7.0/devices/usb?%70retty=tr%75e'))).toBe(true);
  });

  test.each(OLD_READS)('%s ignores it', async (path) => {
    for (const query of ['pretty=true', ...WRONG]) {
      const answer = await read(`${path}?${query}`);
      expect(answer.status, query).toBe(200);
      expect(readJsonText(answer.text).blanks, query).toBe(false);
    }
  });

  test.each(INFO)('%s honours a good value and ignores others', async (path) => {
    for (const word of ['true', 'TRUE']) expect(indented(await read(`${path}?pretty=${word}`))).toBe(true);
    for (const query of ['pretty=false', ...WRONG]) {
      const answer = await read(`${path}?${query}`);
      expect(answer.status, query).toBe(200);
      if (!query.startsWith('pretty=true')) expect(readJsonText(answer.text).blanks, query).toBe(false);
    }
  });
});

describe('headers', () => {
  test.each([...LIVE, '/app/v1/devices'])('%s: fresh, without marks of the server', async (path) => {
    const answer = await read(path);
    expect(answer.status).toBe(200);
    expect(answer.header('cache-control')).toBe('no-store');
    expect(answer.header('etag')).toBeUndefined();
    expect(answer.header('last-modified')).toBeUndefined();
    expect(answer.header('x-powered-by')).toBeUndefined();
    expect(answer.header('access-control-allow-origin')).toBeUndefined();
    expect(answer.header('cross-origin-resource-policy')).toBe('same-origin');
    expect(answer.header('x-content-type-options')).toBe('nosniff');
  });

  test('a conditional request is answered in full', async () => {
    const answer = await ask({
      path: '/3.7.0/devices/usb',
      headers: [
        ['If-None-Match', '*'],
        ['If-Modified-Since', 'Fri, 20 Nov 2099 00:00:00 GMT'],
      ],
    });
    expect(answer.status).toBe(200);
  });

  test('the same answer twice is the same text', async () => {
    await until('two answers between two samples', async () => {
      const [one, two] = [await read('/3.7.0/devices/usb'), await read('/3.7.0/devices/usb')];
      return one.text === two.text;
    });
  });
});

describe('documents and pages', () => {
  test('the OpenAPI document names every read route', async () => {
    const answer = await read('/openapi.json');
    expect(answer.status).toBe(200);
    const document = answer.json<{ openapi: string; paths: Record<string, unknown> }>();
    expect(document.openapi).toMatch(/^3\.1\./);
    for (const path of [
      ...OLD_READS,
      ...INFO,
      '/3.7.0/devices/usb',
      '/3.7.0/devices/usb/measurements',
      '/3.7.0/devices/usb/{serial}/measurement',
      '/3.7.0/devices/gateway',
      '/3.7.0/devices/gateway/measurements',
      '/3.7.0/devices/gateway/{serial}/measurement',
    ]) {
      expect(Object.keys(document.paths)).toContain(path);
    }
  });

  test.each(['/', '/docs'])('%s is a page with a policy of its own', async (path) => {
    const answer = await read(path);
    expect(answer.status).toBe(200);
    expect(answer.header('content-type')).toMatch(/^text\/html/);
    expect(answer.header('content-security-policy')).toMatch(/default-src '(self|none)'/);
    expect(answer.header('x-powered-by')).toBeUndefined();
  });

  test('the page names only files that are there', async () => {
    const page = await read('/');
    const files = [...page.text.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, file]) => file ?? '');
    expect(files.some((file) => file.includes('assets/'))).toBe(true);
    for (const file of files) {
      const answer = await read(new URL(file, `${service.url}/`).pathname);
      expect(answer.status, file).toBe(200);
    }
  });
});
