/** Refusals reach a caller who is still sending, and a connection never hangs or leaks because of one. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Logger, silentLogger } from '../../../service/support/logger.ts';
import { ask, post } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';
import { PATIENCE } from './support/patience.ts';
import { type RecordedLog, recordedLog } from './support/recorded-log.ts';
import { talk } from './support/talk.ts';

const LIMIT = 256 * 1024;

/** More than the buffers between two sockets hold: a service that does not read it on cannot be told an answer in time. */
const HUGE = 16 * 1024 * 1024;

const JSON_TYPE = 'Content-Type: application/json\r\n';
const TOO_LARGE = 'The body is too large. The limit is 262144 bytes.';

let host: Host;
let log: RecordedLog;

beforeAll(async () => {
  log = recordedLog();
  host = await startHost({ logger: log });
  host.attach('E1', 20);
});
afterAll(() => host.stop());

/** What a request is, what is answered, and its whole body. */
type Case = readonly [what: string, requestLine: string, headers: string, status: number, answer: string];

const message = (text: string): string => `{"message":"${text}"}`;
const EXPERT = '/expert/3.6.0/add_mqtt_clients';
const CASES: readonly Case[] = [
  ['3.6.0', `POST ${EXPERT}`, JSON_TYPE, 400, `{"reason":"${TOO_LARGE}","success":false}`],
  ['3.7.0', 'POST /expert/3.7.0/remove_mqtt_client', JSON_TYPE, 400, message(TOO_LARGE)],
  ['the app API', 'POST /app/v1/mqtt/clients', JSON_TYPE, 400, message(TOO_LARGE)],
  ['a DELETE', 'DELETE /app/v1/mqtt/clients/lab', JSON_TYPE, 400, message(TOO_LARGE)],
  ['a device', 'PATCH /app/v1/devices/usb/E1', JSON_TYPE, 400, message(TOO_LARGE)],
  [
    'another type',
    `POST ${EXPERT}`,
    'Content-Type: text/plain\r\n',
    400,
    '{"reason":"This request requires a JSON body',
  ],
  ['no type', 'POST /expert/3.7.0/add_mqtt_clients', '', 400, '{"message":"This request requires a JSON body'],
  [
    'compressed',
    `POST ${EXPERT}`,
    `${JSON_TYPE}Content-Encoding: gzip\r\n`,
    400,
    '{"reason":"Compressed bodies are not supported.',
  ],
  [
    'a path that has no writes',
    'POST /3.7.0/devices/usb',
    JSON_TYPE,
    405,
    '{"message":"/3.7.0/devices/usb does not support POST',
  ],
  ['no path', 'POST /nowhere', JSON_TYPE, 404, '{"message":"Unknown path /nowhere'],
  ['another host', `POST ${EXPERT}`, `${JSON_TYPE}Origin: null\r\n`, 403, '{"message":"The origin null is not allowed'],
];

const chunk = (size: number): string => `${size.toString(16)}\r\n${' '.repeat(size)}\r\n`;
const CHUNKED = `Transfer-Encoding: chunked\r\n\r\n${chunk(HUGE / 4).repeat(4)}0\r\n\r\n`;
const ANNOUNCED = `Content-Length: ${HUGE}\r\n\r\n${' '.repeat(HUGE)}`;

describe.each(CASES)('a body of 16 MiB to %s', (_what, line, headers, status, answer) => {
  // The rest of a body is passed over for two seconds, which 16 MiB may take longer than on a busy machine.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  test.each([
    ['announced', ANNOUNCED],
    ['in chunks', CHUNKED],
  ])('%s, with a connection that closes', async (_how, body) => {
    const head = `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}`;
    const heard = await talk(host.port, head + body);
    expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(heard).toContain(`\r\n\r\n${answer}`);
  });

  test.each([
    ['announced', ANNOUNCED],
    ['in chunks', CHUNKED],
  ])('%s, with a connection that stays open', async (_how, body) => {
    const next = 'GET /device-service-info HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    const heard = await talk(host.port, `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}${body}${next}`);
    expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(heard).toContain(answer);
    expect(heard).toMatch(/}HTTP\/1\.1 200 OK\r\n[^]*"service_name":"mensura-device-service"/);
  });
});

