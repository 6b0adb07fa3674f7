import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RemoteConfig } from '../../../../../service/contract/index.ts';
import { gatewayStatusSchema } from '../../../../../service/contract/index.ts';
import { createRemoteKind } from '../../../../../service/drivers/gateway/remote/adapter.ts';
import type { Adapter } from '../../../../../service/drivers/gateway/types.ts';
import { silentLogger } from '../../../../../service/support/logger.ts';
import { ManualClock } from '../../../devices/support.ts';
import { aboutText, infoText, measurementText, OTHER, OWN, PlayedBrokers, THIRD } from './support.ts';

const CONFIG: RemoteConfig = { kind: 'mqtt', name: 'Fleet', enabled: true, client: 'my-client', prefix: 'fleet/+' };

let clock: ManualClock;
let brokers: PlayedBrokers;
let adapter: Adapter;
let said: string[];

beforeEach(() => {
  vi.useFakeTimers();
  clock = new ManualClock();
  brokers = new PlayedBrokers();
  adapter = createRemoteKind({ brokers, installation: OWN, clock, logger: silentLogger }).create('g1', CONFIG);
  said = [];
  adapter.events.on('seen', ({ serial }) => void said.push(`seen ${serial}`));
  adapter.events.on('lost', ({ serial, reason }) => void said.push(`lost ${serial}: ${reason}`));
  adapter.events.on('readings', ({ serial }) => void said.push(`read ${serial}`));
  adapter.events.on('status', () => void said.push(`status ${adapter.status.state}`));
});

afterEach(async () => {
  await adapter.stop('the test is over');
  const left = vi.getTimerCount();
  vi.useRealTimers();
  if (left > 0) throw new Error(`${left} timers were left behind.`);
});

function words(): string[] {
  return said.splice(0);
}

