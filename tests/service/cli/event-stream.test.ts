import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Api } from '../../../service/cli/client/api.ts';
import { readEvents } from '../../../service/cli/client/event-stream.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let connections: Handler[];
let asked: (string | undefined)[];
let url: string;

beforeEach(async () => {
  connections = [];
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.headers['last-event-id'] as string | undefined);
    const handler = connections.shift();
    if (handler) handler(request, response);
    else response.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const block = (id: number, serial: string): string =>
  `id: boot-${id}\nevent: readings\ndata: {"serial":"${serial}"}\n\n`;

/** Sends these texts, then closes the connection. */
function telling(...texts: string[]): Handler {
  return (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const text of texts) response.write(text);
    setImmediate(() => response.destroy());
  };
}

/** Reads this number of events. @returns their serial numbers, and the changes of the connection */
async function read(count: number): Promise<{ serials: unknown[]; told: string[] }> {
  const ended = new AbortController();
  const told: string[] = [];
  const serials: unknown[] = [];
  const events = readEvents({
    connect: async () => new Api({ url, trusted: true, absent: 'nobody; start one' }),
    signal: ended.signal,
    onLost: () => told.push('lost'),
    onBack: (complete) => told.push(complete ? 'back' : 'back with a gap'),
  });
  for await (const { name, data } of events) {
    serials.push(name === 'readings' ? data.serial : name);
    if (serials.length === count) ended.abort();
  }
  return { serials, told };
}

test('rejects a response that is not an event stream', async () => {
  connections = [(_request, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>')];
  await expect(read(1)).rejects.toThrow(`the server at ${url} is not Mensura`);
});

describe('after the connection is lost, the stream', () => {
  test('resumes after the last complete event', async () => {
    const third = block(3, 'c');
    connections = [
      telling(block(1, 'a'), block(2, 'b'), third.slice(0, 20)),
      telling(':\n\n', third.slice(0, 5), third.slice(5)),
    ];
    expect(await read(3)).toEqual({ serials: ['a', 'b', 'c'], told: ['lost', 'back'] });
    expect(asked).toEqual([undefined, 'boot-2']);
  });

  test('resumes after an id without an event', async () => {
    connections = [telling(block(1, 'a'), 'id: boot-7\n\n'), telling(block(8, 'b'))];
    await read(2);
    expect(asked).toEqual([undefined, 'boot-7']);
  });

  test('reports missed events after a reset', async () => {
    connections = [telling(block(1, 'a')), telling('id: new-0\nevent: reset\ndata: {}\n\n', block(2, 'b'))];
    expect(await read(3)).toEqual({ serials: ['a', 'reset', 'b'], told: ['lost', 'back with a gap'] });
  });

  test('retries after a failed or refused connection', async () => {
    const busy: Handler = (_request, response) => response.writeHead(503).end('{"message":"Too many."}');
    connections = [telling(block(1, 'a')), (_request, response) => response.destroy(), busy, telling(block(2, 'b'))];
    expect(await read(2)).toEqual({ serials: ['a', 'b'], told: ['lost', 'back'] });
    expect(asked).toHaveLength(4);
  });
});

describe('at the first connection, the stream', () => {
  test('fails at once', async () => {
    await expect(read(1)).rejects.toMatchObject({ exitCode: 6, message: 'nobody; start one' });
    connections = [(_request, response) => response.writeHead(403).end('{"message":"Not you."}')];
    await expect(read(1)).rejects.toMatchObject({ exitCode: 8, message: 'Not you.' });
  });
});
