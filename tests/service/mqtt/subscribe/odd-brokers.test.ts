/** Brokers that are played, byte by byte. */
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { SessionLimits } from '../../../../service/mqtt/session/limits.ts';
import { BrokerSubscription } from '../../../../service/mqtt/subscribe/source.ts';
import { systemClock } from '../../../../service/support/clock.ts';
import { atEnd } from '../../../support/at-end.ts';
import { clientConfig, listeningLogger } from '../../../support/mqtt/session.ts';
import { startServer } from '../../../support/mqtt/strangers.ts';
import { until } from '../../../support/until.ts';

const CONNECT = 0x10;
const SUBSCRIBE = 0x82;
const CONNACK = Buffer.from([0x20, 2, 0, 0]);

/** A message to the topic `a`, of one character, with QoS 0. */
function message(character: string, retained = false): Buffer {
  return Buffer.from([retained ? 0x31 : 0x30, 4, 0, 1, 0x61, character.charCodeAt(0)]);
}

/** A broker that lets everyone in; `answer` is given each SUBSCRIBE, with SUBACK as it should be. */
function startBroker(answer: (socket: Socket, suback: Buffer, connection: number) => void): Promise<number> {
  let connections = 0;
  return startServer((socket) => {
    connections += 1;
    const connection = connections;
    socket.on('data', (bytes) => {
      if (bytes[0] === CONNECT) socket.write(CONNACK);
      else if (bytes[0] === SUBSCRIBE)
        answer(socket, Buffer.from([0x90, 3, bytes[2] ?? 0, bytes[3] ?? 0, 1]), connection);
    });
  });
}

/** @param limits where the test is about one of them; a busy machine needs the time that is given otherwise */
function follow(
  port: number,
  limits: Partial<SessionLimits> = {},
): { subscription: BrokerSubscription; heard: string[]; log: string[] } {
  const { logger, lines } = listeningLogger();
  const subscription = new BrokerSubscription({
    config: clientConfig({ port }),
    clientId: 'reader',
    filters: ['a'],
    clock: systemClock,
    logger,
    limits,
  });
  const heard: string[] = [];
  subscription.events.on('status', ({ state, error }) => heard.push(error ? `${state}: ${error.text}` : state));
  subscription.events.on('subscribed', () => heard.push('subscribed'));
  subscription.events.on('message', ({ payload }) => heard.push(Buffer.from(payload).toString()));
  atEnd(() => subscription.stop());
  subscription.start();
  return { subscription, heard, log: lines };
}

test('messages before the confirmation come after "subscribed", which is said once for each connection', async () => {
  const port = await startBroker((socket, suback, connection) => {
    socket.write(Buffer.concat([message(connection === 1 ? '1' : '3', true), suback, message('2')]));
    if (connection === 1) setTimeout(() => socket.end(), 50);
  });
  const { heard } = follow(port);
  await until('the second connection', () => heard.filter((line) => line === '2').length === 2);
  const lost = `The broker on port ${port} of 127.0.0.1 closed the connection.`;
  const first = ['connecting', 'connecting', 'subscribed', '1', 'online', '2', `waiting: ${lost}`];
  expect(heard).toEqual([...first, `connecting: ${lost}`, 'subscribed', '3', 'online', '2']);
});

test('in one piece with the confirmation: it is online before the message is told of', async () => {
  const port = await startBroker((socket, suback) => socket.write(Buffer.concat([suback, message('1', true)])));
  const { heard } = follow(port);
  await until('the message', () => heard.includes('1'));
  expect(heard).toEqual(['connecting', 'connecting', 'online', 'subscribed', '1']);
});

test('a broker that closes the connection instead of confirming', async () => {
  const port = await startBroker((socket) => socket.end());
  const { heard, subscription } = follow(port);
  await until('the failure', () => subscription.status.error);
  expect(subscription.status.error).toEqual({
    text: `The broker on port ${port} of 127.0.0.1 closed the connection after the subscription to a.`,
    remedy:
      "Mensura retries automatically. The account may not be permitted to subscribe; ask the broker's administrator.",
  });
  expect(heard).not.toContain('online');
});

test('a broker that does not answer', async () => {
  const port = await startBroker(() => {});
  const { heard, subscription } = follow(port, { connectTimeoutMs: 2000 });
  await until('the failure', () => subscription.status.error);
  expect(subscription.status.error?.text).toBe(`The broker on port ${port} of 127.0.0.1 stopped responding.`);
  expect(heard).not.toContain('online');
});

test('a confirmation that does not fit', async () => {
  const port = await startBroker((socket, suback) => {
    suback[1] = 4;
    socket.write(Buffer.concat([suback, Buffer.from([1])]));
  });
  const { heard, subscription } = follow(port);
  await until('the failure', () => subscription.status.error);
  expect(heard).not.toContain('online');
});

test('something that is not MQTT, in the middle of messages', async () => {
  const port = await startBroker((socket, suback, connection) => {
    socket.write(Buffer.concat([suback, message('1')]));
    if (connection === 1) setTimeout(() => socket.write(Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0xff])), 50);
  });
  const { heard } = follow(port);
  await until('the second connection', () => heard.filter((line) => line === '1').length === 2);
  expect(heard.find((line) => line.startsWith('failed'))).toContain('sent invalid MQTT data');
});

test('a listener that throws does not stop the others, nor the reading', async () => {
  const port = await startBroker((socket, suback) => socket.write(Buffer.concat([suback, message('1'), message('2')])));
  const { heard, subscription, log } = follow(port);
  subscription.events.on('message', () => {
    throw new Error('mine');
  });
  await until('both', () => heard.includes('2'));
  expect(log.filter((line) => line.includes('mine'))).toHaveLength(2);
});

test('no message is told of after stop', async () => {
  let sending: NodeJS.Timeout | undefined;
  const port = await startBroker((socket, suback) => {
    socket.write(suback);
    sending = setInterval(() => socket.write(message('1')), 1);
  });
  const { heard, subscription } = follow(port);
  await until('messages', () => heard.includes('1'));
  const stopped = subscription.stop();
  const before = heard.length;
  await stopped;
  clearInterval(sending);
  expect(heard.slice(before)).toEqual(['idle']);
});
