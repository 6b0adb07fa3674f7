/** Whatever comes over the wire: nothing ends the process, and a real broker afterwards gets everything. */
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { randomSource } from '../emulator/random.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { clientConfig, ListSource, numbered, startSession } from '../support/mqtt/session.ts';
import { startAnswering, startServer } from '../support/mqtt/strangers.ts';
import { until } from '../support/until.ts';

/** Connections that get nonsense before the one that reaches the broker. */
const NONSENSE = 300;

/** The first bytes of all packets, with flags that are right, wrong and made up. */
const HEADERS = [
  0x20, 0x30, 0x32, 0x34, 0x3c, 0x40, 0x50, 0x62, 0x70, 0x82, 0x90, 0xb0, 0xc0, 0xd0, 0xe0, 0xf0, 0x10, 0,
];

/** A packet with a length that is mostly right, and made-up contents. */
function nonsense(random: () => number): Buffer {
  const length = Math.floor(random() * 20);
  const bytes = Buffer.from(
    Array.from({ length: length + 2 }, () => Math.floor(random() * (random() < 0.5 ? 4 : 256))),
  );
  bytes[0] = HEADERS[Math.floor(random() * HEADERS.length)] ?? 0;
  bytes[1] = random() < 0.95 ? length : length + 3;
  return bytes;
}

test.each([3, 4, 5] as const)('MQTT version %i', async (protocol_version) => {
  const { port: brokerPort } = await startMosquitto();
  const random = randomSource(protocol_version);
  const accepted = protocol_version === 5 ? [0x20, 3, 0, 0, 0] : [0x20, 2, 0, 0];
  let connections = 0;
  const port = await startServer((socket) => {
    connections += 1;
    if (connections > NONSENSE) {
      socket.pipe(connect(brokerPort, '127.0.0.1')).pipe(socket);
      return;
    }
    socket.once('data', () => {
      if (random() < 0.8) socket.write(Buffer.from(accepted));
      for (let count = 0; count < 5; count += 1) socket.write(nonsense(random));
      socket.end();
    });
  });
  const config = clientConfig({
    port,
    protocol_version,
    clean_session: false,
    advanced: { qos: 2 },
    reconnect: { min_delay: 1, max_delay: 2 },
  });
  const client = startSession(config, { limits: { slowRetryMs: 1, probeMs: 100 } });
  client.source.push(
    ...numbered(200, { qos: 2 }),
    ...numbered(200, { qos: 1 }, 200),
    ...numbered(200, { qos: 0 }, 400),
  );
  await until('the broker', () => connections > NONSENSE && client.session.status.state === 'online', 40_000);
  await until('everything', () => client.source.settled.length === 600, 40_000);
  expect(client.source.taken).toBe(0);
  expect(client.log().filter((line) => line.startsWith('error'))).toEqual([]);
});

describe('a broker that closes the connection instead of confirming', () => {
  test('one message, and takes the others: that one alone is given up', async () => {
    // Before MQTT 5 a broker has no other way to say that a message is too large.
    const { port } = await startMosquitto({ settings: ['max_packet_size 500'] });
    const [retained, readings] = [new ListSource(), new ListSource()];
    const client = startSession(clientConfig({ port, protocol_version: 4 }), { sources: [retained, readings] });
    // On each connection what is retained goes first, as it does in a client.
    client.session.events.on('online', () => retained.push(...numbered(1, { topic: 'lab/status', retain: true })));
    const large = { payload: 'x'.repeat(1000) };
    readings.push(...numbered(10), ...numbered(1, large), ...numbered(10, {}, 10));
    await until('all others', () => readings.settled.length === 21);
    const refused = readings.settled.filter(({ outcome }) => outcome.kind === 'refused');
    expect(refused.map(({ message }) => message.payload.length)).toEqual([1000]);
    expect(client.log().join('\n')).toContain('without acknowledging the message to lab/E24638/measurement');
  });

  test('everything: it is said, and nothing is given up', async () => {
    const port = await startAnswering(Uint8Array.of(0x20, 2, 0, 0), (socket) => {
      socket.on('data', (bytes) => {
        if ((bytes[0] ?? 0) >> 4 === 3) socket.end();
      });
    });
    const client = startSession(clientConfig({ port, protocol_version: 4 }));
    client.source.push(...numbered(5));
    await until('the reason', () => client.session.status.error?.text.includes('without acknowledging') === true);
    const times = client.source.rewinds;
    await until('more attempts', () => client.source.rewinds >= times + 6);
    expect(client.source.settled).toEqual([]);
    expect(client.session.status.error).toMatchObject({ code: 'connection-lost' });
  });
});

/** Connections that end with a storm. */
const STORMS = 5;

test('a storm of messages that nobody asked for ends each connection; when it is over, everything arrives', async () => {
  const { port: brokerPort } = await startMosquitto();
  const storm = Buffer.concat(
    Array.from({ length: 200 }, (_, index) => {
      const qos = index % 3;
      const head = [0x30 | (qos << 1), qos === 0 ? 8 : 10, 0, 4, 0xff, 0xfe, 0xc0, 0x00];
      return Buffer.from([...head, ...(qos === 0 ? [] : [0, 1]), 0x7b, 0x7d]);
    }),
  );
  let storms = 0;
  const port = await startServer((socket) => {
    const broker = connect(brokerPort, '127.0.0.1');
    socket.on('data', (bytes) => broker.write(bytes.length > 0 ? bytes : ''));
    socket.on('close', () => broker.destroy());
    broker.on('error', () => socket.destroy());
    broker.on('close', () => socket.destroy());
    // To a client that only sends, Mosquitto answers in whole packets.
    broker.on('data', (bytes) => {
      const isStormy = storms < STORMS;
      if (isStormy) storms += 1;
      socket.write(isStormy ? Buffer.concat([bytes, storm]) : bytes);
    });
  });
  const client = startSession(clientConfig({ port, protocol_version: 4 }));
  client.source.push(...numbered(2000));
  await until('everything', () => client.source.settled.length === 2000, 40_000);
  expect(client.session.violations).toBe(STORMS);
  expect(client.source.settled.every(({ outcome }) => outcome.kind === 'delivered')).toBe(true);
  expect(client.log().filter((line) => line.startsWith('error'))).toEqual([]);
});
