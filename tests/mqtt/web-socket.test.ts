/** MQTT over WebSocket with a real Mosquitto, and with servers that are none. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { MqttClientInput, MqttTestResult } from '../../service/contract/index.ts';
import { testConnection } from '../../service/mqtt/session/connection-test.ts';
import { systemClock } from '../../service/support/clock.ts';
import { atEnd } from '../support/at-end.ts';
import { freePort } from '../support/free-port.ts';
import { createAuthority } from '../support/mqtt/certificates.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { read, sourceOf } from '../support/mqtt/reading.ts';
import {
  clientConfig,
  firstOnes,
  listeningLogger,
  numbered,
  numbersAt,
  settled,
  startSession,
  upTo,
} from '../support/mqtt/session.ts';
import { startAnswering, startServer, startWebServer } from '../support/mqtt/strangers.ts';
import { subscribe } from '../support/mqtt/subscriber.ts';
import { until } from '../support/until.ts';

const ca = createAuthority();

const over = (port: number, more: MqttClientInput = {}): MqttClientInput => ({
  port,
  ...more,
  advanced: { transport: 'websocket', ...more.advanced },
});

const tried = (input: MqttClientInput): Promise<MqttTestResult> =>
  testConnection({
    config: clientConfig(input),
    clientId: 'mensura-test',
    clock: systemClock,
    logger: listeningLogger().logger,
  });

/** Mosquitto with a listener for WebSocket beside the one of its port: 2.0 does not start without another one. */
async function startBoth(
  settings: string[] = [],
): Promise<{ tcp: number; webSocket: number; restart(): Promise<void> }> {
  const webSocket = await freePort();
  const broker = await startMosquitto({
    settings: [`listener ${webSocket} 127.0.0.1`, 'protocol websockets', 'allow_anonymous true', ...settings],
  });
  return { tcp: broker.port, webSocket, restart: () => broker.restart() };
}

describe('with Mosquitto', () => {
  test.each([3, 4, 5] as const)('publishes and reads with protocol version %i', async (protocol_version) => {
    const { tcp, webSocket } = await startBoth();
    const witness = await subscribe(tcp);
    const config = clientConfig(over(webSocket, { protocol_version }));
    const { source } = sourceOf(config);
    const reader = read(source, ['lab/#']);
    await reader.state('online');
    const session = startSession(config);
    await session.state('online');
    session.source.push(...numbered(2000));
    await settled(session, 2000);
    await until('all at the witness', () => numbersAt(witness).length >= 2000);
    expect(firstOnes(numbersAt(witness))).toEqual(upTo(2000));
    await until(
      'all at the reader',
      () => reader.heard.filter((line) => line.startsWith('lab/E24638/')).length === 2000,
    );
    await session.session.stop([{ topic: 'lab/status', payload: 'bye', qos: 1, retain: true }]);
    await until('the farewell', () => witness.on('lab/status').some(({ payload }) => payload === 'bye'));
    await reader.subscription.stop();
  });

  test('delivers everything across a restart of the broker', async () => {
    const { tcp, webSocket, restart } = await startBoth();
    const session = startSession(clientConfig(over(webSocket)));
    await session.state('online');
    session.source.push(...numbered(500));
    await settled(session, 500);
    await restart();
    const witness = await subscribe(tcp);
    session.source.push(...numbered(500, {}, 500));
    await settled(session, 1000);
    await until('all at the witness', () => firstOnes(numbersAt(witness)).length >= 500);
    expect(firstOnes(numbersAt(witness))).toEqual(upTo(1000).slice(500));
  });

  test('checks the certificate, over TLS', async () => {
    const { certificatePath, keyPath } = ca.server();
    const { webSocket: port } = await startBoth([`certfile ${certificatePath}`, `keyfile ${keyPath}`]);
    const good = await tried(over(port, { ssl: true, advanced: { ca: ca.certificate } }));
    expect(good).toMatchObject({ ok: true, text: expect.stringContaining('MQTT 3.1.1 over WebSocket with TLS') });
    expect((await tried(over(port, { ssl: true }))).error?.code).toBe('certificate-untrusted');
    expect((await tried(over(port))).error?.code).toBe('tls-expected');
  });

  test('skips a message over the limit, and continues', async () => {
    const { tcp, webSocket } = await startBoth();
    const { source } = sourceOf(clientConfig(over(webSocket)));
    const reader = read(source, ['lab/#']);
    await reader.state('online');
    const session = startSession(clientConfig({ port: tcp }));
    session.source.push(
      { topic: 'lab/large', payload: 'x'.repeat(400_000), qos: 1, retain: false },
      { topic: 'lab/small', payload: 'y', qos: 1, retain: false },
    );
    await until('the small one', () => reader.heard.includes('lab/small y'));
    expect(reader.refused).toMatchObject([{ topic: 'lab/large' }]);
    expect(reader.history.filter(({ state }) => state === 'online')).toHaveLength(1);
  });
});

