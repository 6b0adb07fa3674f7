/**
 * One request that two readers could take for two: each has a second one hidden where only one of them sees it. Each
 * must be refused as a whole or read as RFC 9112 says; it never has two answers, and what is hidden is never done.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECRET, startTarget, type Target } from '../fuzz/support/target.ts';
import { type Conversation, converse, FIN } from '../fuzz/support/wire.ts';

let target: Target;

beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target.service.stop());

const HOST = 'Host: localhost\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const CHANGE = '{"history_raw_days":7}';

/** What would be done if anybody took it for a request. */
const HIDDEN = `PATCH /app/v1/settings HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: ${CHANGE.length}\r\n\r\n${CHANGE}`;
const SIZE = HIDDEN.length;
const HEX = SIZE.toString(16);

/** A POST with these headers and this body, on a connection that stays open for more. */
const post = (headers: string, body: string): string =>
  `POST /app/v1/reset HTTP/1.1\r\n${HOST}${JSON_TYPE}${headers}\r\n${body}`;
const chunked = (body: string): string => post('Transfer-Encoding: chunked\r\n', body);

/** Sends bytes, closes our half, and looks that nothing hidden was done. */
async function send(text: string): Promise<Conversation> {
  const heard = await converse(target.service.port, [Buffer.from(text, 'latin1'), FIN]);
  const settings = (await (await fetch(`${target.service.url}/app/v1/settings`)).json()) as Record<string, unknown>;
  expect(settings['history_raw_days']).toBe(90);
  expect(heard.end).not.toBe('silent');
  expect(heard.rest).toBe('');
  return heard;
}

