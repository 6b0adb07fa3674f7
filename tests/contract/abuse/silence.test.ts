/** Connections beyond measure that say nothing, or never come to an end: by the real bounds of the built service. */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { request } from '../../support/raw-http.ts';
import { until } from '../../support/until.ts';
import { startTarget, type Target } from '../fuzz/support/target.ts';
import { converse, type Step } from '../fuzz/support/wire.ts';

/** As docs/api.md has it. */
const CONNECTIONS = 1024;

/** How many are opened at a time: no more than wait for the service to take them. */
const PORTION = 200;

/** The head of a request is waited for 10 s, and looked at every 2 s; a busy machine takes longer. */
const BOUND_MS = 40_000;

let target: Target;
const sockets: Socket[] = [];

beforeAll(async () => {
  target = await startTarget();
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await target.service.stop();
});

const wellInfo = async (): Promise<number> =>
  (await request(target.service.port, { path: '/device-service-info' })).status;

/** A connection that says nothing. */
interface Silent {
  /** Whether the service has closed it. */
  closed: boolean;
  /** Resolves when it is made, or closed. */
  made: Promise<void>;
}

/** Connects and says nothing. */
function silent(): Silent {
  const { promise: made, resolve } = Promise.withResolvers<void>();
  const state = { closed: false, made };
  const socket = connect(target.service.port, '127.0.0.1');
  socket.resume();
  socket.on('connect', resolve);
  socket.on('error', () => {});
  socket.on('close', () => {
    state.closed = true;
    resolve();
  });
  sockets.push(socket);
  return state;
}

/** Opens so many that this number is open: a slow machine has some closed before the last is there. */
async function topUp(all: Silent[], count: number): Promise<void> {
  for (let missing = count - all.filter(({ closed }) => !closed).length; missing > 0; missing -= PORTION) {
    const portion = Array.from({ length: Math.min(missing, PORTION) }, silent);
    all.push(...portion);
    await Promise.all(portion.map(({ made }) => made));
  }
}

test('a thousand connections that say nothing leave the service well, and are closed', {
  timeout: 180_000,
}, async () => {
  const handles = target.handles();
  const all: Silent[] = [];
  await until(
    'all connections',
    async () => {
      await topUp(all, 1000);
      return target.handles() >= handles + 1000;
    },
    BOUND_MS,
  );
  const slow: Step[] = ['GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '];
  for (let byte = 0; byte < 300; byte += 1) slow.push(100, 'x');
  const dribbling = converse(target.service.port, slow);
  for (let time = 0; time < 20; time += 1) expect(await wellInfo()).toBe(200);
  const refused = await until(
    'one too many',
    async () => {
      await topUp(all, CONNECTIONS);
      const answer = await request(target.service.port, { path: '/device-service-info' });
      return answer.status === 503 && answer;
    },
    BOUND_MS,
  );
  expect(refused.json()['message']).toMatch(/limit of open connections/);
  await until('their end', () => all.every(({ closed }) => closed), BOUND_MS);
  const { answers, end } = await dribbling;
  expect([answers.map(({ status }) => status), end]).toEqual([[408], 'closed']);
  await until('a good answer', async () => (await wellInfo()) === 200);
  await until('the handles to be back', () => target.handles() <= handles + 10);
  await target.expectWell();
});
