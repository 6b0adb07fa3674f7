import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { ask, messageOf } from './support/ask.ts';
import { openEvents } from './support/event-client.ts';
import { startHost } from './support/host.ts';
import { PATIENCE } from './support/patience.ts';
import { talk } from './support/talk.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

describe('the HTTP server', () => {
  test.skipIf(!hasIpv6)('listens on both loopback addresses', async () => {
    const host = await startHost();
    expect((await ask(host.port, '/device-service-info', { host: '::1' })).status).toBe(200);
    await host.stop();
  });

  test('listens on no other address', async () => {
    const host = await startHost();
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    // Of all systems Linux alone has all of 127.0.0.0/8: there this can be seen without a network, too.
    const addresses = [...others.map(({ address }) => address), ...(process.platform === 'linux' ? ['127.0.0.2'] : [])];
    for (const address of addresses) {
      await expect(ask(host.port, '/device-service-info', { host: address })).rejects.toThrow('ECONNREFUSED');
    }
    await host.stop();
  });

  test('names the program that uses its port', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const start = startHost({ port, describePortHolder: async () => 'nginx (process 812)' });
    await expect(start).rejects.toMatchObject({
      code: 'port-taken',
      message: `Port ${port} is in use by nginx (process 812). Stop that program, or choose another port with --port.`,
    });
    holder.close();
  });

  test.skipIf(!hasIpv6)('does not start if the IPv6 address is in use, and releases the first', async () => {
    const holder = createServer().listen(0, '::1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    await expect(startHost({ port })).rejects.toMatchObject({ code: 'port-taken' });
    holder.close();
    await once(holder, 'close');
    const host = await startHost({ port });
    await host.stop();
  });

  test('stops with open connections and streams, also twice', async () => {
    const host = await startHost({ limits: { stopMs: 100 } });
    const idle = await connected(host.port);
    const halfway = await connected(host.port);
    halfway.write('GET / HTTP/1.1\r\nHost:');
    const client = await openEvents(host.port);
    const closed = [idle, halfway].map((socket) => once(socket.resume(), 'close'));
    await Promise.all([host.stop(), host.stop()]);
    await Promise.all(closed);
    await client.until(() => client.ended);
    await host.stop();
    await expect(ask(host.port, '/')).rejects.toThrow('ECONNREFUSED');
  });

  test('releases its port when it stops', async () => {
    const host = await startHost();
    await host.stop();
    const again = await startHost({ port: host.port });
    expect(again.port).toBe(host.port);
    await again.stop();
  });

  test('refuses a connection over the limit with a message', async () => {
    const host = await startHost({ limits: { maxConnections: 2 } });
    const sockets = [await connected(host.port), await connected(host.port)];
    const answer = await talk(host.port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 503 Service Unavailable\r\n.*\{"message":"The limit of open connections/s);
    const [first] = sockets;
    first?.destroy();
    // The service hears of it a moment later.
    await expect.poll(async () => (await ask(host.port, '/')).status, PATIENCE).toBe(200);
    for (const socket of sockets) socket.destroy();
    await host.stop();
  });

  test('closes a connection with too many waiting requests', async () => {
    const host = await startHost();
    const socket = await connected(host.port);
    const cut = once(socket, 'close');
    const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    socket.resume().write(get('/app/v1/events') + get('/').repeat(101));
    await expect(cut).resolves.toBeDefined();
    await host.stop();
  });

  test('refuses an event stream over the limit', async () => {
    const host = await startHost({ limits: { maxStreams: 1 } });
    const client = await openEvents(host.port);
    const refused = await ask(host.port, '/app/v1/events');
    expect([refused.status, messageOf(refused)]).toEqual([503, expect.stringContaining('1 event streams')]);
    client.close();
    await expect
      .poll(async () => (await ask(host.port, '/app/v1/status')).json(), PATIENCE)
      .toMatchObject({ streams: 0 });
    const next = await openEvents(host.port);
    next.close();
    await host.stop();
  });

  test('times out an incomplete head', async () => {
    const host = await startHost({ limits: { headersTimeoutMs: 100, requestTimeoutMs: 200 } });
    const answer = await talk(host.port, 'GET / HTTP/1.1\r\nHost: localhost\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 408 .*\{"message":"/s);
    await host.stop();
  });
});
