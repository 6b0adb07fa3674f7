/** Through a real tinyproxy to a real Mosquitto, over all four transports. */
import { expect, test } from 'vitest';
import type { MqttClientInput, MqttTestResult } from '../../service/contract/index.ts';
import { testConnection } from '../../service/mqtt/session/connection-test.ts';
import { systemClock } from '../../service/support/clock.ts';
import { freePort } from '../support/free-port.ts';
import { createAuthority } from '../support/mqtt/certificates.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { clientConfig, listeningLogger, numbered, settled, startSession } from '../support/mqtt/session.ts';
import { startAnswering, startServer } from '../support/mqtt/strangers.ts';
import { startTinyproxy } from '../support/mqtt/tinyproxy.ts';

const ca = createAuthority();

const tried = (input: MqttClientInput, deadlineMs?: number): Promise<MqttTestResult> =>
  testConnection({
    config: clientConfig(input),
    clientId: 'mensura-test',
    clock: systemClock,
    logger: listeningLogger().logger,
    ...(deadlineMs !== undefined && { deadlineMs }),
  });

/** The ports of one Mosquitto, by transport and TLS. */
async function startEach(): Promise<{ tcp: number; tls: number; ws: number; wss: number }> {
  const [tls, ws, wss] = [await freePort(), await freePort(), await freePort()];
  const { certificatePath, keyPath } = ca.server();
  const secure = [`certfile ${certificatePath}`, `keyfile ${keyPath}`, 'allow_anonymous true'];
  const { port: tcp } = await startMosquitto({
    settings: [
      `listener ${tls} 127.0.0.1`,
      ...secure,
      `listener ${ws} 127.0.0.1`,
      'protocol websockets',
      'allow_anonymous true',
      `listener ${wss} 127.0.0.1`,
      'protocol websockets',
      ...secure,
    ],
  });
  return { tcp, tls, ws, wss };
}

test('reaches the broker through the proxy over all four transports', async () => {
  const ports = await startEach();
  const allowed = Object.values(ports);
  const proxy = await startTinyproxy({ ports: allowed });
  for (const [name, port] of Object.entries(ports)) {
    const ssl = name === 'tls' || name === 'wss';
    const advanced = {
      proxy: `127.0.0.1:${proxy.port}`,
      transport: name.startsWith('w') ? ('websocket' as const) : ('tcp' as const),
      ...(ssl && { ca: ca.certificate }),
    };
    expect(await tried({ port, ssl, advanced }), name).toMatchObject({
      ok: true,
      text: expect.stringContaining(`through the proxy on port ${proxy.port} of 127.0.0.1`),
    });
    const session = startSession(clientConfig({ port, ssl, advanced }));
    await session.state('online');
    session.source.push(...numbered(100));
    await settled(session, 100);
    await session.session.stop([]);
    expect(proxy.log()).toContain(`CONNECT 127.0.0.1:${port} HTTP/1.1`);
  }
});

test('names a missing and a wrong password of the proxy, and connects with the right one', async () => {
  const { tcp: port } = await startEach();
  const proxy = await startTinyproxy({ ports: [port], user: 'plant', password: 'secret' });
  const at = { proxy: `127.0.0.1:${proxy.port}` };
  const name = `The proxy on port ${proxy.port} of 127.0.0.1`;
  expect(await tried({ port, advanced: at })).toMatchObject({
    ok: false,
    error: {
      code: 'proxy-refused',
      text: `${name} requires a username and password.`,
      remedy: 'Enter the proxy username and password.',
    },
  });
  const wrong = { ...at, proxy_username: 'plant', proxy_password: 'wrong' };
  expect((await tried({ port, advanced: wrong })).error).toMatchObject({
    code: 'proxy-refused',
    text: `${name} rejected the username or password.`,
  });
  const right = { ...wrong, proxy_password: 'secret' };
  expect(await tried({ port, advanced: right })).toMatchObject({ ok: true });
});

test('names a port that the proxy does not permit', async () => {
  const { tcp: port } = await startEach();
  const proxy = await startTinyproxy({ ports: [443] });
  const { error } = await tried({ port, advanced: { proxy: `127.0.0.1:${proxy.port}` } });
  expect(error).toMatchObject({
    code: 'proxy-refused',
    text: `The proxy on port ${proxy.port} of 127.0.0.1 does not permit connections to port ${port} of 127.0.0.1.`,
    remedy: expect.stringContaining('443'),
  });
});

test('names a broker that the proxy cannot reach, and retries', async () => {
  const port = await freePort();
  const proxy = await startTinyproxy({ ports: [port] });
  const session = startSession(clientConfig({ port, advanced: { proxy: `127.0.0.1:${proxy.port}` } }));
  expect((await session.state('waiting')).error).toMatchObject({
    code: 'proxy-refused',
    text: expect.stringMatching(/cannot connect to port \d+ of 127\.0\.0\.1 \(HTTP status 50\d\)\.$/),
  });
});

test('names a proxy that does not exist, is silent, closes, or is none', async () => {
  const { tcp: port } = await startEach();
  const via = async (proxyPort: number): Promise<[string | undefined, string | undefined]> => {
    const { error } = await tried({ port, advanced: { proxy: `127.0.0.1:${proxyPort}` } }, 3000);
    return [error?.code, error?.text.replaceAll(/port \d+/g, 'port N')];
  };
  const name = 'port N of 127.0.0.1';
  expect(await via(await freePort())).toEqual([
    'proxy-unreachable',
    `Cannot reach the proxy. Cannot connect to ${name}: connection refused.`,
  ]);
  expect(await via(await startServer(() => {}))).toEqual([
    'proxy-unreachable',
    `Cannot reach the proxy. The proxy on ${name} does not respond (timeout after 3 s).`,
  ]);
  expect(await via(await startServer((socket) => void socket.once('data', () => socket.end())))).toEqual([
    'proxy-refused',
    `The proxy on ${name} closed the connection without a response.`,
  ]);
  expect(await via(await startAnswering(Buffer.from('SSH-2.0-OpenSSH_9.2\r\n')))).toEqual([
    'proxy-refused',
    `The proxy on ${name} does not use HTTP.`,
  ]);
});
