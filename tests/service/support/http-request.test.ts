/** Responses whose body is not complete. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createAgent, sendRequest } from '../../../service/support/http-request.ts';
import { until } from '../../support/until.ts';

const HEAD = 'HTTP/1.1 202 Accepted\r\nX-Receipt: 7\r\n';

/** @param respond gets the connection and the number of the request */
async function startServer(respond: (socket: Socket, request: number) => void) {
  const sockets: Socket[] = [];
  let requests = 0;
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', () => respond(socket, ++requests));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const agent = createAgent(url);
  onTestFinished(() => {
    agent.destroy();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const signal = new AbortController().signal;
  const get = (limitMs = 60_000) =>
    sendRequest({ method: 'GET', url, headers: {}, agent, tls: undefined, limitMs, signal });
  return { get, sockets, requests: () => requests };
}

const response = (text: unknown): object => ({
  kind: 'response',
  status: 202,
  headers: expect.objectContaining({ 'x-receipt': '7' }),
  text,
});

test('a body that is too large is read in part', async () => {
  const size = 10_000_000;
  const { get } = await startServer((socket) => {
    socket.write(`${HEAD}Content-Length: ${size}\r\n\r\n${'x'.repeat(size)}`);
  });
  const outcome = await get();
  expect(outcome).toEqual(response(expect.stringMatching(/^x+$/)));
  const { length } = outcome.kind === 'response' ? outcome.text : '';
  expect(length).toBeGreaterThan(64 * 1024);
  expect(length).toBeLessThan(1_000_000);
});

test('a body that does not end in time is read in part', async () => {
  const { get } = await startServer((socket) => socket.write(`${HEAD}Content-Length: 9\r\n\r\nbegun`));
  expect(await get(3000)).toEqual(response('begun'));
});

test.each([
  ['is reset', (socket: Socket) => socket.resetAndDestroy()],
  ['ends', (socket: Socket) => socket.end()],
  ['is no HTTP any more', (socket: Socket) => socket.write('no chunk\r\n')],
])('the response is known when its connection %s while it is read', async (_what, end) => {
  const { get, requests } = await startServer((socket) => {
    socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\nbegun\r\n`, () => setImmediate(end, socket));
  });
  // What arrives together with the end can be lost.
  expect(await get()).toEqual(response(expect.stringMatching(/^(begun)?$/)));
  expect(requests()).toBe(1);
});

test('only the connection of a complete response is used again', async () => {
  const { get, sockets } = await startServer((socket, request) =>
    socket.write(`${HEAD}Content-Length: ${request === 2 ? 9 : 4}\r\n\r\nwell`),
  );
  expect(await get()).toEqual(response('well'));
  expect(await get(3000)).toEqual(response('well'));
  expect(sockets).toHaveLength(1);
  await until('its connection to end', () => sockets[0]?.closed);
  expect(await get()).toEqual(response('well'));
  expect(sockets).toHaveLength(2);
});
