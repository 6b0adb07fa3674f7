/** A crowd that connects at once, beside a client that asks all the time: nobody waits while others are served often. */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { type Host, startHost } from './support/host.ts';
import { PATIENCE } from './support/patience.ts';

const CROWD = 1000;
const REQUEST = 'GET /device-service-info HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** The most answers that one connection may get while another waits for its first: hundreds where others starve. */
const FAIR_ANSWERS = 100;

/** The most connections that this system keeps waiting to be accepted; macOS and old Linux keep 128. */
function longestBacklog(): number {
  return process.platform === 'linux' ? Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8')) : 0;
}

/** Asks once, or again and again. @param answered is told of each answer; answers here are short and come whole */
function openConnection({ port }: Host, isEager: boolean, answered: () => void): Socket {
  const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(REQUEST));
  return socket.on('data', () => {
    answered();
    if (isEager) socket.write(REQUEST);
  });
}

test.skipIf(longestBacklog() < CROWD)(
  'responds to each of 1,000 simultaneous connections before responding to one of them often',
  async () => {
    const host = await startHost();
    let eagerAnswers = 0;
    let unanswered = CROWD;
    let mostMeanwhile = 0;
    const eager = openConnection(host, true, () => (eagerAnswers += 1));
    const crowd = Array.from({ length: CROWD }, () => {
      let atConnect = 0;
      const socket = openConnection(host, false, () => {
        unanswered -= 1;
        mostMeanwhile = Math.max(mostMeanwhile, eagerAnswers - atConnect);
      });
      // The system may have it try again after a second where many come: it does not wait for the service until then.
      return socket.once('connect', () => {
        atConnect = eagerAnswers;
      });
    });
    await expect.poll(() => unanswered, PATIENCE).toBe(0);
    for (const socket of [eager, ...crowd]) socket.destroy();
    await host.stop();
    expect(mostMeanwhile).toBeLessThan(FAIR_ANSWERS);
  },
);

test('keeps responding while new connections arrive', async () => {
  const host = await startHost({ limits: { maxConnections: 50 } });
  let eagerAnswers = 0;
  const eager = openConnection(host, true, () => (eagerAnswers += 1));
  let isOver = false;
  /** Each that was refused makes room for another: there is one to be accepted at all times. */
  const come = (): void => {
    if (isOver) return;
    const socket = connect({ port: host.port, host: '127.0.0.1' });
    socket.on('error', () => {});
    socket.resume().on('close', come);
  };
  for (let index = 0; index < 100; index += 1) come();
  await expect.poll(() => eagerAnswers, PATIENCE).toBeGreaterThan(10);
  isOver = true;
  eager.destroy();
  await host.stop();
});
