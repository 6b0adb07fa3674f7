/** Gateways and brokers that mean harm: each is told of or bounded, and a good gateway beside it measures on. */
import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { HAS_PROC, residentMiB } from '../bench/process-figures.ts';
import type { EmulatedGateway } from '../emulator/gateway/gateway.ts';
import { line } from '../emulator/lines.ts';
import { atEnd } from '../support/at-end.ts';
import { startServer } from '../support/mqtt/strangers.ts';
import { until } from '../support/until.ts';
import { ask, PERIOD_MS, plugGateway } from './support/sensgates.ts';
import { openStation, type Station } from './support/station.ts';

let station: Station;
let good: EmulatedGateway;

beforeAll(async () => {
  station = await openStation();
  good = await plugGateway({ instruments: [{ serial: 'E1', values: ['102466', '24.87', '66.81'], pollMs: 100 }] });
  await ask(station, good);
  await station.behind.temperature('E1', 24.87);
});

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => server.close());
  atEnd(() => server.closeAllConnections());
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Has the service ask a gateway that answers so. */
async function askHostile(answer: RequestListener): Promise<string> {
  const port = await listen(answer);
  return station.add({ kind: 'sensgate', name: `Hostile ${port}`, host: '127.0.0.1', port, period_ms: PERIOD_MS });
}

let shown = 24.87;

/** The good one's values go on arriving. */
async function expectMeasuring(): Promise<void> {
  shown = Math.round(shown * 100 + 1) / 100;
  good.show('E1', ['102466', String(shown), '66.81']);
  await station.behind.temperature('E1', shown);
}

test('one that leads elsewhere is not followed: another port, a file, itself', async () => {
  let followed = 0;
  const inner = await listen((_request, response) => {
    followed += 1;
    response.end('x');
  });
  for (const location of [`http://127.0.0.1:${inner}/secret`, 'file:///etc/passwd', '/again']) {
    let asked = 0;
    const id = await askHostile((_request, response) => {
      asked += 1;
      response.writeHead(302, { Location: location }).end();
    });
    const { status } = await station.sees('a refusal', id, (view) => view.status.error !== null);
    expect(status.error?.code, location).toBe('http-error');
    expect(JSON.stringify(status)).not.toContain('root:');
    await station.send('POST', `/app/v1/gateways/${id}/connect`);
    await until('another question', () => asked >= 2);
  }
  expect(followed).toBe(0);
  await expectMeasuring();
});

const FORM = { upperCaseCrc: false, wrongCrc: false, bareLineFeed: false };

/** Good lines of these instruments. */
const lines = (serials: readonly string[]): string =>
  serials.map((serial) => line(['D', 'VCP-PTH450-CAL', serial, '', '24.87', 'C'], FORM)).join('');

test.each<[string, RequestListener, RegExp]>([
  [
    'a compressed answer, of which a thousand times as much would come',
    (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(64_000_000, '[')));
    },
    /^not-a-gateway$/,
  ],
  [
    'JSON as deep as fits',
    (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(`${'['.repeat(500_000)}${']'.repeat(500_000)}`);
    },
    /^answer-(unknown|broken)$/,
  ],
  [
    'JSON with a hundred thousand places and names that every object has',
    (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(`{"__proto__":{"serial":"E9"},"list":[${'{"constructor":1},'.repeat(50_000)}1]}`);
    },
    /^answer-unknown$/,
  ],
  [
    'a head without end',
    (_request, response) => {
      response.socket?.write(`HTTP/1.1 200 OK\r\n${`X-A: ${'a'.repeat(1000)}\r\n`.repeat(100)}`);
    },
    /^(not-a-gateway|answer-broken|no-answer|answer-too-large)$/,
  ],
])('%s', async (_what, answer, code) => {
  const id = await askHostile(answer);
  const { status } = await station.sees('a fault', id, (view) => view.status.error !== null);
  expect(status.error?.code).toMatch(code);
  expect(status.instruments).toBe(0);
  await expectMeasuring();
});

test('more instruments than there can be, and others each time: a bounded number is there', async () => {
  let asked = 0;
  const id = await askHostile((_request, response) => {
    asked += 1;
    response.end(lines(Array.from({ length: 2000 }, (_, index) => `F${asked}x${index}`)));
  });
  await until('ten answers', () => asked >= 10);
  const { instruments } = (await station.view(id)).status;
  expect(instruments).toBeGreaterThan(200);
  expect(instruments).toBeLessThanOrEqual(256);
  await expectMeasuring();
  await station.send('DELETE', `/app/v1/gateways/${id}`);
});

/** Messages of the flood: 800 MB, so that with what the service has anyway they do not fit into the bound below. */
const FLOOD = 20_000;

/** The most memory that the service may have meanwhile, in MiB: half of it and little more is what it has. */
const MEMORY_MIB = 700;

/** How long the flood may take on a machine with more to do than it can, in milliseconds. */
const FLOOD_MS = 180_000;

test('a broker that floods its reader: others measure on, memory is bounded', { timeout: 2 * FLOOD_MS }, async () => {
  const wide = 'x'.repeat(40_000);
  const topic = (index: number): Buffer => Buffer.from(`fleet/m${index}\u202E/E${index}/info`);
  let sent = 0;
  const port = await startServer((socket) => {
    let index = 0;
    const publish = (): Buffer => {
      index += 1;
      const name = index % 50 === 0 ? Buffer.from([0x66, 0xff, 0xfe]) : topic(index);
      const payload = Buffer.from(`{"device":{"info":{"serial":"${wide}"}}}`);
      const length = 2 + name.length + payload.length;
      const head = [0x31, (length & 0x7f) | 0x80, ((length >> 7) & 0x7f) | 0x80, length >> 14];
      return Buffer.concat([Buffer.from([...head, name.length >> 8, name.length & 0xff]), name, payload]);
    };
    const flood = (): void => {
      for (let more = true; more && !socket.destroyed; sent += 1) more = socket.write(publish());
    };
    socket.on('drain', flood);
    socket.on('data', (bytes) => {
      const kind = (bytes[0] ?? 0) >> 4;
      if (kind === 1) socket.write(Uint8Array.of(0x20, 2, 0, 0));
      if (kind !== 8) return;
      const filters = bytes.toString('latin1').split('fleet').length - 1;
      socket.write(Uint8Array.of(0x90, 2 + filters, bytes[2] ?? 0, bytes[3] ?? 0, ...Array(filters).fill(1)));
      flood();
    });
  });
  const answer = await station.send('POST', '/app/v1/mqtt/clients', {
    identifier: 'bad',
    host: '127.0.0.1',
    port,
    protocol_version: 4,
  });
  expect(answer.status, answer.text).toBe(201);
  await station.add({ kind: 'mqtt', name: 'Fleet', client: 'bad', prefix: 'fleet/+' });
  let most = 0;
  const isFlooded = (): boolean => {
    if (HAS_PROC) most = Math.max(most, residentMiB(station.service.process.pid ?? 0));
    return sent > FLOOD;
  };
  await until('the whole flood', isFlooded, FLOOD_MS);
  await expectMeasuring();
  expect(most).toBeLessThan(MEMORY_MIB);
  expect(station.service.process.exitCode).toBeNull();
});
