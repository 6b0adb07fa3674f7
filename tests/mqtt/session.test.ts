/** A session beside a real broker, and an independent witness of what arrives. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PublishRequest } from '../../service/mqtt/types.ts';
import type { MosquittoBroker } from '../support/mqtt/broker.ts';
import { createAuthority } from '../support/mqtt/certificates.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { startProxy } from '../support/mqtt/proxy.ts';
import {
  clientConfig,
  firstOnes,
  MEASUREMENT,
  numbered,
  numbersAt,
  settled,
  startSession,
  type TestSession,
  upTo,
  WILL,
} from '../support/mqtt/session.ts';
import { startServer } from '../support/mqtt/strangers.ts';
import { subscribe } from '../support/mqtt/subscriber.ts';
import { until } from '../support/until.ts';

const VERSIONS = [3, 4, 5] as const;
// First, since ten seconds are the least that Mosquitto takes for it.
test.concurrent('a keep-alive that the broker wants, where none was asked for', async () => {
  const broker = await startMosquitto({ settings: ['max_keepalive 10'] });
  const client = startSession(clientConfig({ port: broker.port, protocol_version: 5, keep_alive: 0 }));
  await client.state('online');
  // Pings come at the full interval.
  await until('a ping', () => broker.log().includes('Received PINGREQ from mensura-test'), 25_000);
});

describe.concurrent.each(VERSIONS)('MQTT version %i', (protocol_version) => {
  test.each([0, 1, 2] as const)('everything arrives once and in order, QoS %i', async (qos) => {
    const broker = await startMosquitto();
    const { port } = broker;
    const witness = await subscribe(port, { filter: 'lab/#' });
    const client = startSession(clientConfig({ port, protocol_version, advanced: { qos } }));
    client.source.push(...numbered(1000, { qos }));
    await settled(client, 1000);
    await witness.waitForCount(1000);
    expect(numbersAt(witness)).toEqual(upTo(1000));
    expect(broker.log()).toMatch(new RegExp(`Received PUBLISH from mensura-test \\(d0, q${qos}, r0`));
    expect(client.source.settled.every(({ outcome }) => outcome.kind === 'delivered')).toBe(true);
    expect(client.source.settled.map(({ message }) => Number(message.payload))).toEqual(upTo(1000));
    expect(client.source.rewinds).toBe(0);
    // What comes later, one by one, goes too.
    for (let next = 1000; next < 1010; next += 1) {
      client.source.push(...numbered(1, { qos }, next));
      await settled(client, next + 1);
    }
  });

  test('CONNECT says what is configured', async () => {
    const broker = await startMosquitto();
    const { port } = broker;
    await startSession(clientConfig({ port, protocol_version, keep_alive: 33 }), { clientId: 'one' }).state('online');
    const kept = clientConfig({ port, protocol_version, keep_alive: 0, clean_session: false });
    await startSession(kept, { clientId: 'two' }).state('online');
    const p = { 3: 'p1', 4: 'p2', 5: 'p5' }[protocol_version];
    expect(broker.log()).toContain(`as one (${p}, c1, k33).`);
    expect(broker.log()).toContain(`as two (${p}, c0, k0).`);
    expect(broker.log()).toMatch(/Will message specified .*\(r1, q1\)/);
  });

  test('a retained message, an empty one, and message expiry where the version has it', async () => {
    const { port } = await startMosquitto();
    const client = startSession(clientConfig({ port, protocol_version }));
    const messages: PublishRequest[] = [
      { topic: 'lab/E24638/info', payload: '{"a":"°C"}', qos: 1, retain: true, expiry: 600 },
      { topic: 'lab/gone', payload: 'x', qos: 1, retain: true },
      { topic: 'lab/gone', payload: '', qos: 1, retain: true },
    ];
    client.source.push(...messages);
    await settled(client, 3);
    const witness = await subscribe(port);
    await witness.waitForCount(1);
    const [info] = witness.messages;
    expect(witness.messages).toHaveLength(1);
    expect(info).toMatchObject({ topic: 'lab/E24638/info', payload: '{"a":"°C"}', retain: true, qos: 1 });
    if (protocol_version === 5) expect(info?.expiry).toBeGreaterThan(500);
    else expect(info?.expiry).toBeNull();
  });

  test('the last will speaks when the connection breaks, not when it is ended', async () => {
    const { port } = await startMosquitto();
    const proxy = await startProxy(port);
    const witness = await subscribe(port);
    const config = clientConfig({ port: proxy.port, protocol_version });
    const client = startSession(config);
    await client.state('online');
    proxy.cut();
    await witness.wait('the will', ({ topic, payload }) => topic === WILL.topic && payload === WILL.payload);
    await client.state('online');
    expect(witness.messages).toHaveLength(1);
    await client.session.stop([]);
    // Whoever comes later sees that nothing more was said.
    client.source.push(...numbered(1));
    const other = startSession(config, { clientId: 'other' });
    other.source.push(...numbered(1));
    await witness.wait('the other', ({ topic }) => topic === MEASUREMENT);
    expect(witness.messages).toHaveLength(2);
  });

  test('nothing is lost when the broker restarts, QoS 1', async () => {
    // Everything is written when it stops; to write after each message takes its time.
    const settings = ['autosave_on_changes false', 'autosave_interval 0'];
    const broker = await startMosquitto({ persistence: true, settings });
    const witness = await subscribe(broker.port, { keepSession: true });
    const client = startSession(clientConfig({ port: broker.port, protocol_version }));
    client.source.push(...numbered(3000));
    await settled(client, 300);
    await broker.restart();
    await settled(client, 3000);
    await until('all numbers', () => new Set(numbersAt(witness)).size === 3000, 40_000);
    expect(firstOnes(numbersAt(witness))).toEqual(upTo(3000));
    expect(client.source.rewinds).toBeGreaterThan(0);
  });
});

describe.concurrent('what the broker grants', () => {
  const five = (broker: MosquittoBroker): TestSession =>
    startSession(clientConfig({ port: broker.port, protocol_version: 5 }));

  test('receive maximum: never more on their way', async () => {
    const broker = await startMosquitto({ settings: ['max_inflight_messages 7'] });
    const client = five(broker);
    await client.state('online');
    broker.pause();
    client.source.push(...numbered(50));
    await until('a full window', () => client.source.taken === 7);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(client.source.taken).toBe(7);
    broker.resume();
    await settled(client, 50);
  });

  test('maximum packet size: larger messages are refused, to the byte', async () => {
    const broker = await startMosquitto({ settings: ['max_packet_size 300'] });
    const client = five(broker);
    // Header 1, length 2, topic 2 + 22, identifier 2, no properties 1: 30 bytes beside the payload.
    client.source.push(...numbered(1, { payload: 'x'.repeat(270) }), ...numbered(1, { payload: 'x'.repeat(271) }));
    client.source.push(...numbered(1, { payload: 'after' }));
    await settled(client, 3);
    const outcomes = client.source.settled.map(({ message, outcome }) => [message.payload.length, outcome]);
    expect(outcomes.toSorted(([a], [b]) => Number(b) - Number(a))).toEqual([
      [271, { kind: 'refused', text: 'The message has 301 bytes; the broker accepts at most 300.' }],
      [270, { kind: 'delivered' }],
      [5, { kind: 'delivered' }],
    ]);
    expect(client.session.status.state).toBe('online');
    expect(client.log().filter((line) => line.startsWith('warn'))).toEqual([
      'warn: rejected message on lab/E24638/measurement: The message has 301 bytes; the broker accepts at most 300.',
    ]);
  });

  test('no retained messages, a lower QoS: the will and the messages do without', async () => {
    const broker = await startMosquitto({ settings: ['retain_available false', 'max_qos 0'] });
    const witness = await subscribe(broker.port);
    const client = five(broker);
    client.source.push(...numbered(3, { retain: true, qos: 2 }));
    await settled(client, 3);
    await witness.waitForCount(3);
    expect(witness.messages.map(({ qos, retain }) => [qos, retain])).toEqual(upTo(3).map(() => [0, false]));
    expect(broker.log()).toMatch(/Will message specified .*\(r0, q0\)/);
  });

  test('no right to publish: the message is refused, and the next is taken', async () => {
    const broker = await startMosquitto();
    await writeFile(join(broker.folder, 'acl'), 'topic write lab/status\ntopic write open/#\n');
    await broker.stop();
    const limited = await startMosquitto({ settings: [`acl_file ${join(broker.folder, 'acl')}`] });
    const client = five(limited);
    client.source.push(...numbered(2), ...numbered(1, { topic: 'open/a' }));
    await settled(client, 3);
    const refused = {
      kind: 'refused',
      text: expect.stringMatching(/not authorized to publish to this topic \(reason code 135\)/),
    };
    expect(client.source.settled.map(({ outcome }) => outcome)).toEqual([refused, refused, { kind: 'delivered' }]);
    expect(client.log().filter((line) => line.startsWith('warn'))).toEqual([
      expect.stringContaining('(reason code 135)'),
    ]);
  });

  test('a quota that is used up: the message is kept, and comes again', async () => {
    let asked = 0;
    // CONNACK; then PUBACK with `quota exceeded`, and success on the second connection.
    const port = await startServer((socket) => {
      socket.on('data', (bytes) => {
        if (bytes[0] === 0x10) socket.write(Buffer.from([0x20, 3, 0, 0, 0]));
        if (bytes[0] !== 0x32) return;
        const topic = bytes.readUInt16BE(2);
        const id = bytes.subarray(4 + topic, 6 + topic);
        asked += 1;
        socket.write(Buffer.concat([Buffer.from([0x40, 4]), id, Buffer.from([asked === 1 ? 151 : 0, 0])]));
      });
    });
    const client = startSession(clientConfig({ port, protocol_version: 5 }));
    client.source.push(...numbered(1));
    await settled(client, 1);
    expect(asked).toBe(2);
    expect(client.source.settled[0]?.outcome).toEqual({ kind: 'delivered' });
    expect(client.history.find(({ state }) => state === 'waiting')?.error).toMatchObject({
      code: 'broker-unavailable',
      reason_code: 151,
    });
  });
});

describe.concurrent('the end', () => {
  const FAREWELL: PublishRequest[] = [
    { topic: 'lab/status', payload: 'offline', qos: 1, retain: true },
    { topic: 'lab/E24638/info', payload: '', qos: 1, retain: true },
    { topic: 'lab/E24638/status', payload: 'offline', qos: 1, retain: true },
  ];

  test.each(VERSIONS)('last words come last and in order, and then DISCONNECT, MQTT %i', async (protocol_version) => {
    const broker = await startMosquitto();
    const witness = await subscribe(broker.port);
    const client = startSession(clientConfig({ port: broker.port, protocol_version }), { limits: { inFlight: 5 } });
    await client.state('online');
    client.source.push(...numbered(20_000));
    await settled(client, 100);
    await Promise.all([client.session.stop(FAREWELL), client.session.stop([])]);
    const { takes } = client.source;
    await witness.wait('the last word', ({ topic }) => topic === 'lab/E24638/status');
    expect(witness.messages.slice(-3).map(({ topic, payload }) => [topic, payload])).toEqual(
      FAREWELL.map(({ topic, payload }) => [topic, payload]),
    );
    expect(numbersAt(witness)).toEqual(upTo(takes));
    expect(takes).toBeLessThan(20_000);
    expect(client.source.settled).toHaveLength(takes);
    expect(broker.log()).toContain('Received DISCONNECT from mensura-test');
    expect(client.session.status).toMatchObject({ state: 'idle', error: null, nextRetry: null });
    expect(client.source.onReady).toBeUndefined();
    expect(client.source.rewinds).toBe(1);
  });

  test('while it connects: at once', async () => {
    const port = await startServer(() => {});
    // Whatever it might wait for takes longer than a busy machine does.
    const limits = { connectTimeoutMs: 30_000, farewellMs: 30_000, closeMs: 30_000 };
    const client = startSession(clientConfig({ port }), { limits });
    await client.state('connecting');
    const began = performance.now();
    await client.session.stop(FAREWELL);
    expect(performance.now() - began).toBeLessThan(5000);
    client.session.connectNow();
    client.session.start();
    expect(client.session.status.state).toBe('idle');
  });

  test('while nothing moves: after the time that last words have', async () => {
    const broker = await startMosquitto();
    const client = startSession(clientConfig({ port: broker.port }), { limits: { farewellMs: 200, closeMs: 100 } });
    await client.state('online');
    broker.pause();
    client.source.push(...numbered(10));
    await until('messages on their way', () => client.source.taken === 10);
    await client.session.stop(FAREWELL);
    expect(client.source.taken).toBe(0);
    expect(client.session.status.state).toBe('idle');
    broker.resume();
  });

  test('while it waits for the next attempt, and before it began', async () => {
    const client = startSession(clientConfig({ port: 1, reconnect: { min_delay: 10_000, max_delay: 10_000 } }));
    await client.state('waiting');
    await client.session.stop(FAREWELL);
    expect(client.session.status).toMatchObject({ state: 'idle', nextRetry: null });
  });
});

describe.concurrent('SSL/TLS', () => {
  test('an authority of its own, a client certificate, and everything arrives', async () => {
    const ca = createAuthority();
    const broker = await startMosquitto({ tls: { certificate: ca.server(), clientCa: ca } });
    const { certificate, key, certificatePath, keyPath } = ca.client();
    const witness = await subscribe(broker.port, {
      args: ['--cafile', ca.certificatePath, '--cert', certificatePath, '--key', keyPath],
    });
    const advanced = { ca: ca.certificate, certificate, key };
    const client = startSession(clientConfig({ port: broker.port, host: 'localhost', ssl: true, advanced }));
    client.source.push(...numbered(2000));
    await settled(client, 2000);
    await witness.waitForCount(2000);
    expect(numbersAt(witness)).toEqual(upTo(2000));
    expect(client.log()).toEqual([`info: connected to port ${broker.port} of localhost (MQTT 3.1.1 over TLS)`]);
  });
});
