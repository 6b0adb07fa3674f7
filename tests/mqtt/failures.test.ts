/** Every way in which a connection fails, brought about with a real broker or a real socket, and told apart. */
import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import type { MqttClientInput, MqttTestResult } from '../../service/contract/index.ts';
import { testConnection } from '../../service/mqtt/session/connection-test.ts';
import { systemClock } from '../../service/support/clock.ts';
import { freePort } from '../support/free-port.ts';
import { type Certificate, createAuthority, EXPIRED, selfSigned } from '../support/mqtt/certificates.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { clientConfig, listeningLogger, startSession } from '../support/mqtt/session.ts';
import { startAnswering, startServer, startWebServer } from '../support/mqtt/strangers.ts';

function verdict(input: MqttClientInput, deadlineMs?: number): Promise<MqttTestResult> {
  const { logger } = listeningLogger();
  const limits = deadlineMs === undefined ? {} : { deadlineMs };
  return testConnection({
    config: clientConfig(input),
    clientId: 'mensura-test',
    clock: systemClock,
    logger,
    ...limits,
  });
}

/** The verdict on what must fail, as `code: text`, and that nothing secret is in it. */
async function failure(input: MqttClientInput, deadlineMs?: number): Promise<string> {
  const { ok, text, error, duration_ms } = await verdict(input, deadlineMs);
  expect(ok).toBe(false);
  expect(error?.text).toBe(text);
  expect(error?.remedy).not.toBe('');
  expect(duration_ms).toBeGreaterThanOrEqual(0);
  if (input.password) expect(JSON.stringify(error)).not.toContain(input.password);
  return `${error?.code} ${error?.reason_code ?? '-'}: ${text}`;
}

describe('the network', () => {
  test('nothing listens', async () => {
    const port = await freePort();
    expect(await failure({ port })).toBe(
      `port-refused -: Cannot connect to port ${port} of 127.0.0.1: connection refused.`,
    );
  });

  test('a name that nobody has', async () => {
    expect(await failure({ host: 'no-such-broker.invalid' })).toMatch(
      /^host-unknown -: Cannot find host no-such-broker\.invalid: /,
    );
  });

  test('an address without a way to it', async () => {
    // Multicast is no address to connect to.
    expect(await failure({ host: '224.0.0.1' })).toMatch(/^unreachable -: /);
  });

  test('a port that takes connections and says nothing', async () => {
    const port = await startServer(() => {});
    // On a busy computer, connecting alone can take hundreds of milliseconds.
    const [plain, tls] = await Promise.all([failure({ port }, 3000), failure({ port, ssl: true }, 3000)]);
    expect(plain).toBe(
      `no-answer -: Port ${port} of 127.0.0.1 accepts connections but does not respond (timeout after 3 s).`,
    );
    expect(tls).toMatch(/^no-answer -: .* does not respond to the TLS handshake/);
  });

  test('a port that closes', async () => {
    const port = await startServer((socket) => socket.end());
    expect(await failure({ port })).toBe(
      `no-answer -: Port ${port} of 127.0.0.1 accepted the connection and closed it without a response.`,
    );
    expect(await failure({ port, ssl: true })).toMatch(/^tls-failed -: /);
  });
});

