import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type GatewayTestResult,
  gatewayTestResultSchema,
  type RemoteConfig,
} from '../../../../../service/contract/index.ts';
import { createRemoteKind } from '../../../../../service/drivers/gateway/remote/adapter.ts';
import { silentLogger } from '../../../../../service/support/logger.ts';
import { ManualClock } from '../../../devices/support.ts';
import { aboutText, infoText, OTHER, OWN, PlayedBrokers, THIRD } from './support.ts';

const CONFIG: RemoteConfig = { kind: 'mqtt', name: 'Fleet', enabled: true, client: 'my-client', prefix: 'fleet/+' };

let clock: ManualClock;
let brokers: PlayedBrokers;
let ending: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  clock = new ManualClock();
  brokers = new PlayedBrokers();
  ending = new AbortController();
});

afterEach(() => {
  const left = vi.getTimerCount();
  vi.useRealTimers();
  if (left > 0) throw new Error(`${left} timers were left behind.`);
});

/** Begins a trial, lets the test play the broker, and waits for the verdict. */
async function tried(play: () => void | Promise<void>): Promise<GatewayTestResult> {
  const kind = createRemoteKind({ brokers, installation: OWN, clock, logger: silentLogger });
  const over = Promise.withResolvers<GatewayTestResult>();
  const state = { isOver: false };
  kind
    .test(CONFIG, ending.signal)
    .then(over.resolve, over.reject)
    .finally(() => (state.isOver = true));
  await play();
  while (!state.isOver) await pass(100);
  const verdict = await over.promise;
  for (const { calls } of brokers.subscriptions) expect(calls).toEqual(['start', 'stop']);
  expect(() => gatewayTestResultSchema.parse(verdict)).not.toThrow();
  return verdict;
}

async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await vi.advanceTimersByTimeAsync(ms);
}

function remote(name: string, installation: string, ...serials: string[]): [string, string][] {
  return [
    [`fleet/${name}/status`, 'online'],
    [`fleet/${name}/about`, aboutText(installation)],
    ...serials.flatMap((serial): [string, string][] => [
      [`fleet/${name}/${serial}/info`, infoText(serial)],
      [`fleet/${name}/${serial}/status`, 'online'],
    ]),
  ];
}

test('counts who is there, and is done when the broker has said what it keeps', async () => {
  const verdict = await tried(() =>
    brokers.newest.online([...remote('a', OTHER, 'E2', 'E1'), ...remote('b', THIRD, 'E3')]),
  );
  expect(verdict).toEqual({
    ok: true,
    text: 'Connected to the broker. Found 2 remote Mensura installations with 3 devices.',
    error: null,
    duration_ms: expect.any(Number),
    notes: [],
    unknown_answer: null,
    instruments: ['E1', 'E2', 'E3'],
  });
  expect(verdict.duration_ms).toBeLessThan(2000);
});

test('one of each, one that is away, this one, and nonsense', async () => {
  const verdict = await tried(() =>
    brokers.newest.online([
      ...remote('a', OTHER, 'E1'),
      ...remote('b', THIRD, 'E2').slice(1),
      ...remote('own', OWN, 'E3'),
      ['fleet/c/about', 'nonsense'],
    ]),
  );
  expect(verdict).toMatchObject({
    ok: true,
    text: 'Connected to the broker. Found 1 remote Mensura with 1 device.',
    notes: [
      '1 remote Mensura disconnected.',
      'This Mensura also publishes there and ignores its own messages.',
      'fleet/c/about is not a JSON object.',
    ],
    instruments: ['E1'],
  });
});

test('nobody publishes: it works, and says so after five seconds', async () => {
  const verdict = await tried(() => brokers.newest.online());
  expect(verdict).toMatchObject({
    ok: true,
    text: 'Connected to the broker. Found 0 remote Mensura installations with 0 devices.',
    notes: ['No messages under "fleet/+" yet.'],
  });
  expect(verdict.duration_ms).toBeGreaterThanOrEqual(5000);
  expect(verdict.duration_ms).toBeLessThan(5500);
});

test('a broker that goes on and on is heard for five seconds', async () => {
  const verdict = await tried(async () => {
    brokers.newest.online(remote('a', OTHER, 'E1'));
    for (let index = 0; index < 7; index += 1) {
      await pass(1000);
      brokers.newest.say('fleet/a/status', 'online', true);
    }
  });
  expect(verdict.ok).toBe(true);
  expect(verdict.duration_ms).toBeLessThan(5500);
});

test('a broker that is not reached', async () => {
  const error = { text: 'The port is closed.', remedy: 'Start the broker.' };
  const verdict = await tried(() => brokers.newest.become('waiting', { error }));
  expect(verdict).toMatchObject({
    ok: false,
    text: 'The port is closed.',
    error: { code: 'broker', ...error },
    notes: [],
    instruments: [],
  });
  expect(verdict.duration_ms).toBeLessThan(1000);
});

test('a broker that says nothing', async () => {
  const verdict = await tried(() => {});
  expect(verdict).toMatchObject({
    ok: false,
    text: 'The broker did not acknowledge the subscription within 10 s.',
    error: { code: 'broker', remedy: 'Check that the account is permitted to subscribe.' },
  });
  expect(verdict.duration_ms).toBeLessThan(15_000);
});

test('an MQTT client that there is not', async () => {
  brokers.clients.clear();
  expect(await tried(() => {})).toMatchObject({
    ok: false,
    text: 'MQTT client "my-client" does not exist.',
    error: { code: 'client-missing' },
  });
});

test('can be ended', async () => {
  const verdict = await tried(async () => {
    await pass(1000);
    ending.abort();
  });
  expect(verdict).toMatchObject({ ok: false, text: 'The test was canceled.', error: null });
  expect(verdict.duration_ms).toBeLessThan(1500);
});

test('has a connection of its own each time', async () => {
  await tried(() => brokers.newest.online(remote('a', OTHER)));
  await tried(() => brokers.newest.online(remote('a', OTHER)));
  const keys = brokers.subscriptions.map(({ key }) => key);
  expect(new Set(keys).size).toBe(2);
});
