/** Bodies that arrive slowly, or not at all. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { HttpLimits } from '../../../service/http/options.ts';
import { startHost } from './support/host.ts';

const UPLOAD = 'POST /app/v1/imports?file=a.csv HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/csv\r\n';
const WRITE = 'POST /app/v1/mqtt/clients HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

/** Far above what a test takes, for limits that are not to apply. */
const LONG_MS = 60_000;

/** Sends a head with one byte of the body, and a byte every 20 ms after it; resolves with the answer. */
async function trickle(head: string, bytes: number, limits: Partial<HttpLimits>): Promise<[string, string[]]> {
  const host = await startHost({ limits });
  onTestFinished(() => host.stop());
  const socket = connect(host.port, '127.0.0.1');
  socket.setEncoding('utf8');
  // It may be cut while it is written to.
  socket.on('error', () => {});
  socket.write(`${head}Content-Length: 100\r\n\r\n `);
  let left = bytes - 1;
  const timer = setInterval(() => left-- > 0 && socket.write(' '), 20);
  onTestFinished(() => clearInterval(timer));
  const [answer] = (await once(socket, 'data')) as [string];
  socket.destroy();
  return [answer, host.world.imports.files.map(({ text }) => text)];
}

test('a slow upload arrives', async () => {
  const limits = { requestTimeoutMs: 200, uploadIdleMs: LONG_MS, uploadMs: LONG_MS };
  const [answer, files] = await trickle(UPLOAD, 100, limits);
  expect(answer).toMatch(/^HTTP\/1.1 201 /);
  expect(files).toEqual([' '.repeat(100)]);
});

test('an upload without end goes on while bytes arrive, until its limit', async () => {
  const [answer, files] = await trickle(UPLOAD, 99, { requestTimeoutMs: LONG_MS, uploadIdleMs: 500, uploadMs: 1000 });
  expect(answer).toMatch(/^HTTP\/1.1 408 .*\{"message":"/s);
  expect(files).toEqual([]);
});

test('an upload that stops is cut', async () => {
  const [answer] = await trickle(UPLOAD, 1, { requestTimeoutMs: LONG_MS, uploadIdleMs: 200, uploadMs: LONG_MS });
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
});

test('another body has no more time than before', async () => {
  const limits = { requestTimeoutMs: 200, uploadIdleMs: LONG_MS, uploadMs: LONG_MS };
  const [answer] = await trickle(WRITE, 99, limits);
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
});
