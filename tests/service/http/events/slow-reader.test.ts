/** A reader that does not read: nothing piles up, nothing old passes for new, and everyone else goes on. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type AppDevice,
  type AppStatus,
  type ReadingsEvent,
  readingsEventSchema,
} from '../../../../service/contract/index.ts';
import { type EventClient, openEvents } from '../support/event-client.ts';
import { type Host, startHost } from '../support/host.ts';
import { PATIENCE } from '../support/patience.ts';

let host: Host;

beforeEach(async () => {
  host = await startHost({ limits: { slowReaderBytes: 64 * 1024, bufferedEvents: 10 } });
});
afterEach(() => host.stop());

async function status(): Promise<AppStatus> {
  return (await (await fetch(`${host.url}/app/v1/status`)).json()) as AppStatus;
}

/** Most readings that are sent until the buffers of the system are full: they hold some megabytes. */
const PLENTY = 400_000;

/** Measures until the service coalesces; the last temperature measured. */
async function flood(from: number): Promise<number> {
  for (let temperature = from; temperature < from + PLENTY; temperature += 1) {
    host.clock.advance(1);
    host.measure('E1', temperature);
    // Sockets are written to between bursts alone: one that is longer than the limit would make anyone slow.
    if (temperature % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
    if (temperature % 1000 === 0 && (await status()).coalesced_total > 0) return temperature;
  }
  throw new Error('The buffers took everything.');
}

function readingsOf({ events }: EventClient): ReadingsEvent[] {
  return events.filter(({ event }) => event === 'readings').map(({ data }) => readingsEventSchema.parse(data));
}

function temperatures(client: EventClient): (number | null | undefined)[] {
  return readingsOf(client).flatMap(({ values }) => (values['temperature'] ? [values['temperature'].magnitude] : []));
}

function latest({ events }: EventClient): number | null | undefined {
  const data = events.findLast(({ event }) => event === 'readings')?.data as ReadingsEvent | undefined;
  return data?.values['temperature']?.magnitude;
}

describe('a slow reader', () => {
  test('receives the latest value once it reads again, then every value', async () => {
    host.attach('E1', 0);
    const slow = await openEvents(host.port);
    await slow.untilCount(1);
    const before = host.registry.readingsTotal;
    slow.pause();
    let last = await flood(1);
    for (let more = 0; more < 100; more += 1) host.measure('E1', (last += 1));
    slow.resume();
    await slow.until(() => latest(slow) === last);
    // Those that had been sent came all, in order; of those that waited only the newest.
    const seen = temperatures(slow);
    expect(seen.length).toBeLessThan(last);
    const { coalesced_total: leftOut, readings_total: entered } = await status();
    const told = readingsOf(slow).reduce((sum, { values }) => sum + Object.keys(values).length, 0);
    expect(told + leftOut).toBe(entered - before);
    expect(seen).toEqual(seen.toSorted((a, b) => Number(a) - Number(b)));
    host.measure('E1', 0.5);
    await slow.until(() => latest(slow) === 0.5);
    slow.close();
  });

  test('does not slow another down', async () => {
    host.attach('E1', 0);
    const [slow, quick] = await Promise.all([openEvents(host.port), openEvents(host.port)]);
    await Promise.all([slow.untilCount(1), quick.untilCount(1)]);
    slow.pause();
    const last = await flood(1);
    await quick.until(() => latest(quick) === last);
    expect(temperatures(quick)).toHaveLength(last);
    slow.close();
    quick.close();
  });

  test('receives every change of state, in order', async () => {
    host.attach('E1', 0);
    const slow = await openEvents(host.port);
    await slow.untilCount(1);
    slow.pause();
    await flood(1);
    const problem = { code: 'port-busy', subject: 'COM3', text: 'Held.', remedy: '' } as const;
    host.registry.raise(problem);
    host.driver.events.emit('detached', { family: 'usb', serial: 'E1', reason: 'unplugged' });
    host.attach('E2', 7);
    slow.resume();
    await slow.until(() =>
      slow.events.some(
        ({ what, value }) =>
          what === 'device' && (value as AppDevice).serial === 'E2' && (value as AppDevice).state === 'measuring',
      ),
    );
    const went = slow.events.findIndex(({ what }) => what === 'device gone');
    expect(slow.events.some(({ what }) => what === 'problem')).toBe(true);
    const after = slow.events.slice(went).filter(({ event }) => event === 'readings');
    expect(after.map(({ data }) => (data as ReadingsEvent).serial)).toEqual(['E2']);
    slow.close();
  });

  test('can resume, since its ID never exceeds the sent events', async () => {
    host.attach('E1', 0);
    const slow = await openEvents(host.port);
    await slow.untilCount(1);
    slow.pause();
    const last = await flood(1);
    slow.resume();
    await slow.until(() => latest(slow) === last);
    host.measure('E1', 0.5);
    await slow.until(() => latest(slow) === 0.5);
    slow.close();
    host.measure('E1', 0.75);
    const again = await openEvents(host.port, { 'Last-Event-ID': slow.lastId });
    await again.untilCount(1);
    expect(temperatures(again)).toEqual([0.75]);
    again.close();
  });

  test('is disconnected if it does not read', async () => {
    await host.stop();
    host = await startHost({ limits: { slowReaderBytes: 64 * 1024, heartbeatMs: 20, stalledReaderMs: 60_000 } });
    host.attach('E1', 0);
    const slow = await openEvents(host.port);
    await slow.untilCount(1);
    slow.pause();
    await flood(1);
    expect((await status()).streams).toBe(1);
    host.clock.advance(60_001);
    await expect.poll(async () => (await status()).streams, PATIENCE).toBe(0);
    slow.close();
  });
});
