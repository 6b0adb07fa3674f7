import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { Alarm, AlarmLogQuery } from '../../../../service/contract/index.ts';
import { AlarmLog } from '../../../../service/history/store/alarm-log.ts';
import { migrate } from '../../../../service/history/store/schema.ts';

const T0 = Date.UTC(2026, 1, 3, 22, 17);

const alarm = (index: number): Alarm => ({
  id: `a${index}`,
  family: 'usb',
  serial: 'E100',
  channel: 'temperature',
  rule: 'r1',
  kind: 'above',
  severity: 'warning',
  message: '',
  limit: 5,
  magnitude: 6,
  peak: 7,
  unit: '°C',
  since: new Date(T0 + index).toISOString(),
  ended: null,
  count: 1,
  flapping: false,
  acknowledged: null,
  acknowledged_by: '',
  acknowledgment_comment: '',
});

test('the log is bounded: the oldest go', () => {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => database.close());
  migrate(database);
  const log = new AlarmLog(database, { maxAlarms: 2500, maxRead: 1e6 });
  const listed = (): Alarm[] => log.list({ from: 0, to: T0 + 1e6, limit: 1e6 }).alarms;
  for (let index = 0; index < 6000; index += 50) {
    log.put(Array.from({ length: 50 }, (_, offset) => alarm(index + offset)));
    expect(listed().length).toBeLessThan(2500 + 1000);
    expect(listed().length).toBeGreaterThanOrEqual(Math.min(index + 50, 2500));
  }
  expect(listed()[0]).toEqual(alarm(5999));
});

test('opens alarms that an older build stored', () => {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => database.close());
  migrate(database);
  const { id, family, serial, channel, rule, kind, limit, magnitude, peak, unit, since, ended, acknowledged } =
    alarm(1);
  const older = { id, family, serial, channel, rule, kind, limit, magnitude, peak, unit, since, ended, acknowledged };
  database
    .prepare('INSERT INTO alarm (id, since, family, serial, data) VALUES (?, ?, ?, ?, ?)')
    .run('a1', T0 + 1, 'usb', 'E100', JSON.stringify(older));
  expect(new AlarmLog(database).list({ from: 0, to: T0 + 2, limit: 1 }).alarms).toEqual([alarm(1)]);
});

test('reads a bounded number of alarms at once, and continues until one matches', () => {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => database.close());
  migrate(database);
  const log = new AlarmLog(database, { maxRead: 1000 });
  const critical = { ...alarm(3), severity: 'critical' as const };
  log.put([alarm(1), critical, ...Array.from({ length: 4500 }, (_, index) => alarm(100 + index))]);
  const query = { from: 0, to: T0 + 1e6, limit: 10, filter: { min_severity: 'critical' } } as const;
  const parts = [log.list(query)];
  for (let next = parts[0]?.next; next; next = parts.at(-1)?.next) parts.push(log.list({ ...query, after: next }));
  expect(parts.map(({ alarms }) => alarms)).toEqual([[], [], [], [], [critical]]);
  expect(log.list({ ...query, filter: { device: 'usb/E100', state: 'active' }, limit: 2 })).toEqual({
    alarms: [alarm(4599), alarm(4598)],
    next: { id: 'a4598', since: alarm(4598).since },
  });
});

test('continues after an alarm, also among several of one millisecond', () => {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => database.close());
  migrate(database);
  const log = new AlarmLog(database);
  log.put(['e', 'd', 'c', 'b', 'a'].map((id) => Object.assign(alarm(id === 'e' ? 1 : 0), { id })));
  const pages: string[][] = [];
  for (let after: AlarmLogQuery['after'] | null = undefined; after !== null; ) {
    const { alarms, next } = log.list({ from: T0, to: T0 + 2, after, limit: 2 });
    pages.push(alarms.map(({ id }) => id));
    after = next;
  }
  expect(pages).toEqual([['e', 'd'], ['c', 'b'], ['a']]);
});

test('finds the alarms of channels that were active in a range, however many newer ones there are', () => {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => database.close());
  migrate(database);
  const log = new AlarmLog(database, { maxRead: 1000 });
  const ended = (of: Alarm, at: number): Alarm => ({ ...of, ended: new Date(T0 + at).toISOString() });
  const active = alarm(0);
  const touching = ended(alarm(1), 50_000);
  const others = [ended(alarm(2), 49_999), { ...alarm(3), channel: 'pressure' }, alarm(60_000)];
  const short = Array.from({ length: 12_000 }, (_, index) => ended(alarm(100 + index), 101 + index));
  log.put([active, touching, ...others, ...short]);
  const query = {
    from: 0,
    to: T0 + 60_000,
    activeFrom: T0 + 50_000,
    channels: [{ family: 'usb', serial: 'E100', channel: 'temperature' }],
    limit: 10,
  } as const;
  const parts = [log.list(query)];
  for (let next = parts[0]?.next; next; next = parts.at(-1)?.next) parts.push(log.list({ ...query, after: next }));
  expect(parts.flatMap(({ alarms }) => alarms)).toEqual([touching, active]);
  expect(parts).toHaveLength(13);
});
