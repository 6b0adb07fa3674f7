/** A long backlog of one remote, over a real broker: the receiver slows down instead of discarding, and others do not. */
import { connectAsync } from 'mqtt';
import { expect, test } from 'vitest';
import { createRemoteKind } from '../../service/drivers/gateway/remote/adapter.ts';
import { MESSAGE_BUDGET } from '../../service/drivers/gateway/remote/limits.ts';
import type { BrokerSource } from '../../service/support/broker-source.ts';
import { type Clock, systemClock } from '../../service/support/clock.ts';
import { silentLogger } from '../../service/support/logger.ts';
import { aboutText, infoText, measurementText, OTHER, OWN, THIRD } from '../service/drivers/gateway/remote/support.ts';
import { atEnd } from '../support/at-end.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { sourceOf } from '../support/mqtt/reading.ts';
import { clientConfig } from '../support/mqtt/session.ts';
import { until } from '../support/until.ts';

/** Late messages: well above what a remote may send at once. */
const BACKLOG = MESSAGE_BUDGET.atOnce + 4000;

/** One reading a second, until an hour ago. */
const END_MS = 3_600_000;

const PATIENCE_MS = 60_000;

/** Timers may be early by this, in milliseconds. */
const TIMER_MS = 2;

/** Measures the pauses that a source is asked for. Until the first, its clock stands still, so that no budget refills. */
class Pauses {
  count = 0;
  /** Messages within a pause. */
  tooSoon = 0;
  #until = 0;
  #stoodMs: number | undefined;
  readonly #begin = systemClock.monotonic();

  readonly clock: Clock = {
    now: () => systemClock.now(),
    monotonic: () => (this.#stoodMs === undefined ? this.#begin : systemClock.monotonic() - this.#stoodMs),
  };

  /** A source whose messages are measured before they are passed on. */
  in(source: BrokerSource): BrokerSource {
    return {
      changed: source.changed,
      subscribe: (...subscribed) => {
        const subscription = source.subscribe(...subscribed);
        subscription?.events.on('message', (message) => {
          if (performance.now() < this.#until - TIMER_MS) this.tooSoon += 1;
          const { slowDown } = message;
          if (!slowDown) return;
          message.slowDown = (ms) => {
            this.#stoodMs ??= systemClock.monotonic() - this.#begin;
            this.count += 1;
            this.#until = performance.now() + Math.min(ms, 1000);
            slowDown(ms);
          };
        });
        return subscription;
      },
    };
  }
}

test('stores every late reading of a backlog, while the values of others stay current', async () => {
  const { port } = await startMosquitto();
  const publisher = await connectAsync(`mqtt://127.0.0.1:${port}`);
  atEnd(() => publisher.endAsync(true));
  const send = (topic: string, payload: string, retain = false): Promise<unknown> =>
    publisher.publishAsync(`fleet/${topic}`, payload, { qos: 1, retain });
  for (const [name, installation, serial] of [
    ['away', OTHER, 'E1'],
    ['near', THIRD, 'E2'],
  ] as const) {
    await send(`${name}/about`, aboutText(installation), true);
    await send(`${name}/status`, 'online', true);
    await send(`${name}/${serial}/info`, infoText(serial), true);
    await send(`${name}/${serial}/status`, 'online', true);
  }
  const { source } = sourceOf(clientConfig({ port }));
  const pauses = new Pauses();
  const options = { brokers: pauses.in(source), installation: OWN, clock: pauses.clock, logger: silentLogger };
  const config = { kind: 'mqtt', name: 'Fleet', enabled: true, client: 'lab', prefix: 'fleet/+' } as const;
  const adapter = createRemoteKind(options).create('g1', config);
  const seen = new Set<string>();
  const late: number[] = [];
  const delays: number[] = [];
  adapter.events.on('seen', ({ serial }) => seen.add(serial));
  adapter.events.on('late', ({ at }) => late.push(at));
  adapter.events.on('readings', ({ serial, at }) => serial === 'E2' && delays.push(Date.now() - at));
  atEnd(() => adapter.stop('test ended'));
  adapter.start();
  await until('both devices', () => seen.size === 2);

  const begin = Date.now() - END_MS - BACKLOG * 1000;
  const sent = Promise.all(
    Array.from({ length: BACKLOG }, (_, index) =>
      send('away/E1/measurement', measurementText('E1', begin + index * 1000, { temperature: index })),
    ),
  );
  let current = 0;
  await until(
    'the whole backlog',
    async () => {
      // Published by the same connection, so that it queues behind as much of the backlog as the broker has.
      current += 1;
      await send('near/E2/measurement', measurementText('E2', Date.now(), { temperature: current }));
      return late.length >= BACKLOG;
    },
    PATIENCE_MS,
  );
  await sent;
  await until('the last current value', () => delays.length === current);
  expect(late).toEqual(Array.from({ length: BACKLOG }, (_, index) => begin + index * 1000));
  expect(adapter.status.refused).toBe(0);
  expect(adapter.status.error).toBeNull();
  expect(pauses.count).toBeGreaterThan(0);
  expect(pauses.tooSoon).toBe(0);
});
