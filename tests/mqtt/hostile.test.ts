/** Whatever comes over the wire: nothing ends the process, and a real broker afterwards gets everything. */
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { until } from '../contract/support/until.ts';
import { randomSource } from '../instruments/random.ts';
import { startMosquitto } from './support/mosquitto.ts';
import { clientConfig, numbered, startSession } from './support/session.ts';
import { startServer } from './support/strangers.ts';

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
