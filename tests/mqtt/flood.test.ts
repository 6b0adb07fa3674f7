/** Brokers that send without an end: what is held of it is bounded, the connection is ended, and the cause is told. */
import v8 from 'node:v8';
import vm from 'node:vm';
import { MqttClient } from 'mqtt';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BrokerSubscription } from '../../service/mqtt/subscribe/source.ts';
import { systemClock } from '../../service/support/clock.ts';
import {
  type HostileBroker,
  type HostileBrokerOptions,
  packet,
  publishQos2,
  startHostileBroker,
  type Version,
} from '../support/mqtt/hostile-broker.ts';
import { clientConfig, listeningLogger, numbered, startSession, type TestSession } from '../support/mqtt/session.ts';
import { until } from '../support/until.ts';

const VERSIONS = [3, 4, 5] as const;

/** A flood of 60 MB for each connection. */
const PAYLOAD = Buffer.alloc(10_000);
const MESSAGES = 6000;

/** The most of it that may be held in buffers, both ends of the connection together, in bytes: a fifth of one flood. */
const MOST_HELD = 12 * 1_048_576;

/** The most of it that may leave the broker before the connection ends: what lies in the system's buffers. */
const MOST_SENT = 32 * 1_048_576;

/** How often it is looked what is held, in milliseconds. */
const LOOK_MS = 1000;

/** Of 1,000 messages besides. */
const MOST_READ = MOST_SENT + 1000 * PAYLOAD.length;

function flood(version: Version): HostileBrokerOptions['next'] {
  return (index) => (index < MESSAGES ? publishQos2(version, index + 1, PAYLOAD) : undefined);
}

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc') as () => void;

/** Objects of the library that are in memory, which nothing but a client's connection needs; garbage is collected first. */
function clientsHeld(): number {
  return v8.queryObjects(MqttClient, { format: 'count' });
}

/** Stopped with the test. */
function start(config: Parameters<typeof startSession>[0]): TestSession {
  const client = startSession(config);
  onTestFinished(() => client.session.stop([]));
  return client;
}

interface Fared {
  readonly error: { text: string } | null;
  /** The most bytes in buffers while it lasted, above those before. */
  readonly held: number;
}

