/** Formats numbers and times in the user's locale. The only place that does. */

/** By locale and what tells their options apart: to make one takes longer than to use it. */
const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(kind: string, locale: string | undefined, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${kind} ${locale ?? ''}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** A number with a fixed count of decimals. @param locale a language tag; undefined: the user's own */
export function formatFixed(value: number, decimals: number, locale?: string): string {
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = numberFormat(`fixed ${decimals}`, locale, options);
  // A value that rounds to zero has no sign: "-0.00" would flicker with "0.00".
  return format.format(Number(value.toFixed(decimals)) === 0 ? 0 : value);
}

/** A number in powers of ten: `4.15E12`. @param digits decimals at most @param locale as above */
export function formatScientific(value: number, digits: number, locale?: string): string {
  const options = { notation: 'scientific', maximumFractionDigits: digits } as const;
  return numberFormat(`scientific ${digits}`, locale, options).format(value);
}

/** A number as it was entered, with the digits it has: six decimals, or six digits where these are more. */
export function formatEntered(value: number): string {
  const options = { maximumFractionDigits: 6, maximumSignificantDigits: 6, roundingPriority: 'morePrecision' } as const;
  return numberFormat('entered', undefined, options).format(value);
}

/** The sign before decimals. @param locale as above */
export function decimalSign(locale?: string): string {
  return formatFixed(0.5, 1, locale).charAt(1);
}

/** A count: `1,284,100`. */
export function formatCount(value: number): string {
  return formatFixed(value, 0);
}

/** What stands where there is no value. */
export const NO_VALUE = '–';

/** How long ago, in the shortest form that tells: `0.3 s`, `14 s`, `3 min`, `2 h`, `5 d`. `ms` below 0 counts as 0. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 9.95) return `${formatFixed(seconds, 1)} s`;
  if (seconds < 99.5) return `${formatFixed(seconds, 0)} s`;
  if (seconds < 90 * 60) return `${formatFixed(Math.floor(seconds / 60), 0)} min`;
  if (seconds < 48 * 3600) return `${formatFixed(Math.floor(seconds / 3600), 0)} h`;
  return `${formatFixed(Math.floor(seconds / 86_400), 0)} d`;
}

/** A sampling period: `500 ms`, `2 s`, `1.5 s`, `60 s`. */
export function formatPeriod(ms: number): string {
  if (ms < 1000) return `${formatCount(ms)} ms`;
  return `${formatEntered(ms / 1000)} s`;
}

/** How long an answer took: `0.4 ms`, `12 ms`, `1.2 s`. Below zero where two clocks differ. */
export function formatLatency(ms: number): string {
  if (Math.abs(ms) >= 999.5) return `${formatFixed(ms / 1000, 1)} s`;
  return `${formatFixed(ms, Math.abs(ms) < 9.95 ? 1 : 0)} ms`;
}

/** Twenty-four hours everywhere, as on the charts' axes: a measurement at 02:45 must not need a second look. */
const hourCycle = 'h23';

/**
 * Times as they are written, made of what `localTime` answers. A format of its own zone would keep the one of the moment
 * that it was made: a computer that travels has another one later.
 */
function timeFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' });
}

/** The moment at which UTC has the time of day and the day that this computer has at `at`; by `Date`, as the charts go. */
function localTime(at: number): number {
  return at - new Date(at).getTimezoneOffset() * 60_000;
}

const clock = timeFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle });
const preciseClock = timeFormat({
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle,
});
const dayAndClock = timeFormat({ dateStyle: 'medium', timeStyle: 'medium', hourCycle });

const DAY_MS = 86_400_000;

/** A moment: the time of day, with the date where it is more than a day from `now`. */
export function formatTimestamp(at: number, now = Date.now()): string {
  return (Math.abs(now - at) < DAY_MS ? clock : dayAndClock).format(localTime(at));
}

const minutes = timeFormat({ hour: '2-digit', minute: '2-digit', hourCycle });
const dayAndMinutes = timeFormat({ dateStyle: 'medium', timeStyle: 'short', hourCycle });

/** A moment to the minute, likewise. */
export function formatMinute(at: number, now = Date.now()): string {
  return (Math.abs(now - at) < DAY_MS ? minutes : dayAndMinutes).format(localTime(at));
}

/** From one moment to another, to the minute: what both have in common, as the day, is written once. */
export function formatTimeRange(from: number, to: number): string {
  return dayAndMinutes.formatRange(localTime(from), localTime(to));
}

/** A moment to the second, always with its day. */
export function formatDayAndTime(at: number): string {
  return dayAndClock.format(localTime(at));
}

/** A moment to the minute, always with its day. */
export function formatDayAndMinute(at: number): string {
  return dayAndMinutes.format(localTime(at));
}

/** A moment to the millisecond. */
export function formatPreciseTime(at: number): string {
  return preciseClock.format(localTime(at));
}

const day = timeFormat({ dateStyle: 'medium' });

/** A day: `20 Nov 2026`. */
export function formatDay(at: number): string {
  return day.format(localTime(at));
}

/** A size in the largest unit that leaves something before the point: `512 B`, `1.2 KiB`, `34 MiB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const size = bytes / 1024 ** power;
  return `${formatFixed(size, power > 0 && size < 9.95 ? 1 : 0)} ${units[power]}`;
}
