/** The undocumented members of the MQTT library, against bytes of the protocol: red when a new version changes them. */
import { createRequire } from 'node:module';
import { duplexPair } from 'node:stream';
import { MqttClient, Store } from 'mqtt';
import { expect, onTestFinished, test } from 'vitest';
import {
  adoptKeepAlive,
  discardRedelivery,
  onKeepAliveTimeout,
  watchRedelivery,
} from '../../../../service/mqtt/session/mqtt-js.ts';
import { until } from '../../../support/until.ts';

/** CONNACK of MQTT 3.1.1 with a session, and without one (3.2). */
const SESSION_PRESENT = Buffer.from([0x20, 0x02, 0x01, 0x00]);
const NO_SESSION = Buffer.from([0x20, 0x02, 0x00, 0x00]);
/** PUBACK of the packet identifier 7 (3.4). */
const PUBACK_7 = Buffer.from([0x40, 0x02, 0x00, 0x07]);
/** PINGREQ (3.12). */
const PINGREQ = Buffer.from([0xc0, 0x00]);
/** The first byte of a repeated PUBLISH with QoS 1, and its topic (3.3). */
const REPEATED = 0x3a;

interface PlayedBroker {
  client: MqttClient;
  received(): Buffer;
  send(bytes: Buffer): void;
}

/** A client whose outgoing store holds a message with the packet identifier 7. */
async function connect(keepalive: number, prepare: (client: MqttClient) => void): Promise<PlayedBroker> {
  const [near, far] = duplexPair();
  const store = new Store();
  store.put({ cmd: 'publish', messageId: 7, topic: 'a', payload: 'b', qos: 1, dup: true, retain: false }, () => {});
  const client = new MqttClient(() => near, {
    manualConnect: true,
    reconnectPeriod: 0,
    clientId: 'played',
    protocolVersion: 4,
    clean: false,
    keepalive,
    outgoingStore: store,
  });
  const chunks: Buffer[] = [];
  far.on('data', (chunk: Buffer) => chunks.push(chunk));
  client.on('error', () => {});
  prepare(client);
  client.connect();
  onTestFinished(() => void client.end(true));
  const received = (): Buffer => Buffer.concat(chunks);
  await until('CONNECT', () => received().length > 0);
  chunks.length = 0;
  return { client, received, send: (bytes) => void far.write(bytes) };
}

test('is the version that is pinned', () => {
  const { version } = createRequire(import.meta.url)('mqtt/package.json') as { version: string };
  const { dependencies } = createRequire(import.meta.url)('../../../../package.json') as {
    dependencies: Record<string, string>;
  };
  expect(dependencies['mqtt']).toBe(version);
});

test('reports the acknowledgement of a message that the library repeats', async () => {
  const acknowledged = Promise.withResolvers<number | undefined>();
  const broker = await connect(0, (client) => {
    watchRedelivery(client, [7], (error, packet) => {
      if (error) acknowledged.reject(error);
      else acknowledged.resolve(packet?.messageId);
    });
  });
  broker.send(SESSION_PRESENT);
  await until('the repetition', () => broker.received()[0] === REPEATED);
  broker.send(PUBACK_7);
  expect(await acknowledged.promise).toBe(7);
});

test('repeats nothing after the store was replaced at CONNACK', async () => {
  const acknowledged: unknown[] = [];
  const broker = await connect(0, (client) => {
    watchRedelivery(client, [7], (...answer) => acknowledged.push(answer));
    client.on('packetreceive', ({ cmd }) => {
      if (cmd === 'connack') discardRedelivery(client, new Store());
    });
  });
  broker.send(NO_SESSION);
  await new Promise((resolve) => broker.client.once('connect', resolve));
  await broker.client.publishAsync('new', 'message', { qos: 0 });
  await until('the new message', () => broker.received().includes('new'));
  expect(broker.received()[0]).toBe(0x30);
  broker.send(PUBACK_7);
  await broker.client.publishAsync('newer', 'message', { qos: 0 });
  expect(acknowledged).toEqual([]);
});

test('sends PINGREQ at the keep-alive of the broker', async () => {
  const broker = await connect(0, (client) => {
    client.on('packetreceive', ({ cmd }) => {
      if (cmd === 'connack') adoptKeepAlive(client, 1);
    });
  });
  broker.send(NO_SESSION);
  await until('PINGREQ', () => broker.received().includes(PINGREQ));
});

test('keeps a keep-alive of its own', async () => {
  const broker = await connect(60, (client) => adoptKeepAlive(client, 1));
  expect(broker.client.options.keepalive).toBe(60);
});

test('reports a missing PINGRESP by a call, not by an error', async () => {
  const timedOut = Promise.withResolvers<void>();
  const broker = await connect(1, (client) => {
    client.on('error', timedOut.reject);
    onKeepAliveTimeout(client, timedOut.resolve);
  });
  broker.send(NO_SESSION);
  await expect(timedOut.promise).resolves.toBeUndefined();
});
