/** How moments are written on the time axis and at the cursor. Local time, 24 hours. */
import { decimalSign } from '../../../data/format/numbers.ts';
import { MONTH_MS } from './calendar-ticks.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 1440 * MINUTE;

/** Ticks this far apart are years. */
const YEAR = 11 * MONTH_MS;

/** Ticks this far apart are months. */
const MONTH = 0.9 * MONTH_MS;

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');

function clock(date: Date, isToSecond: boolean): string {
  const minutes = `${pad(date.getHours())}:${pad(date.getMinutes())}`;
  return isToSecond ? `${minutes}:${pad(date.getSeconds())}` : minutes;
}

/** @param digits of the fraction of the second, 1 to 3 */
function exactClock(date: Date, digits: number, locale?: string): string {
  return `${clock(date, true)}${decimalSign(locale)}${pad(date.getMilliseconds(), 3).slice(0, digits)}`;
}

function day(date: Date, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(date);
}

/**
 * A moment as the axis names it: `14:41`, `14:41:10`, `14:41:10.5`; the day where one begins, months and years where
 * they are what lies between the ticks.
 * @param step milliseconds between ticks
 */
export function timeLabel(time: number, step: number, locale?: string): string {
  const date = new Date(time);
  if (step >= YEAR) return String(date.getFullYear());
  if (step >= MONTH) return monthLabel(date, locale);
  const isMidnight = date.getHours() + date.getMinutes() + date.getSeconds() + date.getMilliseconds() === 0;
  if (step >= DAY || (step >= MINUTE && isMidnight)) return day(date, locale);
  if (step >= MINUTE) return clock(date, false);
  if (step >= SECOND) return clock(date, true);
  return exactClock(date, step >= 100 ? 1 : step >= 10 ? 2 : 3, locale);
}

function monthLabel(date: Date, locale?: string): string {
  // The year stands where it begins.
  if (date.getMonth() === 0) return String(date.getFullYear());
  return new Intl.DateTimeFormat(locale, { month: 'short' }).format(date);
}

/** Pixels worth less than this are named with the day: one tells it from the picture no more. In milliseconds. */
const DAY_PIXEL = 60 * SECOND;

/** A moment as the cursor names it: as exact as the pixels are. */
export function cursorLabel(time: number, msPerPixel: number, locale?: string): string {
  const date = new Date(time);
  if (msPerPixel >= DAY) return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(date);
  if (msPerPixel >= DAY_PIXEL) return `${day(date, locale)}, ${clock(date, false)}`;
  return msPerPixel < SECOND / 2 ? exactClock(date, 3, locale) : clock(date, true);
}

/** A moment with its day, to the second. */
export function momentLabel(time: number, locale?: string): string {
  const date = new Date(time);
  return `${new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(date)}, ${clock(date, true)}`;
}

/** Stretches shorter than this are named to the millisecond. */
const SHORT = 10 * SECOND;

/**
 * A stretch of time, with the day where it is not today's, the years where it is long, and milliseconds where it is
 * short.
 */
export function stretchLabel(from: number, to: number, now: number, locale?: string): string {
  const [begin, end] = [new Date(from), new Date(to)];
  const isSameDay = begin.toDateString() === end.toDateString();
  const write = (moment: Date): string => (to - from < SHORT ? exactClock(moment, 3, locale) : clock(moment, true));
  const clocks = `${write(begin)} to ${write(end)}`;
  if (isSameDay && begin.toDateString() === new Date(now).toDateString()) return clocks;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  if (isSameDay) return `${date.format(begin)}, ${clocks}`;
  if (to - from > 90 * DAY) return `${date.format(begin)} to ${date.format(end)}`;
  return `${date.format(begin)}, ${clock(begin, false)} to ${date.format(end)}, ${clock(end, false)}`;
}