describe('other protocols', () => {
  test('a web server', async () => {
    const port = await startWebServer();
    expect(await failure({ port })).toBe(
      `not-mqtt -: The server on port ${port} of 127.0.0.1 does not use MQTT: it is a web server.`,
    );
    expect(await failure({ port, ssl: true })).toMatch(/^tls-not-offered -: /);
  });

  test('a server that greets first', async () => {
    const port = await startServer((socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'));
    expect(await failure({ port })).toMatch(/^not-mqtt -: .* it is an SSH server\.$/);
  });

  test('bytes that begin like an answer and are none', async () => {
    const port = await startAnswering(Buffer.from([0x20, 2, 0xff, 0xff]));
    expect(await failure({ port })).toMatch(/^not-mqtt -: /);
  });

  test('bytes without end', async () => {
    let sent = 0;
    const port = await startServer((socket) => {
      const more = (): void => {
        while (socket.writable && socket.write(Buffer.alloc(65_536, 0x20)));
        sent = socket.bytesWritten;
      };
      // A CONNACK of 256 MiB.
      socket.write(Buffer.from([0x20, 0xff, 0xff, 0xff, 0x7f]));
      socket.on('drain', more);
      more();
    });
    expect(await failure({ port })).toMatch(/^not-mqtt -: /);
    // What the system holds on the way is more than what is read.
    expect(sent).toBeLessThan(50_000_000);
  });
});

describe('SSL/TLS', () => {
  const ca = createAuthority();
  const tlsPort = async (certificate: Certificate, clientCa?: Certificate): Promise<number> => {
    const broker = await startMosquitto({ tls: { certificate, ...(clientCa ? { clientCa } : {}) } });
    return broker.port;
  };

  test('TLS to a port without', async () => {
    const { port } = await startMosquitto();
    expect(await failure({ port, ssl: true })).toBe(
      `tls-not-offered -: TLS is on, but port ${port} of 127.0.0.1 does not use TLS.`,
    );
  });

  test('no TLS to a port with', async () => {
    const port = await tlsPort(ca.server());
    expect(await failure({ port })).toBe(`tls-expected -: TLS is off, but port ${port} of 127.0.0.1 requires it.`);
  });

  test('a TLS alert in clear says it at once', async () => {
    const port = await startAnswering(Buffer.from([0x15, 3, 3, 0, 2, 2, 10]));
    expect(await failure({ port })).toMatch(/^tls-expected -: /);
  });

  test('an expired certificate', async () => {
    const port = await tlsPort(ca.server(EXPIRED));
    const advanced = { ca: ca.certificate };
    expect(await failure({ port, ssl: true, advanced })).toBe(
      `certificate-expired -: The certificate of the broker on port ${port} of 127.0.0.1 has expired.`,
    );
  });

  test('a certificate that is not valid yet', async () => {
    const port = await tlsPort(ca.server({ from: '20480101000000Z' }));
    expect(await failure({ port, ssl: true, advanced: { ca: ca.certificate } })).toMatch(
      /^certificate-expired -: .* not valid yet/,
    );
  });

  test('an authority that is not trusted: none given, another given, or none at all', async () => {
    const port = await tlsPort(ca.server());
    expect(await failure({ port, ssl: true })).toMatch(/^certificate-untrusted -: /);
    const other = createAuthority('Other CA').certificate;
    expect(await failure({ port, ssl: true, advanced: { ca: other } })).toMatch(/^certificate-untrusted -: /);
    const own = await tlsPort(selfSigned());
    expect(await failure({ port: own, ssl: true, advanced: { ca: other } })).toMatch(/^certificate-untrusted -: /);
  });

  test('another name', async () => {
    const port = await tlsPort(ca.server({ names: ['DNS:broker.example', 'IP:10.0.0.1'] }));
    const advanced = { ca: ca.certificate };
    expect(await failure({ port, ssl: true, advanced })).toMatch(
      /^certificate-wrong-name -: .* is not valid for 127\.0\.0\.1\. It was issued for broker\.example, 10\.0\.0\.1\.$/,
    );
    expect(await failure({ port, ssl: true, host: 'localhost', advanced })).toMatch(
      /^certificate-wrong-name -: .* is not valid for localhost\. It was issued for broker\.example, 10\.0\.0\.1\.$/,
    );
    const unchecked = await verdict({ port, ssl: true, advanced: { ...advanced, check_server_name: false } });
    expect(unchecked).toMatchObject({ ok: true, notes: [expect.stringContaining('host name is not verified')] });
  });

  test('without the check of the name, the authority still counts', async () => {
    const port = await tlsPort(ca.server());
    const advanced = { ca: createAuthority('Other CA').certificate, check_server_name: false };
    expect(await failure({ port, ssl: true, advanced })).toMatch(/^certificate-untrusted -: /);
  });

  test('a client certificate: missing, of another authority, expired, right', async () => {
    const port = await tlsPort(ca.server(), ca);
    const advanced = { ca: ca.certificate };
    expect(await failure({ port, ssl: true, advanced })).toMatch(/^client-certificate-refused -: .*client certificate/);
    const other = createAuthority('Other CA').client();
    expect(
      await failure({ port, ssl: true, advanced: { ...advanced, certificate: other.certificate, key: other.key } }),
    ).toMatch(/^client-certificate-refused -: .*does not trust the issuer/);
    const own = ca.client();
    expect(
      await verdict({ port, ssl: true, advanced: { ...advanced, certificate: own.certificate, key: own.key } }),
    ).toMatchObject({
      ok: true,
      text: `The broker on port ${port} of 127.0.0.1 accepts this client (MQTT 3.1.1 over TLS).`,
    });
  });

  test('certificates and keys that cannot be used', async () => {
    const { certificate, key } = ca.client();
    const port = await freePort();
    const tried = (advanced: MqttClientInput['advanced']): Promise<string> => failure({ port, ssl: true, advanced });
    expect(await tried({ ca: 'no certificate' })).toMatch(/^certificate-invalid -: Cannot read the CA certificate/);
    expect(await tried({ certificate: 'none', key })).toMatch(
      /^certificate-invalid -: Cannot read the client certificate: not a PEM/,
    );
    expect(await tried({ certificate, key: 'none' })).toMatch(
      /^certificate-invalid -: Cannot read the private key of the client certificate/,
    );
    expect(await tried({ certificate, key: ca.client().key })).toMatch(
      /^certificate-invalid -: The private key does not match/,
    );
    expect(await tried({ certificate })).toMatch(
      /^certificate-invalid -: A client certificate is set without a private key/,
    );
    expect(await tried({ key })).toMatch(/^certificate-invalid -: A private key is set without a client certificate/);
  });

  test('localhost and 127.0.0.1 are both in the certificate', async () => {
    const port = await tlsPort(ca.server());
    for (const host of ['localhost', '127.0.0.1']) {
      expect(await verdict({ host, port, ssl: true, advanced: { ca: ca.certificate } })).toMatchObject({
        ok: true,
        notes: [],
      });
    }
  });

  const loopbacks = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  test.runIf(loopbacks.some(({ address }) => address === '::1'))('an IPv6 address stands in brackets', async () => {
    expect(await failure({ host: '[::1]', port: await freePort() })).toMatch(
      /^port-refused -: .* of ::1: connection refused\.$/,
    );
  });

  test('a certificate that ends soon is mentioned', async () => {
    const soon = new Date(Date.now() + 5 * 86_400_000);
    const to = `${soon.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`;
    const port = await tlsPort(ca.server({ to }));
    const { notes } = await verdict({ port, ssl: true, advanced: { ca: ca.certificate } });
    expect(notes).toEqual([`The broker's certificate expires on ${soon.toISOString().slice(0, 10)}.`]);
  });
});

describe('the broker', () => {
  const VERSIONS = [
    [3, 5],
    [4, 5],
    [5, 135],
  ] as const;

  test.each(VERSIONS)('refuses a wrong password, MQTT %i', async (protocol_version, code) => {
    const { port } = await startMosquitto({ users: { lab: 'right-password' } });
    const input = { port, protocol_version };
    const kind = protocol_version === 5 ? 'reason' : 'return';
    const expected = `not-authorized ${code}: The broker on port ${port} of 127.0.0.1 does not authorize this client (${kind} code ${code}).`;
    expect(await failure({ ...input, username: 'lab', password: 'wrong-password' })).toBe(expected);
    expect(await failure(input)).toBe(expected);
    const wrong = await verdict({ ...input, username: 'lab', password: 'wrong-password' });
    expect(wrong.error?.remedy).toMatch(/^Check the username and password/);
    expect((await verdict(input)).error?.remedy).toMatch(/^Enter a username and password/);
    expect((await verdict({ ...input, username: 'lab', password: 'right-password' })).ok).toBe(true);
  });

  test('the codes of CONNACK', async () => {
    const answers: [number, 4 | 5, RegExp][] = [
      [1, 4, /^protocol-version-refused 1: /],
      [2, 4, /^client-id-refused 2: /],
      [3, 4, /^broker-unavailable 3: /],
      [4, 4, /^credentials-refused 4: /],
      [5, 4, /^not-authorized 5: /],
      [77, 4, /^refused 77: /],
      // A broker before MQTT 5 answers in its own way.
      [1, 5, /^protocol-version-refused 1: /],
      [132, 5, /^protocol-version-refused 132: /],
      [133, 5, /^client-id-refused 133: /],
      [134, 5, /^credentials-refused 134: /],
      [138, 5, /^not-authorized 138: /],
      [137, 5, /^broker-unavailable 137: /],
      [140, 5, /^not-authorized 140: /],
      [128, 5, /^refused 128: /],
    ];
    for (const [code, protocol_version, expected] of answers) {
      const old = protocol_version === 4 || code < 128;
      const port = await startAnswering(Buffer.from(old ? [0x20, 2, 0, code] : [0x20, 3, 0, code, 0]));
      expect(await failure({ port, protocol_version })).toMatch(expected);
    }
  });

  test("the broker's own words are shown, unless they show too much", async () => {
    const words = (text: string): Buffer => {
      const property = Buffer.concat([Buffer.from([0x1f, 0, text.length]), Buffer.from(text)]);
      return Buffer.concat([Buffer.from([0x20, 3 + property.length, 0, 135, property.length]), property]);
    };
    const port = await startAnswering(words('come\tback later'));
    expect(await failure({ port, protocol_version: 5 })).toMatch(/\(reason code 135\)\. Reason: "come back later"\.$/);
    const chatty = await startAnswering(words('bad password: s3cret'));
    const text = await failure({ port: chatty, protocol_version: 5, username: 'lab', password: 's3cret' });
    expect(text).toMatch(/\(reason code 135\)\.$/);
  });

  test('a password without a username: before MQTT 5 it cannot be sent', async () => {
    const port = await freePort();
    for (const protocol_version of [3, 4] as const) {
      expect(await failure({ port, protocol_version, password: 's3cret' })).toMatch(
        /^credentials-refused -: A password is set without a username/,
      );
    }
    const broker = await startMosquitto();
    expect(await verdict({ port: broker.port, protocol_version: 5, password: 's3cret' })).toMatchObject({ ok: true });
  });

  test('secrets that cannot be read', async () => {
    const { logger } = listeningLogger();
    const config = { ...clientConfig(), secrets: null };
    const result = await testConnection({ config, clientId: 'mensura-test', clock: systemClock, logger });
    expect(result).toMatchObject({ ok: false, error: { code: 'password-needed' } });
  });
});

test('a trial leaves nothing behind, and disturbs nobody', async () => {
  const broker = await startMosquitto();
  const input = { port: broker.port, clean_session: false, protocol_version: 5 } as const;
  const running = startSession(clientConfig(input));
  await running.state('online');
  expect(await verdict(input)).toMatchObject({
    ok: true,
    error: null,
    notes: [expect.stringContaining('receive maximum')],
  });
  expect(broker.log()).toMatch(/as mensura-test-\w{4} \(p5, c1, k60\)\.\n\d+: No will message specified/);
  await expect.poll(() => broker.log()).toMatch(/Received DISCONNECT from mensura-test-\w{4}\n/);
  expect(running.history.map(({ state }) => state)).toEqual(['connecting', 'online']);
  // 23 characters are what MQTT 3.1 allows.
  const { logger } = listeningLogger();
  const config = clientConfig({ port: broker.port, protocol_version: 3 });
  await testConnection({ config, clientId: 'twenty-three-characters', clock: systemClock, logger });
  expect(broker.log()).toMatch(/as twenty-three-chara-\w{4} \(p1/);
});

describe('an open connection', () => {
  /** An MQTT 5 broker that takes a connection and then ends it with this reason. */
  function startDismissing(code: number): Promise<number> {
    return startAnswering(Buffer.from([0x20, 3, 0, 0, 0]), (socket) => {
      setTimeout(() => socket.end(Buffer.from([0xe0, 2, code, 0])), 100);
    });
  }

  test('is taken over by another client, and the broker says so', async () => {
    const config = clientConfig({ port: await startDismissing(142), protocol_version: 5 });
    const { error, nextRetry, since } = await startSession(config).state('failed');
    expect(error).toMatchObject({ code: 'taken-over', reason_code: 142 });
    expect(error?.remedy).toContain('mensura-test');
    expect(nextRetry).toBeGreaterThan(since + 59_000);
  });

  test.each([4, 5] as const)(
    'is taken over again and again: Mosquitto leaves it to be guessed, MQTT %i',
    async (protocol_version) => {
      const { port } = await startMosquitto();
      const config = clientConfig({ port, protocol_version });
      const one = startSession(config, { clientId: 'same' });
      await one.state('online');
      startSession(config, { clientId: 'same' });
      const { error } = await one.state('waiting');
      expect(error?.code).toBe('connection-lost');
      await expect
        .poll(() => one.history.some((status) => status.error?.code === 'taken-over'), { timeout: 20_000 })
        .toBe(true);
      const guess = one.history.find((status) => status.error?.code === 'taken-over');
      expect(guess?.error?.text).toMatch(/closed the last 4 connections shortly after accepting them/);
      expect(guess?.state).toBe('waiting');
    },
  );

  test.each([
    [139, 'broker-unavailable', 'waiting'],
    [135, 'not-authorized', 'failed'],
    [141, 'keep-alive-lost', 'waiting'],
    [152, 'refused', 'failed'],
    [0, 'connection-lost', 'waiting'],
  ] as const)('is ended by the broker with reason code %i', async (code, expected, state) => {
    const config = clientConfig({
      port: await startDismissing(code),
      protocol_version: 5,
      reconnect: { min_delay: 5000, max_delay: 5000 },
    });
    expect((await startSession(config).state(state)).error).toMatchObject({ code: expected, reason_code: code });
  });

  test('stops answering', async () => {
    const broker = await startMosquitto();
    const client = startSession(clientConfig({ port: broker.port, keep_alive: 1 }));
    await client.state('online');
    broker.pause();
    await expect.poll(() => client.session.status.error?.code, { timeout: 20_000 }).toBe('keep-alive-lost');
    broker.resume();
    await client.state('online');
  });

  test('ends because the broker is shut down', async () => {
    const broker = await startMosquitto();
    const client = startSession(clientConfig({ port: broker.port, reconnect: { enable: false } }));
    await client.state('online');
    await broker.stop();
    expect((await client.state('idle')).error).toMatchObject({
      code: 'connection-lost',
      text: `The broker on port ${broker.port} of 127.0.0.1 closed the connection.`,
    });
  });
});