describe('names the cause and the remedy', () => {
  test('with TLS on and a port without it', async () => {
    const { webSocket } = await startBoth();
    expect((await tried(over(webSocket, { ssl: true }))).error?.code).toBe('tls-not-offered');
  });

  test('for the port of plain MQTT', async () => {
    const { tcp } = await startBoth();
    const { error } = await tried(over(tcp));
    expect(error?.code).toBe('websocket-refused');
    expect(error?.remedy).toContain('select the transport TCP');
  });

  test('for the port of WebSocket without the transport', async () => {
    const { webSocket } = await startBoth();
    expect((await tried({ port: webSocket })).ok).toBe(false);
  });

  test('for a web server', async () => {
    const { error } = await tried(over(await startWebServer()));
    expect(error).toMatchObject({
      code: 'websocket-refused',
      text: expect.stringMatching(/is a web server without a WebSocket at the path \/mqtt \(HTTP status 200\)\.$/),
    });
    expect((await tried({ port: await startWebServer() })).error?.remedy).toContain('select the transport WebSocket');
  });

  test.each([
    [
      404,
      'has nothing at the path /ws (HTTP status 404).',
      "Enter the broker's WebSocket path; most brokers use /mqtt.",
    ],
    [403, 'does not permit the connection (HTTP status 403).', expect.stringContaining('permit')],
    [502, 'cannot reach the broker (HTTP status 502).', expect.stringContaining('automatically')],
  ])('for HTTP status %i', async (status, text, remedy) => {
    const server = createServer((_, response) => response.writeHead(status).end());
    server.listen(0, '127.0.0.1');
    atEnd(() => void server.close());
    await until('the server', () => server.listening);
    const { port } = server.address() as AddressInfo;
    const { error } = await tried(over(port, { advanced: { path: '/ws' } }));
    expect(error).toMatchObject({
      code: 'websocket-refused',
      text: `The server on port ${port} of 127.0.0.1 ${text}`,
      remedy,
    });
  });

  test.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n', 'does not use WebSocket.'],
    [
      'an unproven upgrade',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n\r\n',
      'sent an invalid response to the WebSocket handshake.',
    ],
  ])('for %s', async (_, answer, text) => {
    const port = await startAnswering(Buffer.from(answer));
    expect((await tried(over(port))).error?.text).toBe(`The server on port ${port} of 127.0.0.1 ${text}`);
  });

  test('for a server that closes', async () => {
    const port = await startServer((socket) => void socket.once('data', () => socket.end()));
    expect((await tried(over(port))).error?.code).toBe('websocket-refused');
  });

  test('for a server that is silent', async () => {
    const port = await startServer(() => {});
    const result = await testConnection({
      config: clientConfig(over(port)),
      clientId: 'mensura-test',
      clock: systemClock,
      logger: listeningLogger().logger,
      deadlineMs: 3000,
    });
    expect(result.error).toMatchObject({ code: 'no-answer', text: expect.stringContaining('WebSocket handshake') });
  });
});
