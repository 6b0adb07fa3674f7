/** Numbers and times in the user's locale, formatted and parsed. The window imports all formats of numbers from here. */
import {
  decimalSign,
  formatCount,
  formatEntered,
  formatFixed,
  withHyphens,
} from '../../../service/contract/number-format.ts';

export {
  decimalSign,
  formatCount,
  formatEntered,
  formatFixed,
  formatNumberInput,
  formatScientific,
  NO_VALUE,
  plural,
  withHyphens,
} from '../../../service/contract/number-format.ts';

export const DECIMAL = decimalSign();

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** A unit may follow; NaN for anything else. */
export function parseNumberInput(text: string, unit = ''): number {
  const trimmed = text.trim();
  const bare = unit && trimmed.endsWith(unit) ? trimmed.slice(0, -unit.length).trim() : trimmed;
  const normal = withHyphens(bare).replace(DECIMAL, '.');
  return NUMBER.test(normal) ? Number(normal) : Number.NaN;
}

/** `0.3 s`, `14 s`, `3 min`, `2 h`, `5 d`; negative values count as 0. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 9.95) return `${formatFixed(seconds, 1)} s`;
  if (seconds < 99.5) return `${formatFixed(seconds, 0)} s`;
  if (seconds < 90 * 60) return `${formatFixed(Math.floor(seconds / 60), 0)} min`;
  if (seconds < 48 * 3600) return `${formatFixed(Math.floor(seconds / 3600), 0)} h`;
  return `${formatFixed(Math.floor(seconds / 86_400), 0)} d`;
}

/** `500 ms`, `2 s`, `1.5 s`, `60 s` */
export function formatPeriod(ms: number): string {
  if (ms < 1000) return `${formatCount(ms)} ms`;
  return `${formatEntered(ms / 1000)} s`;
}

/** `0.4 ms`, `12 ms`, `1.2 s`; negative if the clocks differ. */
export function formatLatency(ms: number): string {
  if (Math.abs(ms) >= 999.5) return `${formatFixed(ms / 1000, 1)} s`;
  return `${formatFixed(ms, Math.abs(ms) < 9.95 ? 1 : 0)} ms`;
}

/** Always 24 hours, as on the axes. */
const hourCycle = 'h23';

/** Formats the result of `localTime`: a format with a time zone would keep the zone even if the computer changes it. */
function timeFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' });
}

/** The local time as if it were UTC; by `Date`, as in the charts. */
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

/** Time of day, with the date if it is more than a day from `now`. */
export function formatTimestamp(at: number, now = Date.now()): string {
  return (Math.abs(now - at) < DAY_MS ? clock : dayAndClock).format(localTime(at));
}

const minutes = timeFormat({ hour: '2-digit', minute: '2-digit', hourCycle });
const dayAndMinutes = timeFormat({ dateStyle: 'medium', timeStyle: 'short', hourCycle });

/** Time of day to the minute, with the date unless it is that of `now`. */
export function formatMinute(at: number, now = Date.now()): string {
  const isSameDay = Math.floor(localTime(at) / DAY_MS) === Math.floor(localTime(now) / DAY_MS);
  return (isSameDay ? minutes : dayAndMinutes).format(localTime(at));
}

/** To the minute; a common date appears once. */
export function formatTimeRange(from: number, to: number): string {
  return dayAndMinutes.formatRange(localTime(from), localTime(to));
}

/** With the date, to the second. */
export function formatDayAndTime(at: number): string {
  return dayAndClock.format(localTime(at));
}

/** With the date, to the minute. */
export function formatDayAndMinute(at: number): string {
  return dayAndMinutes.format(localTime(at));
}

/** To the millisecond. */
export function formatPreciseTime(at: number): string {
  return preciseClock.format(localTime(at));
}

/** Not in the locale: the value of a datetime-local field: `2026-11-20T15:45:12`, with milliseconds only if they are not 0. */
export function localFieldText(at: number): string {
  const date = new Date(at);
  const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');
  const days = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
  const rest = date.getMilliseconds();
  return `${days}T${time}${rest === 0 ? '' : `.${pad(rest, 3)}`}`;
}

const day = timeFormat({ dateStyle: 'medium' });

/** `20 Nov 2026` */
export function formatDay(at: number): string {
  return day.format(localTime(at));
}

/** `512 B`, `1.2 KiB`, `34 MiB` */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const size = bytes / 1024 ** power;
  return `${formatFixed(size, power > 0 && size < 9.95 ? 1 : 0)} ${units[power]}`;
}