/** Time passes, for clocks and timers alike. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    clock.advance(Math.min(500, left));
    await vi.advanceTimersByTimeAsync(Math.min(500, left));
  }
}

function kept(name: string, installation: string, ...serials: string[]): [string, string][] {
  return [
    [`fleet/${name}/status`, 'online'],
    [`fleet/${name}/about`, aboutText(installation)],
    ...serials.flatMap((serial): [string, string][] => [
      [`fleet/${name}/${serial}/info`, infoText(serial)],
      [`fleet/${name}/${serial}/status`, 'online'],
    ]),
  ];
}

function started(): void {
  adapter.start();
  brokers.newest.online(kept('a', OTHER, 'E1'));
  words();
}

describe('status', () => {
  test('follows the connection, with its error', async () => {
    expect(adapter.status).toMatchObject({ state: 'idle', error: null });
    adapter.start();
    adapter.start();
    expect(brokers.subscriptions).toHaveLength(1);
    const { client, key, filters, calls } = brokers.newest;
    expect({ client, key, calls }).toEqual({ client: 'my-client', key: 'g1', calls: ['start'] });
    expect(filters).toContain('fleet/+/+/measurement');
    brokers.newest.become('waiting', {
      since: Date.UTC(2026, 10, 20),
      error: { text: 'Nobody is there.', remedy: 'Start the broker.' },
      nextRetry: Date.UTC(2026, 10, 21),
    });
    expect(adapter.status).toEqual({
      state: 'waiting',
      since: '2026-11-20T00:00:00.000Z',
      error: {
        code: 'broker',
        text: 'Nobody is there.',
        remedy: 'Start the broker.',
        timestamp: '2026-11-20T00:00:00.000Z',
      },
      next_retry: '2026-11-21T00:00:00.000Z',
      latency_ms: null,
      received: 0,
      refused: 0,
      unknown_answer: null,
      instruments: 0,
      gateways: [],
      gateway_count: 0,
    });
    expect(words()).toEqual(['status connecting', 'status waiting']);
    adapter.connectNow();
    expect(brokers.newest.calls).toEqual(['start', 'connectNow']);
  });

  test('counts, and is told of once for all that came within a second', async () => {
    adapter.start();
    brokers.newest.online([...kept('a', OTHER, 'E1', 'E2'), ...kept('b', THIRD, 'E3'), ...kept('own', OWN, 'E4')]);
    brokers.newest.say('fleet/c/about', aboutText('MS0000000000'), true);
    brokers.newest.say('fleet/a/E1/measurement', measurementText('E1', clock.now() - 40, { temperature: 1 }));
    brokers.newest.say('fleet/a/E1/measurement', 'nonsense');
    expect(words().filter((word) => word.startsWith('status'))).toEqual(['status connecting', 'status online']);
    await pass(1000);
    expect(words()).toEqual(['status online']);
    await pass(20_000);
    expect(words()).toEqual([]);
    expect(adapter.status).toMatchObject({
      state: 'online',
      latency_ms: 40,
      received: 16,
      refused: 1,
      instruments: 3,
      gateways: [
        { gateway_serial: 'MS0000000000', online: false, instruments: 0 },
        { gateway_serial: OTHER, online: true, instruments: 2 },
        { gateway_serial: THIRD, online: true, instruments: 1 },
      ],
      gateway_count: 3,
    });
    expect(() => gatewayStatusSchema.parse(adapter.status)).not.toThrow();
  });

  test('names what is refused for a minute', async () => {
    started();
    brokers.newest.say('fleet/a/about', 'nonsense', true);
    await pass(1000);
    expect(words()).toEqual(['status online']);
    expect(adapter.status.error).toMatchObject({
      code: 'answer-broken',
      text: 'fleet/a/about is not a JSON object.',
    });
    await pass(58_000);
    expect(words()).toEqual([]);
    await pass(3000);
    expect(adapter.status.error).toBeNull();
    expect(words()).toEqual(['status online']);
  });

  test('counts and names a message that was too large to be read', () => {
    started();
    brokers.newest.events.emit('refused', { topic: 'fleet/a/E1/info', bytes: 300_000 });
    expect(adapter.status).toMatchObject({
      refused: 1,
      error: { code: 'answer-broken', text: 'fleet/a/E1/info has 300000 bytes, more than 65536.' },
    });
  });

  test('lists a hundred gateways and counts them all', () => {
    adapter.start();
    const many = Array.from({ length: 150 }, (_, index) => `MS${`${index}`.padStart(10, '0')}`);
    brokers.newest.online(many.flatMap((id) => kept(id, id)));
    const { gateways, gateway_count } = adapter.status;
    expect(gateways.map(({ gateway_serial }) => gateway_serial)).toEqual(many.slice(0, 100));
    expect(gateway_count).toBe(150);
    expect(() => gatewayStatusSchema.parse(adapter.status)).not.toThrow();
  });
});

describe('when the broker is away', () => {
  test('everything is still there for half a minute, and then lost', async () => {
    started();
    brokers.newest.become('waiting');
    await pass(20_000);
    brokers.newest.become('connecting');
    await pass(9000);
    expect(words().filter((word) => word.startsWith('lost'))).toEqual([]);
    await pass(3000);
    expect(words()).toEqual(['lost E1: broker disconnected', 'status connecting']);
    await pass(60_000);
    expect(words()).toEqual([]);
  });

  test('what the broker says again when it is back goes on; the rest is lost when it has said everything', async () => {
    adapter.start();
    brokers.newest.online([...kept('a', OTHER, 'E1'), ...kept('b', THIRD, 'E2')]);
    await pass(10_000);
    brokers.newest.become('waiting');
    await pass(20_000);
    words();
    brokers.newest.online(kept('a', OTHER, 'E1'));
    await pass(4000);
    expect(words()).toEqual(['status online']);
    await pass(3000);
    expect(words()).toEqual([`lost E2: remote Mensura ${THIRD} is no longer published`, 'status online']);
    await pass(60_000);
    expect(words()).toEqual([]);
  });

  test('a broker that has much to say is given time, a minute at most', async () => {
    adapter.start();
    brokers.newest.online([...kept('a', OTHER, 'E1'), ...kept('b', THIRD, 'E2')]);
    await pass(10_000);
    brokers.newest.online();
    for (let index = 0; index < 13; index += 1) {
      await pass(4000);
      for (const [topic, payload] of kept('a', OTHER, 'E1')) brokers.newest.say(topic, payload, true);
    }
    expect(words().filter((word) => word.startsWith('lost'))).toEqual([]);
    for (let index = 0; index < 3; index += 1) {
      await pass(4000);
      for (const [topic, payload] of kept('a', OTHER, 'E1')) brokers.newest.say(topic, payload, true);
    }
    expect(words().filter((word) => word.startsWith('lost'))).toEqual([
      `lost E2: remote Mensura ${THIRD} is no longer published`,
    ]);
  });

  test('a connection that is lost before the broker has said everything decides nothing', async () => {
    started();
    await pass(10_000);
    brokers.newest.online();
    await pass(3000);
    brokers.newest.become('waiting');
    await pass(10_000);
    brokers.newest.online(kept('a', OTHER, 'E1'));
    await pass(20_000);
    expect(words().filter((word) => !word.startsWith('status'))).toEqual([]);
  });
});

describe('the MQTT client', () => {
  test('that is missing is waited for', async () => {
    brokers.clients.clear();
    adapter.start();
    expect(adapter.status).toMatchObject({
      state: 'failed',
      since: '2026-11-20T14:45:12.318Z',
      error: {
        code: 'client-missing',
        text: 'MQTT client "my-client" does not exist.',
        remedy: 'Select another MQTT client for this gateway, or add the client again.',
      },
    });
    adapter.connectNow();
    brokers.clients.add('my-client');
    brokers.changed.emit('client', 'another');
    await vi.advanceTimersByTimeAsync(0);
    expect(brokers.subscriptions).toHaveLength(0);
    brokers.changed.emit('client', 'my-client');
    await vi.advanceTimersByTimeAsync(0);
    expect(adapter.status).toMatchObject({ state: 'connecting', error: null });
    brokers.newest.online(kept('a', OTHER, 'E1'));
    expect(words()).toContain('seen E1');
  });

  test('that changed connects anew, once the former connection has ended', async () => {
    started();
    const former = brokers.newest;
    const stopping = Promise.withResolvers<void>();
    former.stopping = stopping.promise;
    brokers.changed.emit('client', 'my-client');
    brokers.changed.emit('client', 'my-client');
    await vi.advanceTimersByTimeAsync(0);
    brokers.changed.emit('client', 'my-client');
    former.say('fleet/a/E1/status', 'offline');
    former.become('failed');
    expect(former.calls).toEqual(['start', 'stop']);
    expect(brokers.subscriptions).toHaveLength(1);
    stopping.resolve();
    await vi.advanceTimersByTimeAsync(0);
    // The change that came while the former was being stopped is one of its own.
    expect(brokers.subscriptions).toHaveLength(3);
    expect(brokers.subscriptions[1]?.calls).toEqual(['start', 'stop']);
    expect(said.filter((word) => word.startsWith('lost'))).toEqual([]);
    brokers.newest.online(kept('a', OTHER, 'E1'));
    await pass(10_000);
    expect(said.filter((word) => word.startsWith('lost'))).toEqual([]);
  });

  test('that is now of another broker takes its instruments along', async () => {
    started();
    brokers.changed.emit('client', 'my-client');
    await vi.advanceTimersByTimeAsync(0);
    brokers.newest.online(kept('b', THIRD, 'E2'));
    await pass(10_000);
    expect(words().filter((word) => !word.startsWith('status'))).toEqual([
      'seen E2',
      `lost E1: remote Mensura ${OTHER} is no longer published`,
    ]);
  });

  test('that went takes everything along at once', async () => {
    started();
    brokers.clients.clear();
    brokers.changed.emit('client', 'my-client');
    await vi.advanceTimersByTimeAsync(0);
    expect(words()).toEqual(['lost E1: MQTT client "my-client" was deleted', 'status failed']);
  });

  test('whose connection cannot be ended is told of in the log, and connects anew', async () => {
    started();
    brokers.newest.stopping = Promise.reject(new Error('stuck'));
    brokers.changed.emit('client', 'my-client');
    await vi.advanceTimersByTimeAsync(0);
    expect(brokers.subscriptions).toHaveLength(2);
  });
});

describe('stopping', () => {
  test('loses everything first, ends the connection, and may be done twice', async () => {
    started();
    const lost: string[] = [];
    adapter.events.on('lost', ({ reason }) => void lost.push(`${reason}, ${brokers.newest.calls.join(' ')}`));
    await Promise.all([adapter.stop('the gateway was removed'), adapter.stop('again')]);
    expect(lost).toEqual(['the gateway was removed, start']);
    expect(brokers.newest.calls).toEqual(['start', 'stop']);
    words();
    brokers.newest.say('fleet/a/E1/measurement', measurementText('E1', clock.now(), { temperature: 1 }));
    brokers.changed.emit('client', 'my-client');
    adapter.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(brokers.subscriptions).toHaveLength(1);
    expect(words()).toEqual([]);
    expect(adapter.status).toMatchObject({ state: 'idle', error: null, instruments: 0 });
  });

  test('while a changed client is awaited ends that too', async () => {
    started();
    const stopping = Promise.withResolvers<void>();
    brokers.newest.stopping = stopping.promise;
    brokers.changed.emit('client', 'my-client');
    await vi.advanceTimersByTimeAsync(0);
    const stopped = adapter.stop('the gateway was removed');
    stopping.resolve();
    await stopped;
    expect(brokers.subscriptions).toHaveLength(1);
    expect(brokers.newest.calls).toEqual(['start', 'stop']);
  });

  test('without a start is nothing', async () => {
    await adapter.stop('never begun');
    expect(said).toEqual([]);
  });
});
