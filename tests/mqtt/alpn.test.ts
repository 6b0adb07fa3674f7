/** ALPN (RFC 7301) with real TLS servers: what is offered, what is agreed on, and a server that accepts none of it. */
import { connect } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import type { MqttClientInput } from '../../service/contract/index.ts';
import { testConnection } from '../../service/mqtt/session/connection-test.ts';
import { systemClock } from '../../service/support/clock.ts';
import { atEnd } from '../support/at-end.ts';
import { createAuthority } from '../support/mqtt/certificates.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { clientConfig, listeningLogger, startSession } from '../support/mqtt/session.ts';

const ca = createAuthority();

interface Front {
  port: number;
  /** The protocol of each connection; false without one. */
  agreed: (string | false | null)[];
}

/** A TLS server in front of Mosquitto. @param accepted its protocols in its order; undefined: without ALPN */
async function startFront(accepted?: string[]): Promise<Front> {
  const broker = await startMosquitto();
  const { certificate, key } = ca.server();
  const agreed: Front['agreed'] = [];
  const options = { cert: certificate, key, ...(accepted && { ALPNProtocols: accepted }) };
  const server = createServer(options, (socket: TLSSocket) => {
    agreed.push(socket.alpnProtocol);
    const behind = connect(broker.port, broker.host);
    behind.on('error', () => socket.destroy());
    socket.on('error', () => behind.destroy());
    socket.pipe(behind).pipe(socket);
  });
  atEnd(() => server.close());
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  return { port: (server.address() as { port: number }).port, agreed };
}

const clientOf = (port: number, alpn: string[] = []): MqttClientInput => ({
  port,
  ssl: true,
  advanced: { ca: ca.certificate, alpn },
});

const tried = (input: MqttClientInput): ReturnType<typeof testConnection> =>
  testConnection({
    config: clientConfig(input),
    clientId: 'mensura-test',
    clock: systemClock,
    logger: listeningLogger().logger,
  });

test('agrees on a protocol that both sides list', async () => {
  const { port, agreed } = await startFront(['http/1.1', 'x-amzn-mqtt-ca']);
  expect(await tried(clientOf(port, ['mqtt', 'x-amzn-mqtt-ca']))).toMatchObject({ ok: true });
  await startSession(clientConfig(clientOf(port, ['x-amzn-mqtt-ca']))).state('online');
  expect(agreed).toEqual(['x-amzn-mqtt-ca', 'x-amzn-mqtt-ca']);
});

test('offers a name of 255 bytes', async () => {
  const name = `${'ü'.repeat(127)}x`;
  const { port, agreed } = await startFront([name]);
  expect(await tried(clientOf(port, [name]))).toMatchObject({ ok: true });
  // Node.js shows the bytes of a name as one character each.
  expect(Buffer.from(agreed[0] || '', 'latin1')).toHaveLength(255);
});

test('offers none unless it is set, and connects to a server without ALPN', async () => {
  const { port, agreed } = await startFront(['mqtt']);
  expect(await tried(clientOf(port))).toMatchObject({ ok: true });
  const without = await startFront();
  expect(await tried(clientOf(without.port, ['mqtt']))).toMatchObject({ ok: true });
  expect([...agreed, ...without.agreed]).toEqual([false, false]);
});

test('names the cause and the remedy when the server accepts none, and does not retry soon', async () => {
  const { port, agreed } = await startFront(['x-amzn-mqtt-ca']);
  const error = {
    code: 'tls-failed',
    text: `The broker on port ${port} of 127.0.0.1 does not accept any of the ALPN protocols.`,
    remedy: 'Enter an ALPN protocol that the broker accepts on this port, or leave the field empty.',
  };
  expect(await tried(clientOf(port, ['mqtt', 'http/1.1']))).toMatchObject({ ok: false, error });
  const { error: shown } = await startSession(clientConfig(clientOf(port, ['mqtt']))).state('failed');
  expect(shown).toMatchObject(error);
  expect(agreed).toEqual([]);
});
