import { describe, expect, test } from 'vitest';
import { formatDays, formatDayTimes } from '../../../renderer/data/format/weekdays.ts';
import { WEEKDAYS } from '../../../service/contract/index.ts';

describe('days', () => {
  test('are named, with a row of three or more as a range', () => {
    expect(formatDays(WEEKDAYS)).toBe('every day');
    expect(formatDays(['fri', 'mon', 'tue', 'wed', 'thu'])).toBe('Mondays to Fridays');
    expect(formatDays(['sat', 'sun'])).toBe('Saturdays and Sundays');
    expect(formatDays(['mon', 'wed', 'fri'])).toBe('Mondays, Wednesdays and Fridays');
    expect(formatDays(['mon', 'sat', 'sun'])).toBe('Mondays, Saturdays and Sundays');
    expect(formatDays(['thu'])).toBe('Thursdays');
  });

  test('have times that may end on the next day', () => {
    expect(formatDayTimes(['mon'], '08:00', '18:00')).toBe('Mondays, 08:00 to 18:00');
    expect(formatDayTimes(['mon'], '22:00', '06:00')).toBe('Mondays, 22:00 to 06:00 on the next day');
    expect(formatDayTimes(['mon'], '08:00', '08:00')).toBe('Mondays, 08:00 to 08:00 on the next day');
  });
});