/** Lets a flood come, three connections long. */
async function endure(broker: HostileBroker, errorOf: () => { text: string } | null): Promise<Fared> {
  const buffers = (): number => {
    // Twice, since the buffers of the first are let go beside it.
    collectGarbage();
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const before = buffers();
  let held = 0;
  let looked = performance.now();
  let error: Fared['error'] = null;
  const look = (): void => {
    held = Math.max(held, buffers() - before);
    looked = performance.now();
  };
  await until('three connections', () => {
    error ??= errorOf();
    // To collect garbage takes longer than most that comes meanwhile.
    if (performance.now() - looked > LOOK_MS) look();
    return broker.connections > 3;
  });
  look();
  return { error, held };
}

function startReader(port: number, protocol_version: Version): { subscription: BrokerSubscription; log: string[] } {
  const { logger, lines } = listeningLogger();
  const config = clientConfig({ port, protocol_version });
  const options = { config, clientId: 'reader', filters: ['a'], clock: systemClock, logger };
  const subscription = new BrokerSubscription(options);
  onTestFinished(() => subscription.stop());
  subscription.start();
  return { subscription, log: lines };
}

describe.each(VERSIONS)(
  'messages with QoS 2 and ever new numbers that are never finished, MQTT version %i',
  (version) => {
    test('end the connection of a client that publishes, and nothing of them is held', async () => {
      const broker = await startHostileBroker({ version, after: 'connect', next: flood(version) });
      const client = start(clientConfig({ port: broker.port, protocol_version: version, clean_session: false }));
      const { error, held } = await endure(broker, () => client.session.status.error);
      expect(error).toMatchObject({
        code: 'protocol-violated',
        text: `The broker on port ${broker.port} of 127.0.0.1 violated the MQTT protocol: it sent a message to a client without subscriptions.`,
        remedy: expect.stringContaining('client ID mensura-test'),
      });
      expect(held).toBeLessThan(MOST_HELD);
      expect(broker.sent).toBeLessThan(broker.connections * MOST_SENT);
      expect(client.session.violations).toBeGreaterThanOrEqual(3);
      expect(client.log().filter((line) => line.includes('violated'))).toHaveLength(1);
      await client.session.stop([]);
      await until('nothing to be held', () => clientsHeld() === 0);
    });

    test('end the connection of a reader beyond a thousand, and nothing of them is held', async () => {
      const broker = await startHostileBroker({ version, after: 'subscribe', next: flood(version) });
      const { subscription } = startReader(broker.port, version);
      let messages = 0;
      subscription.events.on('message', () => (messages += 1));
      const { error, held } = await endure(broker, () => subscription.status.error);
      const cause =
        version === 5
          ? 'Receive Maximum exceeded: 1001'
          : 'it did not complete the delivery of more than 1000 messages with QoS 2';
      expect(error?.text).toContain(`violated the MQTT protocol: ${cause}`);
      expect(held).toBeLessThan(MOST_HELD);
      expect(broker.sent).toBeLessThan(broker.connections * MOST_READ);
      expect(messages).toBeLessThanOrEqual(broker.connections * 1000);
      await subscription.stop();
      await until('nothing to be held', () => clientsHeld() === 0);
    });
  },
);

/** The same packet again and again, and far more bytes of it than may be taken. */
const again =
  (bytes: Buffer, most = 64 * 1_048_576): HostileBrokerOptions['next'] =>
  (index) =>
    index * bytes.length < most ? bytes : undefined;

/** The same, many at a time: as many as come in one piece. */
const storm = (bytes: Buffer): HostileBrokerOptions['next'] =>
  again(Buffer.concat(Array.from({ length: Math.ceil(65_536 / bytes.length) }, () => bytes)));

/** A user property (MQTT 5.0, 3.4.2.2.3) of nearly 64 KiB. */
const PROPERTY = Buffer.concat([Uint8Array.of(0x26, 0, 1, 0x61, 0xff, 0xff), Buffer.alloc(65_535, 'x')]);

/** A PUBACK with half a megabyte of properties. */
const LARGE_PUBACK = packet(0x40, [0, 1, 0, 0xa8, 0x80, 0x20], ...Array.from({ length: 8 }, () => PROPERTY));

type Flood = Pick<HostileBrokerOptions, 'next' | 'deaf' | 'dribbles'>;

/** Ever new topic aliases, each for the topic `a`: some hundred packets at a time. */
const ALIASES: HostileBrokerOptions['next'] = (index) =>
  Buffer.concat(
    Array.from({ length: 500 }, (_, place) => {
      const alias = (index * 500 + place + 1) % 65_536 || 1;
      return packet(0x30, [0, 1, 0x61, 3, 0x23, alias >> 8, alias & 0xff]);
    }),
  );

/** One connection is enough to see what becomes of it. */
const LATER = { min_delay: 60_000, max_delay: 60_000 };

async function violationOf(client: TestSession): Promise<string | undefined> {
  const { error } = await client.state('failed');
  expect(error?.code).toBe('protocol-violated');
  return error?.text;
}

describe('a broker that floods a client that publishes with', () => {
  test.each<[string, Version, Flood, string]>([
    [
      'one CONNACK after the other',
      5,
      { next: storm(packet(0x20, [0, 0, 0])) },
      'it sent CONNACK without a matching request',
    ],
    ['PINGRESP', 4, { next: storm(packet(0xd0)) }, 'it sent PINGRESP without a matching request'],
    ['SUBACK', 4, { next: storm(packet(0x90, [0, 1, 0])) }, 'it sent SUBACK without a matching request'],
    ['UNSUBACK', 5, { next: storm(packet(0xb0, [0, 1, 0, 0])) }, 'it sent UNSUBACK without a matching request'],
    ['AUTH', 5, { next: storm(packet(0xf0, [0x18, 0])) }, 'it sent AUTH without a matching request'],
    ['PUBREL', 3, { next: storm(packet(0x62, [0, 1])) }, 'it sent a message to a client without subscriptions'],
    ['what clients send', 4, { next: storm(packet(0xc0)) }, 'it sent PINGREQ without a matching request'],
    ['ever new topic aliases', 5, { next: ALIASES }, 'it sent a message'],
    ['half a megabyte of properties', 5, { next: again(LARGE_PUBACK) }, 'exceeding packets size'],
    [
      'a packet of 256 MB',
      4,
      { next: (index) => (index === 0 ? Buffer.from([0x40, 0xff, 0xff, 0xff, 0x7f]) : PAYLOAD) },
      'it sent more than 1048576 bytes without completing a packet',
    ],
  ])('%s is left', async (_, version, more, cause) => {
    const broker = await startHostileBroker({ version, after: 'connect', ...more });
    const client = start(
      clientConfig({
        port: broker.port,
        protocol_version: version,
        reconnect: LATER,
      }),
    );
    expect(await violationOf(client)).toContain(`violated the MQTT protocol: ${cause}`);
    expect(broker.connections).toBe(1);
    expect(broker.sent).toBeLessThan(MOST_SENT);
  });

  test('a packet of 256 MB, byte by byte, is left long before a megabyte of it came', async () => {
    const next: Flood['next'] = (index) =>
      index === 0 ? Buffer.from([0x40, 0xff, 0xff, 0xff, 0x7f]) : Buffer.alloc(1);
    const broker = await startHostileBroker({ version: 4, after: 'connect', next, dribbles: true });
    const client = start(clientConfig({ port: broker.port, reconnect: LATER }));
    expect(await violationOf(client)).toContain('it sent more than 1048576 bytes without completing a packet');
    expect(broker.sent).toBeLessThan(500_000);
  });

  test('one PUBREC after the other, and takes none of the answers, is left', async () => {
    const next: Flood['next'] = (_, publish) => {
      // A type and three bytes of length, and then the topic with two of its own.
      const id = 6 + publish.readUInt16BE(4);
      const pubrec = packet(0x50, publish.subarray(id, id + 2));
      return Buffer.concat(Array.from({ length: 16_384 }, () => pubrec));
    };
    const broker = await startHostileBroker({ version: 4, after: 'publish', deaf: true, next });
    const client = start(clientConfig({ port: broker.port, advanced: { qos: 2 }, reconnect: LATER }));
    // Of what it publishes the broker takes nothing either: so the system's buffers are full soon.
    client.source.push(...numbered(20, { qos: 2, payload: 'x'.repeat(1_000_000) }));
    expect(await violationOf(client)).toContain(
      'it keeps sending packets that require a response, without reading the responses',
    );
  });
});

test('the name of another broker is told in one short line, however long it is', async () => {
  const name = Buffer.alloc(65_535, 'x\n');
  const properties = Buffer.concat([Uint8Array.of(0x1c, 0xff, 0xff), name]);
  // Reason code 156, use another server.
  const goodbye = packet(0xe0, [156, 0x82, 0x80, 0x04], properties);
  const broker = await startHostileBroker({
    version: 5,
    after: 'connect',
    next: (index) => (index ? undefined : goodbye),
  });
  const { error } = await start(clientConfig({ port: broker.port, protocol_version: 5 })).state('failed');
  expect(error?.text).toContain('redirects to another broker temporarily (reason code 156). Server reference: x x x');
  expect(error?.text.length).toBeLessThan(400);
  expect(error?.text).not.toContain('\n');
});

test('one SUBACK after the other ends the connection of a reader, which is online once', async () => {
  const next = storm(packet(0x90, [0, 1, 1]));
  const broker = await startHostileBroker({ version: 4, after: 'subscribe', next });
  const { subscription, log } = startReader(broker.port, 4);
  await until('three connections', () => broker.connections > 3);
  expect(subscription.status.error?.text).toContain('it sent SUBACK without a matching request');
  expect(log.length).toBeLessThan(10);
});

test('ever new topic aliases end the connection of a reader', async () => {
  const broker = await startHostileBroker({ version: 5, after: 'subscribe', next: ALIASES });
  const { subscription } = startReader(broker.port, 5);
  const error = await until('an end', () => subscription.status.error);
  expect(error.text).toContain('violated the MQTT protocol: Received a PUBLISH Topic Alias');
});

test('an MQTT 5 broker that sends one message to a client that publishes is told why it is left', async () => {
  const next: Flood['next'] = (index) => (index === 0 ? packet(0x30, [0, 1, 0x61, 0], [0x78]) : undefined);
  const broker = await startHostileBroker({ version: 5, after: 'connect', next });
  const client = start(clientConfig({ port: broker.port, protocol_version: 5 }));
  await violationOf(client);
  // DISCONNECT with reason code 130, protocol error.
  await until('the reason', () => broker.received[0]?.endsWith('e00182'));
});

test('messages with QoS 2 that are finished are read once each, however often the broker repeats them', async () => {
  const release = (id: number): Buffer => packet(0x62, [id >> 8, id & 0xff]);
  // More than may be unfinished at a time.
  const count = 3000;
  const next: Flood['next'] = (index) => {
    if (index >= count) return undefined;
    const message = publishQos2(4, index + 1, Buffer.from(String(index)));
    return Buffer.concat([message, message, release(index + 1), release(index + 1)]);
  };
  const broker = await startHostileBroker({ version: 4, after: 'subscribe', next });
  const { subscription } = startReader(broker.port, 4);
  const came: number[] = [];
  subscription.events.on('message', ({ payload }) => came.push(Number(Buffer.from(payload).toString())));
  await until('all messages', () => came.length >= count);
  expect(came).toEqual(Array.from({ length: count }, (_, index) => index));
  // PUBREC twice and PUBCOMP twice for each.
  await until('every answer', () => broker.received[0]?.length === count * 4 * 8);
  expect(subscription.status).toMatchObject({ state: 'online', error: null });
});
