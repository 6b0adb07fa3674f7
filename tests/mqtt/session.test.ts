/** A session beside a real broker, and an independent witness of what arrives. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Outgoing } from '../../service/mqtt/parts.ts';
import type { MosquittoBroker } from '../support/mqtt/broker.ts';
import { createAuthority } from '../support/mqtt/certificates.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { startProxy } from '../support/mqtt/proxy.ts';
import { clientConfig, numbered, startSession, type TestSession, WILL } from '../support/mqtt/session.ts';
import { startServer } from '../support/mqtt/strangers.ts';
import { type Subscriber, subscribe } from '../support/mqtt/subscriber.ts';
import { until } from '../support/until.ts';

const VERSIONS = [3, 4, 5] as const;
const MEASUREMENT = 'lab/E24638/measurement';

/** The numbers that came, in the order of coming. */
function numbers(witness: Subscriber): number[] {
  return witness.on(MEASUREMENT).map(({ payload }) => Number(payload));
}

/** The same without repetitions: each number where it came first. */
function firstOnes(all: readonly number[]): number[] {
  return [...new Set(all)];
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

async function settled({ source }: TestSession, count: number): Promise<void> {
  await until(`${count} settled messages`, () => source.settled.length >= count, 40_000);
}

describe.each(VERSIONS)('MQTT version %i', (protocol_version) => {
  test.each([0, 1, 2] as const)('everything arrives once and in order, QoS %i', async (qos) => {
    const broker = await startMosquitto();
    const { port } = broker;
    const witness = await subscribe(port, { filter: 'lab/#' });
    const client = startSession(clientConfig({ port, protocol_version, advanced: { qos } }));
    client.source.push(...numbered(3000, { qos }));
    await settled(client, 3000);
    await witness.waitForCount(3000);
    expect(numbers(witness)).toEqual(upTo(3000));
    expect(broker.log()).toMatch(new RegExp(`Received PUBLISH from mensura-test \\(d0, q${qos}, r0`));
    expect(client.source.settled.every(({ outcome }) => outcome.kind === 'delivered')).toBe(true);
    expect(client.source.settled.map(({ message }) => Number(message.payload))).toEqual(upTo(3000));
    expect(client.source.rewinds).toBe(0);
    // What comes later, one by one, goes too.
    for (let next = 3000; next < 3010; next += 1) {
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
    const messages: Outgoing[] = [
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
    client.source.push(...numbered(5000));
    await settled(client, 500);
    await broker.restart();
    await settled(client, 5000);
    await until('all numbers', () => new Set(numbers(witness)).size === 5000, 40_000);
    expect(firstOnes(numbers(witness))).toEqual(upTo(5000));
    expect(client.source.rewinds).toBeGreaterThan(0);
  });
});

describe('a connection that breaks', () => {
  /** Cuts the road a few times while messages flow. */
  async function overCuts(qos: 0 | 1 | 2, version: 3 | 4 | 5, clean_session: boolean) {
    const broker = await startMosquitto();
    const proxy = await startProxy(broker.port);
    const witness = await subscribe(broker.port, { filter: 'lab/E24638/#' });
    const advanced = { qos };
    const config = clientConfig({ port: proxy.port, protocol_version: version, clean_session, advanced });
    const client = startSession(config, {
      limits: { inFlight: 50, batch: 20, shortConnections: 99 },
    });
    client.source.push(...numbered(10_000, { qos }));
    for (const count of [500, 2500, 4500, 6500]) {
      await settled(client, count);
      proxy.cut();
    }
    await settled(client, 10_000);
    return { client, witness, broker };
  }

  test.each([4, 5] as const)('QoS 0: nothing twice, and in order, MQTT %i', async (version) => {
    const { witness, client } = await overCuts(0, version, true);
    client.source.push(...numbered(1, { qos: 1 }, 10_000));
    await witness.wait('the last', ({ payload }) => payload === '10000');
    const all = numbers(witness);
    expect(all).toEqual(firstOnes(all).toSorted((a, b) => a - b));
    expect(all.length).toBeGreaterThan(5000);
  });

  test.each([3, 4, 5] as const)('QoS 1: everything, and again only what was on its way, MQTT %i', async (version) => {
    const { witness, client } = await overCuts(1, version, true);
    await until('all numbers', () => new Set(numbers(witness)).size === 10_000);
    const all = numbers(witness);
    expect(firstOnes(all)).toEqual(upTo(10_000));
    expect(all.length - 10_000).toBeLessThanOrEqual(50 * client.source.rewinds);
    expect(client.source.rewinds).toBeGreaterThan(0);
  });

  test.each([3, 4, 5] as const)(
    'QoS 2 with a session that is kept: everything, and nothing twice, MQTT %i',
    async (version) => {
      const { witness, client, broker } = await overCuts(2, version, false);
      await until('all numbers', () => new Set(numbers(witness)).size === 10_000);
      expect(numbers(witness)).toEqual(upTo(10_000));
      expect(client.source.settled.map(({ message }) => Number(message.payload))).toEqual(upTo(10_000));
      expect(client.source.rewinds).toBe(0);
      // Repetitions are marked as such.
      expect(broker.log()).toMatch(/Received PUBLISH from mensura-test \(d1, q2/);
    },
  );

  test.each([4, 5] as const)('QoS 2 with a session that the broker forgets: everything, MQTT %i', async (version) => {
    const broker = await startMosquitto();
    const proxy = await startProxy(broker.port);
    const advanced = { qos: 2 } as const;
    const config = clientConfig({ port: proxy.port, protocol_version: version, clean_session: false, advanced });
    const client = startSession(config);
    client.source.push(...numbered(20_000, { qos: 2 }));
    await settled(client, 1000);
    await proxy.refuse();
    await client.state('waiting');
    const before = client.source.settled.length;
    await broker.kill();
    await broker.start();
    const witness = await subscribe(broker.port, { filter: 'lab/E24638/#' });
    await proxy.accept();
    await settled(client, 20_000);
    const rest = upTo(20_000).slice(before);
    await witness.wait('the last', ({ payload }) => payload === '19999');
    expect(client.source.taken).toBe(0);
    expect(client.source.settled.slice(before).map(({ message }) => Number(message.payload))).toEqual(rest);
    // Sent anew, and not repeated by the library as well.
    expect(numbers(witness)).toEqual(rest);
  });

  test('while it stalls, no more is taken than fits on the way', async () => {
    const { port } = await startMosquitto();
    const proxy = await startProxy(port);
    const witness = await subscribe(port, { filter: 'lab/E24638/#' });
    const client = startSession(clientConfig({ port: proxy.port, advanced: { qos: 0 } }));
    await client.state('online');
    proxy.stall();
    const payload = 'x'.repeat(10_000);
    client.source.push(...numbered(5000, { qos: 0, payload }));
    let taken = 0;
    await until('the flow to stop', async () => {
      const before = taken;
      await new Promise((resolve) => setTimeout(resolve, 200));
      taken = client.source.takes;
      return taken > 0 && taken === before;
    });
    expect(taken).toBeLessThan(5000);
    proxy.resume();
    await witness.waitForCount(5000);
  });

  test('a reconnect that is switched off: it waits to be asked', async () => {
    const { port } = await startMosquitto();
    const proxy = await startProxy(port);
    const client = startSession(clientConfig({ port: proxy.port, reconnect: { enable: false } }));
    await client.state('online');
    proxy.cut();
    const { error, nextRetry } = await client.state('idle');
    expect(error?.code).toBe('connection-lost');
    expect(nextRetry).toBeNull();
    expect(proxy.connections).toBe(1);
    client.session.connectNow();
    expect((await client.state('online')).error).toBeNull();
    expect(client.history.map(({ state }) => state)).toEqual(['connecting', 'online', 'idle', 'connecting', 'online']);
  });
});

describe('the computer woke from sleep', () => {
  test('a connection that died without a word is made anew at once, and nothing is lost', async () => {
    const { port } = await startMosquitto();
    const witness = await subscribe(port);
    const proxy = await startProxy(port);
    const client = startSession(clientConfig({ port: proxy.port, keep_alive: 600 }));
    await client.state('online');
    proxy.stall();
    client.source.push(...numbered(20));
    await until('all to be on their way', () => client.source.taken === 20);
    // What stalled stays so: the session must not wait for it, nor for its keep-alive.
    const dead = proxy.open;
    client.session.wake();
    await until('another connection', () => proxy.connections > dead);
    proxy.resume();
    await client.state('online');
    await witness.waitForCount(20);
    await settled(client, 20);
  });

  test('an attempt that waits for its time is made at once; one that was switched off is not', async () => {
    const { port } = await startMosquitto();
    const proxy = await startProxy(port);
    const reconnect = { enable: true, min_delay: 3_600_000, max_delay: 3_600_000 };
    const patient = startSession(clientConfig({ port: proxy.port, reconnect }));
    await patient.state('online');
    proxy.cut();
    await patient.state('waiting');
    patient.session.wake();
    await patient.state('online');
    const asked = startSession(clientConfig({ port: proxy.port, reconnect: { enable: false } }));
    await asked.state('online');
    await proxy.refuse();
    await asked.state('idle');
    await proxy.accept();
    asked.session.wake();
    expect(asked.session.status.state).toBe('idle');
  });

  test('one that stops while it is made anew has stopped', async () => {
    const { port } = await startMosquitto();
    const client = startSession(clientConfig({ port }));
    await client.state('online');
    client.session.wake();
    client.session.wake();
    await client.session.stop([]);
    expect(client.session.status.state).toBe('idle');
    client.session.wake();
    expect(client.session.status.state).toBe('idle');
  });
});

describe('what the broker grants', () => {
  const five = (broker: MosquittoBroker, more = {}): TestSession =>
    startSession(clientConfig({ port: broker.port, protocol_version: 5, ...more }));

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
      [271, { kind: 'refused', text: 'The message has 301 bytes; the broker takes 300 at most.' }],
      [270, { kind: 'delivered' }],
      [5, { kind: 'delivered' }],
    ]);
    expect(client.session.status.state).toBe('online');
    expect(client.log().filter((line) => line.startsWith('warn'))).toEqual([
      'warn: The message has 301 bytes; the broker takes 300 at most. Topic: lab/E24638/measurement',
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

  test('a keep-alive of its own, where none was asked for', async () => {
    const broker = await startMosquitto({ settings: ['max_keepalive 10'] });
    const client = five(broker, { keep_alive: 0 });
    await client.state('online');
    // Pings come at the full interval.
    await until('a ping', () => broker.log().includes('Received PINGREQ from mensura-test'), 25_000);
  });

  test('no right to publish: the message is refused, and the next is taken', async () => {
    const broker = await startMosquitto();
    await writeFile(join(broker.folder, 'acl'), 'topic write lab/status\ntopic write open/#\n');
    await broker.stop();
    const limited = await startMosquitto({ settings: [`acl_file ${join(broker.folder, 'acl')}`] });
    const client = five(limited);
    client.source.push(...numbered(2), ...numbered(1, { topic: 'open/a' }));
    await settled(client, 3);
    const refused = { kind: 'refused', text: expect.stringMatching(/may not publish there \(reason code 135\)/) };
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

describe('the end', () => {
  const FAREWELL: Outgoing[] = [
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
    expect(numbers(witness)).toEqual(upTo(takes));
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

describe('SSL/TLS', () => {
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
    expect(numbers(witness)).toEqual(upTo(2000));
    expect(client.log()).toEqual([`info: Connected to port ${broker.port} of localhost (MQTT 3.1.1 over TLS).`]);
  });
});
