/** The end of a real connection, to a broker that is played by a socket. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { MqttSession } from '../../../../service/mqtt/session/session.ts';
import { systemClock } from '../../../../service/support/clock.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { clientConfig, ListSource, WILL } from '../../../support/mqtt/session.ts';

/** CONNACK and PINGRESP of MQTT 3.1.1 (3.2 and 3.13). */
const CONNACK = Buffer.from([0x20, 0x02, 0x00, 0x00]);
const PINGRESP = Buffer.from([0xd0, 0x00]);

/** A broker that goes on sending, whatever the client says, and never closes. @returns its port */
async function startTalker(): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(CONNACK);
      const talk = setInterval(() => socket.write(PINGRESP), 10);
      socket.once('close', () => clearInterval(talk));
    });
    socket.resume();
    onTestFinished(() => void socket.destroy());
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test('a broker that goes on talking does not hold up the goodbye', async () => {
  const session = new MqttSession({
    config: clientConfig({ port: await startTalker(), protocol_version: 4 }),
    clientId: 'mensura-test',
    will: WILL,
    sources: [new ListSource()],
    clock: systemClock,
    logger: silentLogger,
    limits: { farewellMs: 100, closeMs: 300 },
  });
  const online = Promise.withResolvers<void>();
  session.events.on('online', () => online.resolve());
  session.start();
  await online.promise;
  await session.stop([]);
  expect(session.status.state).toBe('idle');
});
