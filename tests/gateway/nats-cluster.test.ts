/** Remote installations behind a cluster of three nats-server, of which nodes are killed. */
import { beforeAll, expect, test } from 'vitest';
import type { MqttClientInput, MqttTestResult } from '../../service/contract/index.ts';
import { testConnection } from '../../service/mqtt/session/connection-test.ts';
import { systemClock } from '../../service/support/clock.ts';
import { silentLogger } from '../../service/support/logger.ts';
import { NATS_PATIENCE_MS, type NatsCluster, startNatsCluster, untilReplicated } from '../support/mqtt/nats.ts';
import {
  FLEET,
  NatsPublishers,
  startGateway,
  subscribeLast,
  testGateway,
  untilShown,
} from '../support/mqtt/nats-fleet.ts';
import { clientConfig } from '../support/mqtt/session.ts';

let nodes: NatsCluster;

beforeAll(async () => {
  nodes = await startNatsCluster();
}, 3 * NATS_PATIENCE_MS);

test(
  'every reading arrives while nodes of the publishers are killed, restarted and killed again',
  async () => {
    const [first, second, third] = nodes;
    const publishers = await NatsPublishers.start([first, second]);
    const gateway = startGateway(third);
    await untilShown(gateway);
    await subscribeLast(third);
    publishers.send(100);
    await publishers.untilAllAt(gateway, 'before the kills');
    await untilReplicated(nodes, FLEET);

    publishers.send(200);
    await first.kill();
    publishers.send(200);
    await publishers.untilAllAt(gateway, 'without the first node');
    await first.start();
    await untilReplicated(nodes, FLEET);
    publishers.send(200);
    await second.kill();
    publishers.send(200);
    await publishers.untilAllAt(gateway, 'without the second node');

    const inOrder = Array.from({ length: publishers.sent }, (_, index) => index + 1);
    for (const [serial, got] of gateway.got) expect([serial, got]).toEqual([serial, inOrder]);
    expect(gateway.adapter.status).toMatchObject({ refused: 0, error: null });
    // With a node down, NATS refuses some new subscriptions. Afterwards each node has what is retained.
    await second.start();
    await untilReplicated(nodes, FLEET);
    await Promise.all([first, second].map((node) => untilShown(startGateway(node))));
  },
  6 * NATS_PATIENCE_MS,
);

test('what NATS cannot take is named by the connection tests', async () => {
  const { port } = nodes[2];
  const tried = (input: MqttClientInput): Promise<MqttTestResult> =>
    testConnection({
      config: clientConfig({ port, ...input }),
      clientId: 'one',
      clock: systemClock,
      logger: silentLogger,
    });
  expect(await tried({})).toMatchObject({ ok: true });
  for (const name of ['hall 2', 'hall.2']) {
    expect((await tried({ name })).error).toMatchObject({
      code: 'refused',
      text: `The broker on port ${port} of 127.0.0.1 closes the connection because of the name "${name}".`,
      remedy: expect.stringContaining('NATS does not support spaces and periods'),
    });
  }
  const prefix = await testGateway(nodes[2], 'hall 2');
  expect(prefix.error?.remedy).toContain('NATS does not support spaces and periods');
  const twice = await tried({ advanced: { qos: 2 } });
  expect(twice.notes).toContain('NATS closes the connection on messages with QoS 2. For NATS, select QoS 1.');
  const { error } = await tried({ protocol_version: 5 });
  expect(error).toMatchObject({ code: 'protocol-version-refused', remedy: expect.stringContaining('3.1.1') });
});
