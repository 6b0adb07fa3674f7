/** A session whose connection breaks, stalls or died in sleep, beside a real broker and an independent witness. */
import { describe, expect, test } from 'vitest';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { startProxy } from '../support/mqtt/proxy.ts';
import { clientConfig, firstOnes, numbered, numbersAt, settled, startSession, upTo } from '../support/mqtt/session.ts';
import { subscribe } from '../support/mqtt/subscriber.ts';
import { until } from '../support/until.ts';

describe('a connection that breaks', () => {
  /** Cuts the road a few times while messages flow. */
  async function overCuts(qos: 1 | 2, version: 3 | 4 | 5, clean_session: boolean) {
    const broker = await startMosquitto();
    const proxy = await startProxy(broker.port);
    const witness = await subscribe(broker.port, { filter: 'lab/E24638/#' });
    const advanced = { qos };
    const config = clientConfig({ port: proxy.port, protocol_version: version, clean_session, advanced });
    const client = startSession(config, {
      limits: { inFlight: 50, batch: 20, shortConnections: 99 },
    });
    client.source.push(...numbered(4000, { qos }));
    for (const count of [200, 1000, 1800, 2600]) {
      await settled(client, count);
      proxy.cut();
    }
    await settled(client, 4000);
    return { client, witness, broker };
  }

  test.each([4, 5] as const)('QoS 0: goes on after each cut, nothing twice, and in order, MQTT %i', async (version) => {
    const broker = await startMosquitto();
    const proxy = await startProxy(broker.port);
    const witness = await subscribe(broker.port, { filter: 'lab/E24638/#' });
    const advanced = { qos: 0 } as const;
    const config = clientConfig({ port: proxy.port, protocol_version: version, clean_session: true, advanced });
    const client = startSession(config, { limits: { inFlight: 50, batch: 20, shortConnections: 99 } });
    let pushed = 0;
    for (let connection = 0; connection < 5; connection += 1) {
      if (connection > 0) proxy.cut();
      const first = pushed;
      // What is written before the cut is noticed is lost: how much, depends on the computer.
      await until('a message since the cut', () => {
        client.source.push(...numbered(200, { qos: 0 }, pushed));
        pushed += 200;
        return numbersAt(witness).some((number) => number >= first);
      });
    }
    client.source.push(...numbered(1, { qos: 1 }, pushed));
    await witness.wait('the last', ({ payload }) => payload === String(pushed));
    const all = numbersAt(witness);
    expect(all).toEqual(firstOnes(all).toSorted((a, b) => a - b));
  });

  test.each([3, 4, 5] as const)('QoS 1: everything, and again only what was on its way, MQTT %i', async (version) => {
    const { witness, client } = await overCuts(1, version, true);
    await until('all numbers', () => new Set(numbersAt(witness)).size === 4000);
    const all = numbersAt(witness);
    expect(firstOnes(all)).toEqual(upTo(4000));
    expect(all.length - 4000).toBeLessThanOrEqual(50 * client.source.rewinds);
    expect(client.source.rewinds).toBeGreaterThan(0);
  });

  test.each([3, 4, 5] as const)(
    'QoS 2 with a session that is kept: everything, and nothing twice, MQTT %i',
    async (version) => {
      const { witness, client, broker } = await overCuts(2, version, false);
      await until('all numbers', () => new Set(numbersAt(witness)).size === 4000);
      expect(numbersAt(witness)).toEqual(upTo(4000));
      expect(client.source.settled.map(({ message }) => Number(message.payload))).toEqual(upTo(4000));
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
    client.source.push(...numbered(6000, { qos: 2 }));
    await settled(client, 300);
    await proxy.refuse();
    await client.state('waiting');
    const before = client.source.settled.length;
    await broker.kill();
    await broker.start();
    const witness = await subscribe(broker.port, { filter: 'lab/E24638/#' });
    await proxy.accept();
    await settled(client, 6000);
    const rest = upTo(6000).slice(before);
    await witness.wait('the last', ({ payload }) => payload === '5999');
    expect(client.source.taken).toBe(0);
    expect(client.source.settled.slice(before).map(({ message }) => Number(message.payload))).toEqual(rest);
    // Sent anew, and not repeated by the library as well.
    expect(numbersAt(witness)).toEqual(rest);
  });

  test('while it stalls, no more is taken than fits on the way', async () => {
    const { port } = await startMosquitto();
    const proxy = await startProxy(port);
    const witness = await subscribe(port, { filter: 'lab/E24638/#' });
    const client = startSession(clientConfig({ port: proxy.port, advanced: { qos: 0 } }));
    await client.state('online');
    proxy.stall();
    const payload = 'x'.repeat(10_000);
    client.source.push(...numbered(2500, { qos: 0, payload }));
    let taken = 0;
    await until('the flow to stop', async () => {
      const before = taken;
      await new Promise((resolve) => setTimeout(resolve, 200));
      taken = client.source.takes;
      return taken > 0 && taken === before;
    });
    expect(taken).toBeLessThan(2500);
    proxy.resume();
    // 25 MB through the broker and its client: that has taken 20 s on a machine that was busy with other things.
    await witness.waitForCount(2500, 50_000);
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