describe('the body limit', () => {
  const body = (size: number): string => '{"mqtt":1}'.padEnd(size);

  test.each([[{}], [{ 'Transfer-Encoding': 'chunked' }]])('allows its exact size, with %j', async (headers) => {
    const fits = await post(host.port, EXPERT, body(LIMIT), headers);
    expect(fits.text).toBe('{"reason":"mqtt: must be an object.","success":false}');
    const over = await post(host.port, EXPERT, body(LIMIT + 1), headers);
    expect([over.status, over.text]).toEqual([400, `{"reason":"${TOO_LARGE}","success":false}`]);
  });
});

/** Sends, and resolves when this much was heard; the socket stays open. It may be cut while it is written to. */
async function open(text: string, until: RegExp): Promise<Socket> {
  const socket = connect(host.port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('utf8');
  socket.on('data', (part: string) => (heard += part));
  socket.write(text);
  await expect.poll(() => heard, PATIENCE).toMatch(until);
  socket.on('error', () => {});
  return socket;
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

describe('an endless body', () => {
  const HEAD = `POST ${EXPERT} HTTP/1.1\r\nHost: localhost\r\n${JSON_TYPE}`;

  test('is refused by its announced size, and the connection is closed later', async () => {
    const socket = await open(`${HEAD}Content-Length: 99999999999\r\n\r\n`, /too large[^]*"success":false}$/);
    await closed(socket);
  });

  test('is refused once it is too large, and the connection is closed later', async () => {
    const socket = await open(`${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunk(LIMIT + 1)}`, /"success":false}$/);
    const timer = setInterval(() => socket.write(chunk(1000)), 20);
    await closed(socket);
    clearInterval(timer);
  });

  test('times out as any request', async () => {
    const quick = await startHost({ limits: { headersTimeoutMs: 100, requestTimeoutMs: 200 } });
    const heard = await talk(quick.port, `${HEAD}Content-Length: 100\r\n\r\n{"mqtt":`);
    expect(heard).toMatch(/^HTTP\/1.1 408 .*\{"message":"/s);
    expect(quick.world.mqtt.calls).toEqual([]);
    await quick.stop();
  });

  test('is discarded when its caller disconnects', async () => {
    const socket = connect(host.port, '127.0.0.1');
    socket.write(`${HEAD}Content-Length: 100\r\n\r\n{"mqtt":`);
    await once(socket, 'connect');
    socket.destroy();
    expect((await ask(host.port, '/device-service-info')).status).toBe(200);
  });

  test('does not prevent the service from stopping', async () => {
    const stopped = await startHost({ limits: { stopMs: 50 } });
    const socket = connect(stopped.port, '127.0.0.1');
    socket.write(`${HEAD}Content-Length: 999999999\r\n\r\n`);
    socket.on('error', () => {});
    await once(socket, 'data');
    await expect(stopped.stop()).resolves.toBeUndefined();
  });
});

test('a refused connection is closed if its caller does not close it', async () => {
  const small = await startHost({ limits: { maxConnections: 1, headersTimeoutMs: 100, requestTimeoutMs: 200 } });
  const socket = connect({ port: small.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write('GET / HTTP/1.1\r\n');
  socket.on('error', () => {});
  const [heard] = (await once(socket, 'data')) as [Buffer];
  expect(heard.toString()).toContain('HTTP/1.1 408');
  await expect.poll(async () => (await ask(small.port, '/')).status, PATIENCE).toBe(200);
  socket.destroy();
  await small.stop();
});

test('an internal error is logged with its details and reported without them', async () => {
  const errors: string[] = [];
  const logger: Logger = { ...silentLogger, error: (line) => void errors.push(line), child: () => logger };
  const mistaken = await startHost({ logger });
  vi.spyOn(mistaken.world.history, 'storage').mockImplementation(() => {
    throw new Error('a detail');
  });
  const { status, text: told } = await ask(mistaken.port, '/app/v1/history/storage');
  expect([status, errors]).toEqual([500, ['GET /app/v1/history/storage failed: a detail']]);
  expect(told).toMatch(/^\{"message":"Internal error/);
  expect(told).not.toContain('a detail');
  await mistaken.stop();
});

test('refused requests change nothing and are not logged', () => {
  expect(host.world.mqtt.calls).toEqual([]);
  expect(log.lines).toEqual([]);
});
