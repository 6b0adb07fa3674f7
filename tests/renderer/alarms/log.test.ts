import { describe, expect, test, vi } from 'vitest';
import { LogReader, NO_PAGES, PAGE, refreshed, withOlder } from '../../../renderer/data/alarms/log-reader.ts';
import type { alarmLog } from '../../../renderer/data/alarms/requests.ts';
import { RequestError } from '../../../renderer/data/requests.ts';
import type { Alarm, AlarmFilter } from '../../../service/contract/index.ts';
import { alarmOf } from '../../support/views/alarms.ts';

/** A bound for busy machines, not an expectation. */
const PATIENCE = { timeout: 20_000 };

/** One that was raised, ended and acknowledged so many minutes before a fixed moment. */
function over(minutes: number): Alarm {
  const moment = new Date(Date.UTC(2026, 10, 20, 12) - minutes * 60_000).toISOString();
  return alarmOf({ id: `a${minutes}`, since: moment, ended: moment, acknowledged: moment });
}

/** So many that are over, the newest first. */
const past = (from: number, count: number): Alarm[] => Array.from({ length: count }, (_, index) => over(from + index));

describe('the pages of the alarm history', () => {
  test('append an older page without the alarms that are already loaded', () => {
    const first = withOlder(NO_PAGES, past(0, PAGE));
    expect(first.hasMore).toBe(true);
    const second = withOlder(first, past(PAGE - 1, PAGE));
    expect(second.alarms).toEqual(past(0, 2 * PAGE - 1));
    expect(second.hasMore).toBe(true);
    expect(withOlder(second, past(2 * PAGE - 2, 3)).hasMore).toBe(false);
    expect(withOlder(second, past(PAGE, PAGE - 1)).hasMore).toBe(false);
  });

  test('keep older pages when the newest one is refreshed', () => {
    const known = { alarms: past(10, 120), hasMore: true };
    expect(refreshed(known, past(5, PAGE))).toEqual({ alarms: past(5, 125), hasMore: true });
    // One that left the list without an acknowledgment, since its rule raised the next one.
    const left = { ...over(100), acknowledged: null };
    const others = { alarms: known.alarms.map((alarm) => (alarm.id === left.id ? left : alarm)), hasMore: true };
    expect(refreshed(others, past(5, PAGE)).alarms).toHaveLength(125);
  });

  test('discard older pages after a gap, or if their alarms can still change', () => {
    const known = { alarms: past(100, 60), hasMore: false };
    expect(refreshed(known, past(0, PAGE))).toEqual({ alarms: past(0, PAGE), hasMore: true });
    const active = { alarms: [...past(0, 60), alarmOf({ id: 'active' })], hasMore: false };
    expect(refreshed(active, past(0, PAGE)).alarms).toEqual(past(0, PAGE));
  });

  test('hold at most 2,000 alarms', () => {
    expect(withOlder({ alarms: past(0, 1990), hasMore: true }, past(1990, PAGE)).hasMore).toBe(false);
  });
});

describe('LogReader', () => {
  test('loads page after page, and reports a failure', async () => {
    const all = past(0, 70);
    const ask = vi.fn<typeof alarmLog>(async ({ limit, to }) => ({
      alarms: all.filter(({ since }) => to === undefined || since < to).slice(0, limit),
    }));
    const reader = new LogReader(ask, {});
    reader.refresh();
    await vi.waitFor(() => expect(reader.reading.get().alarms).toHaveLength(PAGE), PATIENCE);
    reader.loadMore();
    await vi.waitFor(
      () => expect(reader.reading.get()).toMatchObject({ alarms: all, hasMore: false, isLoading: false }),
      PATIENCE,
    );
    ask.mockRejectedValueOnce(new RequestError('The disk is full.'));
    reader.refresh();
    await vi.waitFor(
      () => expect(reader.reading.get()).toMatchObject({ alarms: all, failure: 'The disk is full.' }),
      PATIENCE,
    );
  });

  test('ignores the response to an outdated request', async () => {
    const answers: ((alarms: Alarm[]) => void)[] = [];
    const reader = new LogReader(() => new Promise((resolve) => answers.push((alarms) => resolve({ alarms }))), {});
    reader.refresh();
    reader.refresh();
    answers[1]?.([over(1)]);
    await vi.waitFor(() => expect(reader.reading.get().isLoading).toBe(false), PATIENCE);
    answers[0]?.([over(2)]);
    await Promise.resolve();
    expect(reader.reading.get().alarms.map(({ id }) => id)).toEqual(['a1']);
    reader.stop();
  });
  test('finishes loading older alarms before a refresh', async () => {
    const answers: ((alarms: Alarm[]) => void)[] = [];
    const reader = new LogReader(() => new Promise((resolve) => answers.push((alarms) => resolve({ alarms }))), {});
    reader.refresh();
    answers[0]?.(past(0, PAGE));
    await vi.waitFor(() => expect(reader.reading.get().alarms).toHaveLength(PAGE), PATIENCE);
    reader.loadMore();
    reader.refresh();
    answers[1]?.(past(PAGE - 1, 5));
    await vi.waitFor(() => expect(reader.reading.get().alarms).toHaveLength(PAGE + 4), PATIENCE);
    await vi.waitFor(() => expect(answers).toHaveLength(3), PATIENCE);
    answers[2]?.(past(-1, PAGE));
    await vi.waitFor(
      () => expect(reader.reading.get()).toMatchObject({ alarms: past(-1, PAGE + 5), isLoading: false }),
      PATIENCE,
    );
  });

  test('replaces all pages by those of another filter, whatever comes in between', async () => {
    const asked: { filter: AlarmFilter; to: string | undefined; answer: (alarms: Alarm[]) => void }[] = [];
    const reader = new LogReader(
      ({ filter, to }) => new Promise((resolve) => asked.push({ filter, to, answer: (alarms) => resolve({ alarms }) })),
      {},
    );
    reader.refresh();
    asked[0]?.answer(past(0, PAGE));
    await vi.waitFor(() => expect(reader.reading.get().alarms).toHaveLength(PAGE), PATIENCE);
    reader.loadMore();
    const filter = { state: 'acknowledged' } as const;
    reader.show(filter);
    // Neither an older page nor a refresh mixes the alarms of two filters.
    reader.loadMore();
    asked[1]?.answer(past(PAGE, PAGE));
    reader.refresh();
    expect(reader.reading.get()).toMatchObject({ alarms: past(0, PAGE), filter: {}, isLoading: true });
    await vi.waitFor(() => expect(asked).toHaveLength(4), PATIENCE);
    for (const { answer, filter: given } of asked.slice(2)) answer(given === filter ? [over(7)] : past(0, PAGE));
    await vi.waitFor(
      () => expect(reader.reading.get()).toMatchObject({ alarms: [over(7)], filter, hasMore: false }),
      PATIENCE,
    );
    expect(asked.slice(2).map(({ to }) => to)).not.toContainEqual(expect.any(String));
    reader.stop();
  });
});
