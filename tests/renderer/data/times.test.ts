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
