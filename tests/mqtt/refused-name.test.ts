/** The connection test of a name that the broker refuses in topics, as NATS 2.9 does: it closes the connection. */
import { expect, test } from 'vitest';
import type { MqttClientInput, MqttTestResult } from '../../service/contract/index.ts';
import { testConnection } from '../../service/mqtt/session/connection-test.ts';
import { systemClock } from '../../service/support/clock.ts';
import { silentLogger } from '../../service/support/logger.ts';
import { clientConfig } from '../support/mqtt/session.ts';
import { startServer } from '../support/mqtt/strangers.ts';

/** A broker that accepts each CONNECT, except one whose last will has a topic with a space or a period. */
function startStrictBroker(): Promise<number> {
  return startServer((socket) => {
    socket.once('data', (connect) => {
      if (/[ .][^/]*\/test/.test(connect.toString('latin1'))) socket.end();
      // CONNACK of MQTT 3.1.1, without a stored session (3.2).
      else socket.write(Uint8Array.of(0x20, 2, 0, 0));
    });
  });
}

function tried(port: number, name: string, advanced: MqttClientInput['advanced'] = {}): Promise<MqttTestResult> {
  const config = clientConfig({ port, name, advanced });
  return testConnection({ config, clientId: 'one', clock: systemClock, logger: silentLogger });
}

test.each(['hall 2', 'hall.2'])('names %j as the cause', async (name) => {
  const port = await startStrictBroker();
  expect((await tried(port, name)).error).toMatchObject({
    code: 'refused',
    text: `The broker on port ${port} of 127.0.0.1 closes the connection because of the name "${name}".`,
    remedy: expect.stringContaining('NATS does not support spaces and periods'),
  });
});

test('names the discovery prefix as the cause', async () => {
  const port = await startStrictBroker();
  const prefix = { discovery_prefix: 'home assistant' };
  expect(await tried(port, 'hall-2', prefix)).toMatchObject({ ok: true });
  expect((await tried(port, 'hall-2', { discovery: true, ...prefix })).error).toMatchObject({
    text: `The broker on port ${port} of 127.0.0.1 closes the connection because of the discovery prefix "home assistant".`,
    remedy: expect.stringContaining('Use a discovery prefix without them'),
  });
});

test('accepts a name with a hyphen', async () => {
  expect(await tried(await startStrictBroker(), 'hall-2')).toMatchObject({ ok: true });
});
