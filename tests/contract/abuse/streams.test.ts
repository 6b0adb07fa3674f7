/** Event streams beyond measure: too many, half-open, several on one connection, and readers who flood. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openEvents } from '../../support/events.ts';
import { request } from '../../support/raw-http.ts';
import { until } from '../../support/until.ts';
import { startTarget, type Target } from '../fuzz/support/target.ts';

/** As docs/api.md has it. */
const STREAMS = 256;

const STREAM = 'GET /app/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n';

let target: Target;
const open = new Set<Socket>();

beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target.service.stop());
afterEach(async () => {
  for (const socket of open) socket.destroy();
  open.clear();
  await until('the streams to be gone', async () => (await streams()) === 0);
});

/** Says this on a connection of its own, and reads on. */
async function say(text: string): Promise<{ socket: Socket; heard(): string }> {
  const socket = connect({ port: target.service.port, host: '127.0.0.1', allowHalfOpen: true });
  open.add(socket);
  let heard = '';
  socket.on('data', (bytes) => {
    heard += bytes.toString('latin1');
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return { socket, heard: () => heard };
}

async function streams(): Promise<number> {
  const answer = await request(target.service.port, { path: '/app/v1/status' });
  return answer.json<{ streams: number }>().streams;
}

test('one too many is refused in words, the others go on, and a place that is given back is had', async () => {
  const all = await Promise.all(Array.from({ length: STREAMS }, () => say(STREAM)));
  await until('all streams', async () => (await streams()) === STREAMS);
  for (const method of ['GET', 'HEAD']) {
    const refused = await request(target.service.port, { method, path: '/app/v1/events' });
    expect(refused.status).toBe(503);
    if (method === 'GET') expect(refused.json()['message']).toContain(`${STREAMS} event streams`);
  }
  expect((await request(target.service.port, { path: '/3.7.0/devices/usb' })).status).toBe(200);
  const before = all.map(({ heard }) => heard().length);
  await until('readings on every stream', () => all.every(({ heard }, index) => heard().length > (before[index] ?? 0)));
  all[0]?.socket.destroy();
  await until('a place', async () => (await streams()) < STREAMS);
  const events = await openEvents(target.service.url);
  await events.waitFor('readings', ({ event }) => event === 'readings');
  events.close();
});

test('several on one connection take no place before their turn, which never comes', async () => {
  const { heard } = await say(STREAM.repeat(50));
  await until('the first of them', () => heard().includes('event: ready'));
  expect(await streams()).toBe(1);
  expect(heard().match(/HTTP\/1\.1 200/g)).toHaveLength(1);
});

test('places are given back when a connection with many of them is closed', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const { socket } = await say(STREAM.repeat(90));
    await until('a stream', async () => (await streams()) === 1);
    socket.destroy();
    await until('no stream', async () => (await streams()) === 0);
  }
});

test('exports that wait behind a stream are not begun, and hold no place', async () => {
  const get = 'GET /app/v1/export?channel=usb/SIM00001/temperature HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const { heard } = await say(STREAM + get.repeat(10));
  await until('the stream', () => heard().includes('event: ready'));
  const answer = await request(target.service.port, { path: '/app/v1/exports' });
  expect(answer.json<{ exports: unknown[] }>().exports).toEqual([]);
});

test('a stream whose reader closed its half is collected', async () => {
  const all = await Promise.all(Array.from({ length: 100 }, () => say(STREAM)));
  await until('all streams', async () => (await streams()) === 100);
  for (const { socket } of all) socket.end();
  await until('no stream', async () => (await streams()) === 0);
});

test.each([
  ['rubbish', 'RUBBISH RUBBISH RUBBISH\r\n\r\n'],
  ['a head that goes on for ever', `GET / HTTP/1.1\r\n${'X: y\r\n'.repeat(10_000)}`],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
  ],
])('after %s a stream ends; no answer stands in the middle of it', async (_what, text) => {
  const { socket, heard } = await say(STREAM);
  await until('the stream', () => heard().includes('event: ready'));
  socket.write(text);
  await until('its end', () => socket.readableEnded || socket.destroyed);
  expect(heard().match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(heard()).not.toContain('could not be read');
});

test('a reader who sends requests without an end is cut, and others notice nothing', async () => {
  const other = await openEvents(target.service.url);
  const { socket } = await say(STREAM);
  const flood = setInterval(
    () => socket.write('GET /3.7.0/devices/usb HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(20)),
    5,
  );
  await until('the end of the flood', () => socket.destroyed || socket.readableEnded);
  clearInterval(flood);
  const seen = other.seen.length;
  await until('more events', () => other.seen.length > seen);
  other.close();
  await target.expectWell();
});

test('ids to resume from that are none begin anew', async () => {
  for (const id of ['', '-', '0', 'x-1', `${'9'.repeat(400)}-1`, '__proto__', '-1--1', '\xff']) {
    const answer = await request(target.service.port, { path: '/app/v1/events', headers: [['Last-Event-ID', id]] });
    expect([id, answer.status]).toEqual([id, 200]);
  }
  await target.expectWell();
});
