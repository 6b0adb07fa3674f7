/** Labels of the time axis and the cursor, in local time with 24 hours. */

import { MONTH_MS, timeTicks } from '../../../../service/contract/time-ticks.ts';
import type { Tick } from '../../../../service/contract/value-ticks.ts';
import { decimalSign } from '../../../data/format/numbers.ts';
import type { View } from '../view/view.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 1440 * MINUTE;

/** Ticks at least this far apart are years. */
const YEAR = 11 * MONTH_MS;

/** Ticks at least this far apart are months. */
const MONTH = 0.9 * MONTH_MS;

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');

function clock(date: Date, isToSecond: boolean): string {
  const minutes = `${pad(date.getHours())}:${pad(date.getMinutes())}`;
  return isToSecond ? `${minutes}:${pad(date.getSeconds())}` : minutes;
}

/** @param digits of the fraction of a second, 1 to 3 */
function exactClock(date: Date, digits: number, locale?: string): string {
  return `${clock(date, true)}${decimalSign(locale)}${pad(date.getMilliseconds(), 3).slice(0, digits)}`;
}

function day(date: Date, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(date);
}

/**
 * Label of a tick: `14:41`, `14:41:10`, `14:41:10.5`; the date at midnight; months and years for such steps.
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
  // January shows the year.
  if (date.getMonth() === 0) return String(date.getFullYear());
  return new Intl.DateTimeFormat(locale, { month: 'short' }).format(date);
}

/** From this many milliseconds for each pixel on, the cursor's label includes the date. */
const DAY_PIXEL = 60 * SECOND;

/** Label of the cursor, as exact as a pixel. */
export function cursorLabel(time: number, msPerPixel: number, locale?: string): string {
  const date = new Date(time);
  if (msPerPixel >= DAY) return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(date);
  if (msPerPixel >= DAY_PIXEL) return `${day(date, locale)}, ${clock(date, false)}`;
  return msPerPixel < SECOND / 2 ? exactClock(date, 3, locale) : clock(date, true);
}

/** Label of a reading's own time, at least to the second. */
export function readingLabel(time: number, msPerPixel: number, locale?: string): string {
  const date = new Date(time);
  const label = msPerPixel < SECOND / 2 ? exactClock(date, 3, locale) : clock(date, true);
  return msPerPixel >= DAY_PIXEL ? `${day(date, locale)}, ${label}` : label;
}

/** Label of a bucket of readings: `14:05 to 14:06`, `20 Nov, 14:00 to 15:00`, `20 Nov to 21 Nov`. */
export function bucketLabel(from: number, to: number, msPerPixel: number, locale?: string): string {
  const [start, end] = [new Date(from), new Date(to)];
  if (to - from >= DAY) return `${day(start, locale)} to ${day(end, locale)}`;
  const isWhole = (ms: number): boolean => from % ms === 0 && to % ms === 0;
  const write = (date: Date): string => (isWhole(SECOND) ? clock(date, !isWhole(MINUTE)) : exactClock(date, 3, locale));
  const range = `${write(start)} to ${write(end)}`;
  return msPerPixel >= DAY_PIXEL ? `${day(start, locale)}, ${range}` : range;
}

/** Date and time, to the second. */
export function timestampLabel(time: number, locale?: string): string {
  const date = new Date(time);
  return `${new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(date)}, ${clock(date, true)}`;
}

/** The local time zone at a time: `UTC+1`. */
export function timeZoneLabel(time: number): string {
  const minutes = -new Date(time).getTimezoneOffset();
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  if (minutes === 0) return 'UTC';
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${pad(rest)}`}`;
}

/** Shorter ranges are written to the millisecond. */
const SHORT = 10 * SECOND;

/** A range, with the date unless it is today, without times if it is long, with milliseconds if it is short. */
export function rangeLabel(from: number, to: number, now: number, locale?: string): string {
  const [start, end] = [new Date(from), new Date(to)];
  const isSameDay = start.toDateString() === end.toDateString();
  const write = (date: Date): string => (to - from < SHORT ? exactClock(date, 3, locale) : clock(date, true));
  const clocks = `${write(start)} to ${write(end)}`;
  if (isSameDay && start.toDateString() === new Date(now).toDateString()) return clocks;
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  if (isSameDay) return `${date.format(start)}, ${clocks}`;
  if (to - from > 90 * DAY) return `${date.format(start)} to ${date.format(end)}`;
  return `${date.format(start)}, ${clock(start, false)} to ${date.format(end)}, ${clock(end, false)}`;
}

/** Width of one label of the time axis, in CSS pixels. */
const TIME_LABEL_SPACE = 96;

/** A label closer to the cursor's label than this would overlap it, in CSS pixels. */
export const POINTER_SPACE = 66;

/** A label closer to the right edge than this would be cut, in CSS pixels. */
const TIME_LABEL_MARGIN = 12;

/**
 * The ticks of the time axis.
 * @param width of the plot in CSS pixels
 * @param pointer position of the cursor's label, if any; likewise
 * @param space that a tick's label needs from it; likewise
 */
export function axisTicks(view: View, width: number, pointer?: number, space = POINTER_SPACE): Tick[] {
  const { ticks, step } = timeTicks(view.from, view.to, width / TIME_LABEL_SPACE);
  const length = view.to - view.from;
  const last = 1 - TIME_LABEL_MARGIN / width;
  return ticks
    .map((time) => ({ at: (time - view.from) / length, label: timeLabel(time, step) }))
    .filter(({ at }) => at <= last && Math.abs(at * width - (pointer ?? Number.NEGATIVE_INFINITY)) >= space);
}
