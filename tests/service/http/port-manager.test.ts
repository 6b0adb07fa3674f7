/** From one port to the next: the new one opens first, the old one closes when it is quiet. */
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { ask } from './support/ask.ts';
import { openEvents } from './support/event-client.ts';
import { type Host, startHost } from './support/host.ts';
import { PATIENCE } from './support/patience.ts';

const PATH = '/device-service-info';

/** Long enough to never come within a test. */
const NEVER_MS = 3_600_000;

let host: Host;
afterEach(() => host.stop());

/** The addresses that the service said it leaves. */
let left: string[];

const start = async (limits: {
  retiredQuietMs?: number;
  retiredMs?: number;
  retiredPorts?: number;
  maxConnections?: number;
}) => {
  left = [];
  host = await startHost({
    limits: { stopMs: 100, ...limits },
    describePortHolder: async () => 'nginx (process 812)',
    onLeave: (url) => left.push(url),
  });
};

const status = async (port: number): Promise<number> => (await ask(port, PATH)).status;
/** Asks seldom: each question is one more that the port has to answer before it is quiet. */
const refuses = async (port: number): Promise<void> => {
  await expect.poll(() => status(port).catch(String), { ...PATIENCE, interval: 500 }).toContain('ECONNREFUSED');
};

async function move(port = 0): Promise<number> {
  const opened = await host.open(port);
  opened.activate();
  return opened.port;
}

describe('a new port', () => {
  test('responds once it is open, and is the address once it is taken', async () => {
    await start({ retiredQuietMs: NEVER_MS });
    const address = async (): Promise<unknown> => (await ask(host.port, '/app/v1/status')).json();
    const opened = await host.open(0);
    expect(await status(opened.port)).toBe(200);
    expect(await address()).toMatchObject({ address: host.url });
    opened.activate();
    expect(await address()).toMatchObject({ address: opened.url });
    expect(await status(host.port)).toBe(200);
  });

  test('closes if it is given up, and the first stays open', async () => {
    await start({ retiredQuietMs: 0 });
    const opened = await host.open(0);
    await opened.giveUp();
    await refuses(opened.port);
    expect(await status(host.port)).toBe(200);
  });

  test('is refused if it is in use, naming the program', async () => {
    await start({});
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    await expect(host.open(port)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`Port ${port} is in use by nginx (process 812).`),
      errors: [{ path: 'port', message: 'is in use by nginx (process 812)' }],
    });
    holder.close();
    expect(await status(host.port)).toBe(200);
  });

  test.each([6000, 6667, 10_080])('is refused if browsers block it: %d', async (port) => {
    await start({});
    await expect(host.open(port)).rejects.toMatchObject({ code: 'bad-request', errors: [{ path: 'port' }] });
  });
});

describe('the previous port', () => {
  test('closes after a quiet time', async () => {
    await start({ retiredQuietMs: 50 });
    const next = await move();
    await refuses(host.port);
    expect(await status(next)).toBe(200);
  });

  test('stays open during a request, for its connection and new ones', async () => {
    await start({ retiredQuietMs: 50 });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const kept = async (): Promise<{ status: number | undefined; local: number | undefined }> => {
      const outgoing = request({ host: '127.0.0.1', port: host.port, path: PATH, agent });
      outgoing.end();
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
      const local = incoming.socket.localPort;
      incoming.resume();
      await once(incoming, 'end');
      return { status: incoming.statusCode, local };
    };
    const before = await kept();
    const stream = await openEvents(host.port);
    await move();
    await stream.until(() => stream.isReady);
    // Longer than it has to be quiet: the stream alone holds the port.
    await delay(500);
    expect(await status(host.port)).toBe(200);
    expect(await kept()).toEqual(before);
    host.attach('E1', 20);
    await stream.until(() => stream.events.length > 0);
    expect(stream.ended).toBe(false);
    stream.close();
    agent.destroy();
    await refuses(host.port);
  });

  test('closes after the time limit, even with open streams', async () => {
    await start({ retiredQuietMs: NEVER_MS, retiredMs: 200 });
    const stream = await openEvents(host.port);
    await move();
    await stream.until(() => stream.ended);
    await refuses(host.port);
    expect(left).toEqual([host.url]);
  });

  test('can become the address again', async () => {
    await start({ retiredQuietMs: 200, retiredPorts: 1 });
    const next = await move();
    expect(await move(host.port)).toBe(host.port);
    await refuses(next);
    expect(await status(host.port)).toBe(200);
  });

  test('is retired again if it is given up', async () => {
    await start({ retiredQuietMs: 300 });
    const next = await move();
    const again = await host.open(host.port);
    await again.giveUp();
    await refuses(host.port);
    expect(await status(next)).toBe(200);
  });

  test('is closed at the limit of previous ports', async () => {
    await start({ retiredQuietMs: NEVER_MS, retiredPorts: 1 });
    const second = await move();
    const third = await move();
    await refuses(host.port);
    expect([await status(second), await status(third)]).toEqual([200, 200]);
    expect(left).toEqual([host.url]);
  });

  test('shares the limit of connections', async () => {
    await start({ retiredQuietMs: NEVER_MS, maxConnections: 1 });
    const next = await move();
    const stream = await openEvents(host.port);
    expect(await status(next)).toBe(503);
    stream.close();
    await expect.poll(() => status(next), PATIENCE).toBe(200);
  });

  test('closes with the service, as does a port not yet taken', async () => {
    await start({ retiredQuietMs: NEVER_MS });
    const next = await move();
    const { port } = await host.open(0);
    await host.stop();
    for (const each of [host.port, next, port]) await refuses(each);
  });
});
