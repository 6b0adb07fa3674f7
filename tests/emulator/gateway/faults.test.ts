/** What each fault of the emulated gateway looks like from the other side. */
import { request } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { GatewayFault } from './faults.ts';
import { createGateway, type EmulatedGateway } from './gateway.ts';

const DATA = 'D,VCP-PTH450-CAL,E24638,,102466,Pa,24.87,C,66.81,%,*d16d\r\n';
/** The same line with the last bit of its check sum turned: 0xd16d ^ 1. */
const WRONG = 'D,VCP-PTH450-CAL,E24638,,102466,Pa,24.87,C,66.81,%,*d16c\r\n';

/** What of an endless body is taken before it is let go, in bytes. */
const ENOUGH = 5_000_000;

let gateway: EmulatedGateway;

beforeEach(async () => {
  const instrument = { serial: 'E24638', values: ['102466', '24.87', '66.81'] };
  gateway = createGateway({ shape: 'data-lines', instruments: [instrument] });
  await gateway.start();
});

afterEach(async () => {
  await gateway.stop();
});

interface Got {
  status: number;
  type: string;
  /** Of the header; NaN without one. */
  length: number;
  bytes: Buffer;
  /** Whether the answer came to its end. */
  complete: boolean;
}

/** Everything that came until the answer or its connection ended, or until it was enough. */
async function get(enough = Number.POSITIVE_INFINITY): Promise<Got> {
  return await new Promise((resolve, reject) => {
    const asked = request(`${gateway.url}devices`, { agent: false }, (response) => {
      const pieces: Buffer[] = [];
      let length = 0;
      response.on('data', (piece: Buffer) => {
        pieces.push(piece);
        length += piece.length;
        if (length > enough) response.destroy();
      });
      response.on('error', () => {});
      response.on('close', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          length: Number(response.headers['content-length'] ?? Number.NaN),
          bytes: Buffer.concat(pieces),
          complete: response.complete,
        }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}

const WELL = { status: 200, type: 'text/plain', length: DATA.length, bytes: Buffer.from(DATA), complete: true };

/** Whatever it was: the next request is answered well. */
async function recovers(): Promise<void> {
  gateway.fault('well');
  expect(await get()).toEqual(WELL);
}

test('slow: the same answer, later', async () => {
  gateway.fault('slow', 300);
  const start = performance.now();
  const got = get();
  await expect.poll(() => gateway.requests).toBe(1);
  expect(gateway.told('E24638')).toEqual([]);
  expect(await got).toEqual(WELL);
  // Timers count in whole milliseconds.
  expect(performance.now() - start).toBeGreaterThanOrEqual(299);
  expect(gateway.told('E24638').map(({ line }) => line)).toEqual([DATA.trimEnd()]);
});

test('slow: who goes before the answer was told nothing', async () => {
  gateway.fault('slow', 1000);
  const abort = new AbortController();
  const got = fetch(`${gateway.url}devices`, { signal: abort.signal });
  await expect.poll(() => gateway.requests).toBe(1);
  abort.abort();
  await expect(got).rejects.toThrow('aborted');
  gateway.show('E24638', ['1', '2', '3']);
  // Another, which is answered after the first would have been.
  gateway.fault('slow', 1200);
  await get();
  expect(gateway.told('E24638').map(({ values }) => values)).toEqual([['1', '2', '3']]);
});

test('half: closes in the midst of what it announced', async () => {
  gateway.fault('half');
  const { status, length, bytes, complete } = await get();
  expect([status, length, complete]).toEqual([200, DATA.length, false]);
  expect(bytes.toString()).toBe(DATA.slice(0, Math.floor(DATA.length / 2)));
  gateway.unplug('E24638');
  expect(await get()).toMatchObject({ complete: false, length: 2 });
  expect(gateway.told('E24638')).toEqual([]);
});

test.each<[GatewayFault, number, string]>([
  ['status-500', 500, 'Internal Server Error\n'],
  ['status-401', 401, 'Unauthorized\n'],
])('%s', async (fault, status, text) => {
  gateway.fault(fault);
  const got = await get();
  expect([got.status, got.complete, got.bytes.toString()]).toEqual([status, true, text]);
  await recovers();
});

test('garbage: a whole answer of random bytes, another each time', async () => {
  gateway.fault('garbage');
  const [one, other] = [await get(), await get()];
  expect([one.status, one.type, one.complete, one.bytes.length]).toEqual([200, 'text/plain', true, 2000]);
  expect(one.bytes.equals(other.bytes)).toBe(false);
  await recovers();
});

test('huge: does not end by itself, and waits for a reader that is slow', async () => {
  gateway.fault('huge');
  const got = await get(ENOUGH);
  expect([got.status, got.complete]).toEqual([200, false]);
  expect(got.length).toBeNaN();
  expect(got.bytes.toString('latin1', 0, DATA.length * 2)).toBe(DATA + DATA);
  await recovers();
});

test('silent: takes the request and says nothing, also when it is switched off', async () => {
  gateway.fault('silent');
  let ended = false;
  const got = get().catch((error: unknown) => error);
  void got.then(() => (ended = true));
  await expect.poll(() => gateway.requests).toBe(1);
  gateway.fault('well');
  expect(await get()).toEqual(WELL);
  expect(ended).toBe(false);
  await gateway.stop();
  expect(await got).toBeInstanceOf(Error);
});

test('not-a-gateway: a web page', async () => {
  gateway.fault('not-a-gateway');
  const got = await get();
  expect([got.status, got.type, got.complete]).toEqual([200, 'text/html', true]);
  expect(got.bytes.toString()).toMatch(/^<!doctype html>/);
  await recovers();
});

test('bad-crc: every line, in every shape', async () => {
  gateway.fault('bad-crc');
  expect((await get()).bytes.toString()).toBe(WRONG);
  gateway.shape = 'json-ports';
  expect((await get()).bytes.toString()).toBe(`{"1":"${WRONG.trimEnd()}"}`);
  expect(gateway.told('E24638')).toEqual([]);
});

test('a line whose instrument spoiled it tells nothing', async () => {
  gateway.faultsOf('E24638').wrongCrc = 1;
  gateway.show('E24638', ['102466', '24.87', '66.81']);
  expect((await get()).bytes.toString()).toBe(WRONG);
  expect(gateway.told('E24638')).toEqual([]);
});
