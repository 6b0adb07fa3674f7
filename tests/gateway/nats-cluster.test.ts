/** Remote installations behind a cluster of three nats-server, of which nodes are killed. */
import { beforeAll, expect, test } from 'vitest';
import { createRemoteKind } from '../../service/drivers/gateway/remote/adapter.ts';
import type { Adapter } from '../../service/drivers/gateway/types.ts';
import { testConnection } from '../../service/mqtt/session/connection-test.ts';
import { systemClock } from '../../service/support/clock.ts';
import { silentLogger } from '../../service/support/logger.ts';
import { aboutText, infoText, measurementText, OTHER, OWN } from '../service/drivers/gateway/remote/support.ts';
import { atEnd } from '../support/at-end.ts';
import { type NatsNode, startBalancer, startNatsCluster } from '../support/mqtt/nats.ts';
import { sourceOf } from '../support/mqtt/reading.ts';
import { clientConfig, settled, startSession, type TestSession } from '../support/mqtt/session.ts';
import { until } from '../support/until.ts';

const PATIENCE_MS = 60_000;

let nodes: [NatsNode, NatsNode, NatsNode];

beforeAll(async () => {
  nodes = await startNatsCluster();
}, 2 * PATIENCE_MS);

/** A gateway that reads the fleet from a node. */
function readFrom(port: number): { adapter: Adapter; seen: Set<string>; got: number[] } {
  const { source } = sourceOf(clientConfig({ port }));
  const options = { brokers: source, installation: OWN, clock: systemClock, logger: silentLogger };
  const config = { kind: 'mqtt', name: 'Fleet', enabled: true, client: 'lab', prefix: 'fleet/+' } as const;
  const adapter = createRemoteKind(options).create('g1', config);
  const seen = new Set<string>();
  const got: number[] = [];
  adapter.events.on('seen', ({ serial }) => seen.add(serial));
  const note = ({ samples }: { samples: readonly { magnitude: number | null }[] }): void => {
    for (const { magnitude } of samples) if (magnitude !== null) got.push(magnitude);
  };
  adapter.events.on('readings', note);
  adapter.events.on('late', note);
  atEnd(() => adapter.stop('test ended'));
  adapter.start();
  return { adapter, seen, got };
}

function announce({ source }: TestSession, name: string, serial: string): void {
  const kept = (topic: string, payload: string): void =>
    source.push({ topic: `fleet/${name}/${topic}`, payload, qos: 1, retain: true });
  kept('status', 'online');
  kept('about', aboutText(OTHER));
  kept(`${serial}/info`, infoText(serial));
  kept(`${serial}/status`, 'online');
}

test(
  'every reading arrives while nodes of the publisher are killed, restarted and killed again',
  async () => {
    const [first, second, third] = nodes;
    const port = await startBalancer([first, second]);
    const publisher = startSession(clientConfig({ port }), { will: null });
    await publisher.state('online');
    announce(publisher, 'hall', 'E1');
    await settled(publisher, 4);
    const { seen, got, adapter } = readFrom(third.port);
    await until('the device', () => seen.has('E1'), PATIENCE_MS);
    let sent = 0;
    let at = Date.now();
    const send = (count: number): void => {
      for (let index = 0; index < count; index += 1) {
        sent += 1;
        at = Math.max(at + 1, Date.now());
        const payload = measurementText('E1', at, { temperature: sent });
        publisher.source.push({ topic: 'fleet/hall/E1/measurement', payload, qos: 1, retain: false });
      }
    };
    const missing = (): number[] =>
      Array.from({ length: sent }, (_, index) => index + 1).filter((number) => !got.includes(number));
    const all = async (when: string): Promise<void> => {
      await until(`all readings ${when}`, () => new Set(got).size === sent, PATIENCE_MS).catch((cause: unknown) => {
        const queued = publisher.source.taken;
        throw new Error(`Missing ${when}: ${missing().slice(0, 20).join(' ')}; ${queued} not acknowledged`, { cause });
      });
    };
    send(200);
    await all('before the kills');
    send(300);
    await first.kill();
    send(300);
    await all('without the first node');
    await first.start();
    send(300);
    await second.kill();
    send(300);
    await all('without the second node');
    expect([...new Set(got)]).toEqual(Array.from({ length: sent }, (_, index) => index + 1));
    expect(adapter.status.refused).toBe(0);
    await publisher.session.stop([]);
  },
  4 * PATIENCE_MS,
);

test('what NATS cannot take is named by the connection test', async () => {
  const tried = (input: Parameters<typeof clientConfig>[0]): ReturnType<typeof testConnection> =>
    testConnection({ config: clientConfig(input), clientId: 'one', clock: systemClock, logger: silentLogger });
  const { port } = nodes[2];
  expect(await tried({ port })).toMatchObject({ ok: true });
  for (const name of ['hall 2', 'hall.2']) {
    expect((await tried({ port, name })).error).toMatchObject({
      code: 'refused',
      text: `The broker on port ${port} of 127.0.0.1 closes the connection because of the name "${name}".`,
      remedy: expect.stringContaining('NATS does not support spaces and periods'),
    });
  }
  const twice = await tried({ port, advanced: { qos: 2 } });
  expect(twice.notes).toContain('NATS closes the connection on messages with QoS 2. For NATS, select QoS 1.');
  const { error } = await tried({ port, protocol_version: 5 });
  expect(error).toMatchObject({ code: 'protocol-version-refused', remedy: expect.stringContaining('3.1.1') });
});
