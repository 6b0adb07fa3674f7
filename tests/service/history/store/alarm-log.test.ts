import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { Alarm } from '../../../../service/contract/index.ts';
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
  const log = new AlarmLog(database, 2500);
  const listed = (): Alarm[] => log.list(0, T0 + 1e6, 1e6);
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
  expect(new AlarmLog(database).list(0, T0 + 2, 1)).toEqual([alarm(1)]);
});