describe('framing that two readers read differently is refused as a whole', () => {
  test.each<[string, string]>([
    ['length and chunks', post(`Content-Length: ${SIZE + 5}\r\nTransfer-Encoding: chunked\r\n`, `0\r\n\r\n${HIDDEN}`)],
    [
      'chunks and length',
      post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', `${HEX}\r\n${HIDDEN}\r\n0\r\n\r\n`),
    ],
    ['two lengths', post(`Content-Length: 0\r\nContent-Length: ${SIZE}\r\n`, HIDDEN)],
    ['the same length twice', post(`Content-Length: ${SIZE}\r\nContent-Length: ${SIZE}\r\n`, HIDDEN)],
    ['two lengths in one', post(`Content-Length: 0, ${SIZE}\r\n`, HIDDEN)],
    ['a length with a sign', post('Content-Length: +0\r\n', HIDDEN)],
    ['a negative length', post('Content-Length: -1\r\n', HIDDEN)],
    ['a hexadecimal length', post('Content-Length: 0x0\r\n', HIDDEN)],
    ['a length beyond 64 bits', post('Content-Length: 18446744073709551616\r\n', HIDDEN)],
    ['a length with a blank in it', post(`Content-Length: 0 ${SIZE}\r\n`, HIDDEN)],
    ['no length in the header', post('Content-Length: \r\n', HIDDEN)],
    ['a coding that is not the last', post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${HIDDEN}`)],
    ['a coding that nobody knows', post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${HIDDEN}`)],
    ['no coding', post('Transfer-Encoding: identity\r\n', `0\r\n\r\n${HIDDEN}`)],
    ['a coding with a blank before the colon', post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${HIDDEN}`)],
    ['a coding after a control character', post('Transfer-Encoding: \x0bchunked\r\n', `0\r\n\r\n${HIDDEN}`)],
    ['a coding on a folded line', post('Transfer-Encoding:\r\n chunked\r\n', `0\r\n\r\n${HIDDEN}`)],
    ['a coding in quotes', post('Transfer-Encoding: "chunked"\r\n', `0\r\n\r\n${HIDDEN}`)],
    ['a length on a folded line', post(`Content-Length:\r\n ${SIZE}\r\n`, HIDDEN)],
    ['a folded line before all', post(` X: y\r\nContent-Length: ${SIZE}\r\n`, HIDDEN)],
    ['NUL in a header', post(`X: a\0b\r\nContent-Length: ${SIZE}\r\n`, HIDDEN)],
    ['NUL in a name', post(`Content-Length\0: ${SIZE}\r\n`, HIDDEN)],
    ['a header without a name', post(`: x\r\nContent-Length: ${SIZE}\r\n`, HIDDEN)],
    ['a header without a colon', post(`Content-Length\r\nContent-Length: ${SIZE}\r\n`, HIDDEN)],
    ['a bare CR for a line end', post(`X: a\rContent-Length: 0\r\nContent-Length: ${SIZE}\r\n`, HIDDEN)],
    ['a bare LF for line ends', `POST /app/v1/reset HTTP/1.1\n${HOST.trim()}\nContent-Length: 0\n\n${HIDDEN}`],
    ['a size with a prefix', chunked(`0x0\r\n\r\n${HIDDEN}`)],
    ['a size with a sign', chunked(`+0\r\n\r\n${HIDDEN}`)],
    ['a negative size', chunked(`-1\r\n\r\n${HIDDEN}`)],
    ['a size beyond 64 bits', chunked(`10000000000000000\r\n\r\n${HIDDEN}`)],
    ['a size with a bare LF', chunked(`0\n\n${HIDDEN}`)],
    ['a chunk that is longer than its size', chunked(`1\r\n{}\r\n0\r\n\r\n${HIDDEN}`)],
    ['a chunk that ends in a bare LF', chunked(`2\r\n{}\n0\r\n\r\n${HIDDEN}`)],
    ['an extension with a bare LF', chunked(`2;a\n{}\r\n0\r\n\r\n${HIDDEN}`)],
    ['an extension with a bare CR', chunked(`2;a\rb\r\n{}\r\n0\r\n\r\n${HIDDEN}`)],
    [
      'chunks in HTTP/1.0, with a length',
      post(`Content-Length: 0\r\nTransfer-Encoding: chunked\r\n`, `0\r\n\r\n${HIDDEN}`).replace('HTTP/1.1', 'HTTP/1.0'),
    ],
    ['a target with blanks', `GET /a HTTP/1.1 /app HTTP/1.1\r\n${HOST}\r\n${HIDDEN}`],
    ['a target with a tab', `GET /a\tb HTTP/1.1\r\n${HOST}\r\n${HIDDEN}`],
    ['no target', `GET  HTTP/1.1\r\n${HOST}\r\n${HIDDEN}`],
    ['another protocol', `GET / HTTQ/1.1\r\n${HOST}\r\n${HIDDEN}`],
    ['another version', `GET / HTTP/1.9\r\n${HOST}\r\n${HIDDEN}`],
    ['the preface of HTTP/2', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${HIDDEN}`],
    ['no version', `GET /\r\n${HOST}\r\n${HIDDEN}`],
    ['TLS', `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${HIDDEN}`],
    ['a method that nobody has', `G\xc3\x8bT / HTTP/1.1\r\n${HOST}\r\n${HIDDEN}`],
  ])('%s', async (_what, text) => {
    const { answers } = await send(text);
    expect(answers.length).toBeLessThanOrEqual(1);
    for (const { status, body } of answers) {
      expect(status).toBe(400);
      expect((JSON.parse(body.toString()) as { message: string }).message).toMatch(/\S/);
    }
  });
});

