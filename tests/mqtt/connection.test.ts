/** One connection, where a session does not show what it does. */
import { expect, test } from 'vitest';
import { Connection } from '../../service/mqtt/session/connection.ts';
import { DeliveryWindow } from '../../service/mqtt/session/delivery-window.ts';
import { failure } from '../../service/mqtt/session/failure.ts';
import { DEFAULT_SESSION_LIMITS } from '../../service/mqtt/session/limits.ts';
import { NO_SECRETS } from '../../service/mqtt/types.ts';
import { createTlsContext } from '../../service/secrets/tls-context.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { clientConfig, listeningLogger, numbered, settled, startSession } from '../support/mqtt/session.ts';
import { startServer } from '../support/mqtt/strangers.ts';
import { until } from '../support/until.ts';

test.concurrent('once it is given up it takes nothing more, before it is closed too', async () => {
  const { port } = await startMosquitto();
  const config = clientConfig({ port });
  const secrets = NO_SECRETS;
  const { logger } = listeningLogger();
  const seen: string[] = [];
  await new Promise<void>((resolve) => {
    const connection = new Connection({
      target: { config, secrets, clientId: 'one', will: null, secureContext: () => createTlsContext(secrets) },
      limits: DEFAULT_SESSION_LIMITS,
      carrier: new DeliveryWindow({ sources: [], window: 1, batch: 1, carry: false, onRefused: () => {}, logger }),
      onConnected: () => {
        seen.push(`online, full: ${connection.full}`);
        connection.fail(failure('unknown', 'Given up.', ''));
        seen.push(`failed, full: ${connection.full}`);
      },
      onEnd: ({ text }) => {
        seen.push(text);
        resolve();
      },
      onDrain: () => {},
    });
    expect(connection.full).toBe(true);
    connection.start();
  });
  expect(seen).toEqual(['online, full: false', 'failed, full: true', 'Given up.']);
});

test.concurrent('a broker that lets a client in, and then does not answer to what is repeated', async () => {
  let connections = 0;
  const port = await startServer((socket) => {
    connections += 1;
    const session = connections === 1 ? 0 : 1;
    socket.on('data', (bytes) => {
      if (bytes[0] === 0x10) socket.write(Buffer.from([0x20, 2, session, 0]));
      // The first message breaks the first connection.
      else if (connections === 1) socket.resetAndDestroy();
    });
  });
  const config = clientConfig({ port, keep_alive: 0, clean_session: false, advanced: { qos: 2 } });
  const client = startSession(config, { limits: { connectTimeoutMs: 2000 } });
  client.source.push(...numbered(1, { qos: 2 }));
  // The third shows that the second was given up; a busy machine may be at the fourth when it looks.
  await until('a third connection', () => connections >= 3);
  expect(client.session.status.error).toMatchObject({
    code: 'keep-alive-lost',
    text: `The broker on port ${port} of 127.0.0.1 stopped responding.`,
  });
  expect(client.source.rewinds).toBe(0);
});

test.concurrent('a broker that is slow with what is repeated gets its time', async () => {
  // Each of the ten answers comes well within the limit, all of them together do not.
  const [SLOW_MS, LIMIT_MS] = [700, 5000];
  let connections = 0;
  const answers: Readonly<Record<number, number>> = { 0x34: 0x50, 0x3c: 0x50, 0x62: 0x70 };
  const port = await startServer((socket) => {
    connections += 1;
    const first = connections === 1;
    socket.on('data', (bytes) => {
      const kind = bytes[0] ?? 0;
      if (kind === 0x10) socket.write(Buffer.from([0x20, 2, first ? 0 : 1, 0]));
      else if (first) socket.resetAndDestroy();
      // PUBLISH ends with its number and one sign of payload, PUBREL with its number.
      const id = kind === 0x62 ? bytes.subarray(2, 4) : bytes.subarray(-3, -1);
      const answer = answers[kind];
      if (answer && !first) setTimeout(() => socket.write(Buffer.concat([Buffer.from([answer, 2]), id])), SLOW_MS);
    });
  });
  const config = clientConfig({ port, clean_session: false, advanced: { qos: 2 } });
  const client = startSession(config, { limits: { connectTimeoutMs: LIMIT_MS } });
  client.source.push(...numbered(5, { qos: 2 }));
  await settled(client, 5);
  expect(connections).toBe(2);
  expect(client.source.settled.map(({ message }) => message.payload)).toEqual(['0', '1', '2', '3', '4']);
});
