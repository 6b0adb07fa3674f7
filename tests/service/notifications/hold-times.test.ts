/** Quiet hours, the daily message and limits, in the computer's zone. */
import { expect, test } from 'vitest';
import { DeliveryLimit, dailyDate, nextDaily, quietEnd } from '../../../service/notifications/hold-times.ts';

/** A local time. 2026-11-27 is a Friday. */
const at = (day: number, hours: number, minutes = 0): number => new Date(2026, 10, day, hours, minutes).getTime();

const NIGHTS = { quiet_days: ['fri' as const, 'sat' as const], quiet_from: '22:00', quiet_to: '06:30' };

test.each([
  ['before they begin', at(27, 21, 59), undefined],
  ['when they begin', at(27, 22), at(28, 6, 30)],
  ['after midnight', at(28, 3), at(28, 6, 30)],
  ['when they end', at(28, 6, 30), undefined],
  ['in the night of the second day', at(29, 5), at(29, 6, 30)],
  ['in a night that begins on another day', at(29, 23), undefined],
])('quiet hours over midnight: %s', (_when, now, end) => {
  expect(quietEnd(NIGHTS, now)).toBe(end);
});

test('quiet hours within a day', () => {
  const noon = { quiet_days: ['fri' as const], quiet_from: '12:00', quiet_to: '13:00' };
  expect(quietEnd(noon, at(27, 12, 30))).toBe(at(27, 13));
  expect(quietEnd(noon, at(27, 13))).toBeUndefined();
  expect(quietEnd({ ...noon, quiet_days: [] }, at(27, 12, 30))).toBeUndefined();
});

test('the daily message is due from its time on, and next tomorrow', () => {
  expect(dailyDate({ daily_at: '08:00' }, at(27, 7, 59))).toBeUndefined();
  expect(dailyDate({ daily_at: '08:00' }, at(27, 8))).toBe('2026-11-27');
  expect(dailyDate({ daily_at: '' }, at(27, 8))).toBeUndefined();
  expect(nextDaily({ daily_at: '08:00' }, at(27, 7))).toBe(at(27, 8));
  expect(nextDaily({ daily_at: '08:00' }, at(27, 8))).toBe(at(28, 8));
});

test('the limits permit so many messages in a minute and in an hour', () => {
  const limit = new DeliveryLimit({ max_per_minute: 2, max_per_hour: 3 });
  expect(limit.waitMs(0)).toBe(0);
  limit.delivered(0);
  limit.delivered(10_000);
  expect(limit.waitMs(20_000)).toBe(40_000);
  expect(limit.waitMs(60_000)).toBe(0);
  limit.delivered(60_000);
  expect(limit.waitMs(70_000)).toBe(3_530_000);
  expect(limit.waitMs(3_600_000)).toBe(0);
});
