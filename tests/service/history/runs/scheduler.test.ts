/** Scheduled runs, in the time of Berlin. */
import { describe, expect, test, vi } from 'vitest';
import { lastScheduled, nextScheduled } from '../../../../service/history/runs/scheduler.ts';
import { berlin } from '../../../support/berlin.ts';
import { fastTime, pass, plan, planRig } from './rig.ts';

const iso = (at: number | undefined): string | undefined => (at === undefined ? at : new Date(at).toISOString());

const NIGHT = { kind: 'schedule' as const, weekdays: ['sun' as const], time: '02:30' };

test.each([
  ['before it on its day', '2026-11-29T01:00:00Z', '2026-11-22T01:30:00.000Z', '2026-11-29T01:30:00.000Z'],
  ['at its time', '2026-11-29T01:30:00Z', '2026-11-29T01:30:00.000Z', '2026-12-06T01:30:00.000Z'],
  ['on another day', '2026-12-02T12:00:00Z', '2026-11-29T01:30:00.000Z', '2026-12-06T01:30:00.000Z'],
  // 2026-03-29 has no 02:30: 03:00 is the first time after it.
  ['when the time is skipped', '2026-03-29T12:00:00Z', '2026-03-29T01:00:00.000Z', '2026-04-05T00:30:00.000Z'],
  // 2026-10-25 has 02:30 twice.
  ['in the first of two', '2026-10-25T00:30:00Z', '2026-10-25T00:30:00.000Z', '2026-11-01T01:30:00.000Z'],
  ['in the second of two', '2026-10-25T01:30:00Z', '2026-10-25T00:30:00.000Z', '2026-11-01T01:30:00.000Z'],
])('finds the scheduled times around %s', (_when, now, last, next) => {
  expect(iso(lastScheduled(NIGHT, Date.parse(now), berlin))).toBe(last);
  expect(iso(nextScheduled(NIGHT, Date.parse(now), berlin))).toBe(next);
});

const DAILY = {
  name: 'Day {n}',
  start: { kind: 'schedule', weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], time: '06:00' },
  stop_after_s: 60,
};

/** 05:00 in Berlin, on a Friday. */
const EARLY = '2026-11-20T04:00:00Z';

const HOUR_MS = 3_600_000;

describe('a schedule', () => {
  test('starts a run at its time, once a day', async () => {
    fastTime(EARLY);
    const { manager, history, names } = await planRig();
    await manager.create(plan(DAILY));
    await pass(HOUR_MS - 1000);
    expect(history.stored.size).toBe(0);
    await pass(2000);
    const [run] = history.stored.values();
    expect(run?.name).toBe('Day 1');
    expect(Date.parse(run?.started ?? '') - Date.parse('2026-11-20T05:00:00Z')).toBeLessThan(1000);
    await pass(23 * HOUR_MS);
    expect(history.stored.size).toBe(1);
    await pass(HOUR_MS);
    expect(names()).toEqual(['Day 1', 'Day 2 active']);
  });

  test('does not start a second run in the repeated hour', async () => {
    fastTime('2026-10-25T00:00:00Z');
    const { manager, history } = await planRig();
    await manager.create(plan({ ...DAILY, start: { ...DAILY.start, time: '02:30' } }));
    await pass(3 * HOUR_MS);
    expect(Array.from(history.stored.values(), ({ started }) => started.slice(0, 16))).toEqual(['2026-10-25T00:30']);
  });

  test('starts a run up to 10 minutes late after sleep, and says that it missed one', async () => {
    fastTime(EARLY);
    const { manager, names, log } = await planRig();
    await manager.create(plan(DAILY));
    vi.setSystemTime('2026-11-20T05:10:00Z');
    manager.wake();
    await pass(0);
    expect(names()).toEqual(['Day 1 active']);
    vi.setSystemTime('2026-11-22T05:10:01Z');
    // The timer is late: nothing reports the sleep.
    await pass(60_000);
    expect(names()).toEqual(['Day 1']);
    const missed = 'missed the start of "Day {n}" at 2026-11-22 06:00';
    expect(log.lines.filter((line) => line.startsWith(missed))).toHaveLength(1);
  });

  test.each([
    ['9 minutes', '2026-11-20T05:09:00Z', ['Day 1 active'], 0],
    ['11 minutes', '2026-11-20T05:11:00Z', [], 1],
  ])('is made up after the service was stopped for %s over its time', async (_time, now, names, missed) => {
    fastTime(EARLY);
    const first = await planRig();
    await first.manager.create(plan(DAILY));
    await first.stop();
    vi.setSystemTime(now);
    const second = await planRig({ dataDir: first.dataDir });
    await pass(0);
    expect(second.names()).toEqual(names);
    await second.stop();
    const third = await planRig({ dataDir: first.dataDir });
    await pass(0);
    expect(third.names()).toEqual([]);
    const lines = [...second.log.lines, ...third.log.lines];
    expect(lines.filter((line) => line.startsWith('missed the start'))).toHaveLength(missed);
  });

  test('does not start a run for a time before it was added, changed or enabled', async () => {
    fastTime('2026-11-20T04:55:00Z');
    const { manager, names } = await planRig();
    const late = await manager.create(plan({ ...DAILY, start: { ...DAILY.start, time: '07:00' } }));
    const disabled = await manager.create(plan({ ...DAILY, enabled: false }));
    await pass(600_000);
    await manager.create(plan(DAILY));
    await manager.update(late.id, plan(DAILY));
    await manager.update(disabled.id, plan(DAILY));
    await pass(60_000);
    expect(names()).toEqual([]);
  });

  test('continues after the clock was far ahead', async () => {
    fastTime('2027-11-20T04:59:59Z');
    const { manager, names } = await planRig();
    await manager.create(plan(DAILY));
    await pass(62_000);
    vi.setSystemTime('2026-11-20T04:59:00Z');
    await pass(90_000);
    expect(names()).toEqual(['Day 1', 'Day 2 active']);
  });
});