describe('framing that has one meaning has one answer, and the rest belongs to it', () => {
  const close = (text: string): string => text.replace('\r\n', '\r\nConnection: close\r\n');

  test.each<[string, string, number]>([
    ['a GET with a body', `GET /3.7.0/devices/usb HTTP/1.1\r\n${HOST}Content-Length: ${SIZE}\r\n\r\n${HIDDEN}`, 200],
    [
      'a GET in chunks',
      `GET /3.7.0/devices/usb HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n${HEX}\r\n${HIDDEN}\r\n0\r\n\r\n`,
      200,
    ],
    ['a path that is not there', `POST /nothing HTTP/1.1\r\n${HOST}Content-Length: ${SIZE}\r\n\r\n${HIDDEN}`, 404],
    [
      'a caller who is not served',
      `POST / HTTP/1.1\r\nHost: evil.example\r\nContent-Length: ${SIZE}\r\n\r\n${HIDDEN}`,
      403,
    ],
    ['another type', `POST /app/v1/reset HTTP/1.1\r\n${HOST}Content-Length: ${SIZE}\r\n\r\n${HIDDEN}`, 400],
    ['an expectation', post(`Expect: 100-continue\r\nContent-Length: ${SIZE}\r\n`, HIDDEN), 400],
    [
      'a trailer that names a length',
      chunked(`${HEX}\r\n${HIDDEN}\r\n0\r\nContent-Length: 1\r\nHost: evil.example\r\n\r\n`),
      400,
    ],
    ['a name that only looks like it', post(`Transfer_Encoding: chunked\r\nContent-Length: ${SIZE}\r\n`, HIDDEN), 400],
    ['HEAD with a body', `HEAD /3.7.0/devices/usb HTTP/1.1\r\n${HOST}Content-Length: ${SIZE}\r\n\r\n${HIDDEN}`, 200],
  ])('%s', async (_what, text, status) => {
    const heard = await converse(target.service.port, [Buffer.from(close(text), 'latin1')], {
      isHead: text.startsWith('HEAD'),
    });
    expect([heard.answers.map((answer) => answer.status), heard.rest, heard.end]).toEqual([[status], '', 'closed']);
    expect(await target.settings()).toContain('"history_raw_days":90');
  });

  test('CONNECT gets no tunnel', async () => {
    const { answers } = await send(`CONNECT 127.0.0.1:${target.service.port} HTTP/1.1\r\n${HOST}\r\n${HIDDEN}`);
    expect(answers).toEqual([]);
  });
});

test('line ends in a path make no header, and no second request', async () => {
  for (const path of [
    '/%0d%0aSet-Cookie:%20a=b',
    '/x%0d%0a%0d%0aHTTP/1.1%20200%20OK',
    '/assets/%0d%0ax',
    '/app/v1/export?id=%0d%0aX:y',
  ]) {
    const { answers } = await converse(target.service.port, [
      `GET ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
    ]);
    expect([path, answers.length]).toEqual([path, 1]);
    for (const { status, headers } of answers) {
      expect([400, 404]).toContain(status);
      expect(headers.map(([name]) => name)).not.toContain('set-cookie');
    }
  }
});

test('a read whose body is large is answered once all of it was passed over', async () => {
  const body = Buffer.alloc(16 * 1024 * 1024, ' ');
  for (const line of ['GET /3.7.0/devices/usb', 'GET /', 'OPTIONS /app/v1/status', 'GET /nothing']) {
    const head = `${line} HTTP/1.1\r\n${HOST}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
    const { answers, end } = await converse(target.service.port, [head, body]);
    expect([line, answers.length, end]).toEqual([line, 1, 'closed']);
  }
});

test('several good requests in one piece are answered in order, and none is done after one that cannot be read', async () => {
  const read = (path: string): string => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`;
  const paths = ['/app/v1/status', '/nothing', '/3.7.0/devices/usb'];
  const good = await converse(target.service.port, [paths.map(read).join(''), FIN]);
  expect(good.answers.map(({ status }) => status)).toEqual([200, 404, 200]);
  const { answers } = await send(`${read('/app/v1/status')}GET / HTTP/1.1\r\nbroken\r\n\r\n${HIDDEN}`);
  expect(answers.map(({ status }) => status)).toEqual([200]);
  // The answer to what takes a while is not overtaken by the refusal: it would seem to be refused, and is done.
  const marker = '{"at":1795185912318,"text":"Before it broke"}';
  const write = `POST /app/v1/markers HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: ${marker.length}\r\n\r\n${marker}`;
  const written = await converse(target.service.port, [`${write}GET / HTTP/1.1\r\nbroken\r\n\r\n${HIDDEN}`]);
  expect(written.answers.map(({ status }) => status)).toEqual([201]);
  expect(await target.settings()).toContain('Before it broke');
});

test('the service is well after all that, and told nobody a password', async () => {
  await target.expectWell();
  expect(target.service.output()).not.toContain(SECRET);
});
