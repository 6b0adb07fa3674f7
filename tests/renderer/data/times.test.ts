/** Times as they are written, on a computer that travels. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  formatDay,
  formatDayAndMinute,
  formatMinute,
  formatPreciseTime,
  formatTimeRange,
  formatTimestamp,
} from '../../../renderer/data/format/numbers.ts';

const AT = Date.parse('2026-07-20T22:45:12.318Z');
const DAY_MS = 86_400_000;

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Everything that is written of the moment. */
const written = (): string[] => [
  formatTimestamp(AT, AT),
  formatTimestamp(AT, 0),
  formatMinute(AT, AT),
  formatMinute(AT, 0),
  formatDayAndMinute(AT),
  formatPreciseTime(AT),
  formatDay(AT),
  formatTimeRange(AT, AT + 3_600_000),
];

/** The same by formats that are made now. */
function expected(): string[] {
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(undefined, { ...options, hourCycle: 'h23' });
  const minutes = format({ dateStyle: 'medium', timeStyle: 'short' });
  return [
    format({ hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(AT),
    format({ dateStyle: 'medium', timeStyle: 'medium' }).format(AT),
    format({ hour: '2-digit', minute: '2-digit' }).format(AT),
    minutes.format(AT),
    minutes.format(AT),
    format({ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 }).format(AT),
    format({ dateStyle: 'medium' }).format(AT),
    minutes.formatRange(AT, AT + 3_600_000),
  ];
}

test.each(['America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'UTC'])(
  'are of the zone that the computer is in now: %s',
  (zone) => {
    const before = written();
    expect(before).toEqual(expected());
    expect(before[5]).toMatch(/^00:45:12[.,]318$/);
    vi.stubEnv('TZ', zone);
    expect(new Date(AT).getTimezoneOffset()).not.toBe(-120);
    expect(written()).toEqual(expected());
    expect(written()).not.toEqual(before);
  },
);

test('have the date of every other day, at 24 h and less, too', () => {
  const midnight = Date.parse('2026-07-20T22:00:00Z');
  expect(formatMinute(AT, midnight)).toMatch(/^00:45$/);
  expect(formatMinute(midnight + DAY_MS - 1, AT)).toMatch(/^23:59$/);
  for (const [at, now] of [
    [AT + DAY_MS, AT],
    [AT + DAY_MS - 60_000, AT],
    [midnight - 1, midnight],
    [midnight, midnight - 1],
  ] as const)
    expect(formatMinute(at, now)).toBe(formatDayAndMinute(at));
});
