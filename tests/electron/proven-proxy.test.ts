import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KEY_HEADER, ProvenProxy } from '../../electron/proven-proxy.ts';
import { connectToRunningService, InstanceFile } from '../../service/settings/instance-file.ts';
import { silentLogger } from '../../service/support/logger.ts';

let dataDir: string;
let instance: InstanceFile;
let service: Server;
let proxy: ProvenProxy;
/** Requests that reached the service, except challenges. */
let reached: IncomingMessage[];
let answer: (asked: IncomingMessage, response: ServerResponse) => void;
/** Whether the service knows its secret. */
let isReal: boolean;

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mensura-proxy-'));
  instance = new InstanceFile(dataDir);
  reached = [];
  isReal = true;
  answer = (_asked, response) => response.end('real');
  service = createServer((asked, response) => {
    const challenge = new URL(asked.url ?? '', 'http://x').searchParams.get('challenge');
    if (challenge !== null) {
      response.end(JSON.stringify({ proof: isReal ? instance.prove(challenge, portOf(service)) : '0'.repeat(64) }));
      return;
    }
    reached.push(asked);
    answer(asked, response);
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  await instance.publish(`http://127.0.0.1:${portOf(service)}`);
  proxy = new ProvenProxy({ connect: () => connectToRunningService({ dataDir }), logger: silentLogger });
  await proxy.start();
});
afterEach(async () => {
  await proxy.stop();
  service.closeAllConnections();
  service.close();
  await rm(dataDir, { recursive: true });
});

interface Question {
  method?: string;
  target?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request through the proxy like Chromium; rejects if the connection is closed. */
async function ask({ method = 'GET', target, headers, body }: Question = {}): Promise<IncomingMessage> {
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(proxy.rules.proxyRules ?? '')?.[1]);
  const path = target ?? 'http://127.0.0.1:11395/page?a=b';
  const asking = request({ port, method, path, headers: { [KEY_HEADER]: proxy.key, ...headers }, agent: false });
  asking.end(body);
  const [message] = (await once(asking, 'response')) as [IncomingMessage];
  return message;
}

test('forwards complete requests and responses without the key', async () => {
  answer = (asked, response) => {
    void text(asked).then((body) => {
      response.writeHead(201, { 'X-Own': 'kept' });
      response.end(`${asked.method} ${asked.url} ${body}`);
    });
  };
  const message = await ask({
    method: 'POST',
    body: 'a body',
    headers: { 'X-Asked': 'kept', Host: 'localhost:11395' },
  });
  expect(await text(message)).toBe('POST /page?a=b a body');
  expect([message.statusCode, message.headers['x-own'], message.headers[KEY_HEADER]]).toEqual([201, 'kept', proxy.key]);
  expect(reached[0]?.headers).toMatchObject({ 'x-asked': 'kept', host: 'localhost:11395' });
  expect(JSON.stringify(reached[0]?.rawHeaders)).not.toContain(proxy.key);
});

test('aborts a request without a proof, and sends nothing', async () => {
  isReal = false;
  await expect(ask()).rejects.toThrow();
  isReal = true;
  await instance.withdraw();
  await expect(ask()).rejects.toThrow();
  expect(reached).toEqual([]);
  await instance.publish(`http://127.0.0.1:${portOf(service)}`);
  expect(await text(await ask())).toBe('real');
});

test('aborts a request if the proven connection closed, without opening another', async () => {
  service.prependListener('request', (_asked, response) => response.setHeader('Connection', 'close'));
  await expect(ask()).rejects.toThrow();
  expect(reached).toEqual([]);
});

test.each([
  ['without the key', { headers: { [KEY_HEADER]: '' } }],
  ['with another key', { headers: { [KEY_HEADER]: 'f'.repeat(64) } }],
  ['for itself', { target: '/page' }],
  ['for another protocol', { target: 'https://127.0.0.1/page' }],
])('aborts a request %s', async (_what, question) => {
  await expect(ask(question)).rejects.toThrow();
  expect(reached).toEqual([]);
});

test('closes the connection after the response', async () => {
  // The service itself would close it later.
  service.keepAliveTimeout = 0;
  expect(await text(await ask())).toBe('real');
  await expect.poll(() => promisify(service.getConnections.bind(service))(), { timeout: 20_000 }).toBe(0);
});

test('forwards a stream in pieces, and ends it when the window closes it', async () => {
  let stream: ServerResponse | undefined;
  answer = (_asked, response) => {
    stream = response;
    response.write('first');
  };
  const message = await ask();
  const [first] = (await once(message, 'data')) as [Buffer];
  expect(first.toString()).toBe('first');
  stream?.write('second');
  const [second] = (await once(message, 'data')) as [Buffer];
  expect(second.toString()).toBe('second');
  const ended = once(stream as ServerResponse, 'close');
  message.destroy();
  await ended;
});

test('ends the response when the service does', async () => {
  answer = (_asked, response) => {
    response.writeHead(200, { 'Content-Length': '100' });
    response.write('half', () => response.destroy());
  };
  await expect(text(await ask())).rejects.toThrow();
});
