import { niceStep } from './value-range.ts';

const MILLISECOND = 1;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STEPS: readonly number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((count) => count * MILLISECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 3, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 5, 10].map((count) => count * DAY),
];

/** Longer steps follow the calendar, in milliseconds. */
const LONGEST_STEP = 10 * DAY;

export interface TimeTicks {
  /** Milliseconds since 1970, ascending. */
  readonly ticks: readonly number[];
  /** Milliseconds between two ticks; for months and years the mean. */
  readonly step: number;
}

/** Offset of local time from UTC at a time, in milliseconds. */
function localOffset(time: number): number {
  return -new Date(time).getTimezoneOffset() * MINUTE;
}

/**
 * Round local times in a range.
 * @param maxCount approximate number of labels that fit
 * @param offsetAt the time zone
 */
export function timeTicks(from: number, to: number, maxCount: number, offsetAt = localOffset): TimeTicks {
  const least = (to - from) / Math.max(1, maxCount);
  if (least > LONGEST_STEP) return calendarTicks(from, to, least, offsetAt);
  const step = STEPS.find((candidate) => candidate >= least) ?? LONGEST_STEP;
  const start = offsetAt(from);
  const ticks: number[] = [];
  for (let wall = Math.ceil((from + start) / step) * step; wall - start <= to + DAY; wall += step) {
    // A daylight saving change is a whole number of steps up to an hour; longer steps must follow it.
    const time = step <= HOUR ? wall - start : wall - offsetAt(wall - start);
    if (time > to) break;
    if (time >= from && time > (ticks.at(-1) ?? Number.NEGATIVE_INFINITY)) ticks.push(time);
  }
  return { ticks, step };
}

/**
 * Round times since a start: calendar and time zone do not matter.
 * @param from,to milliseconds, negative before the start
 * @param maxCount approximate number of labels that fit
 * @returns milliseconds, ascending
 */
export function elapsedTicks(from: number, to: number, maxCount: number): number[] {
  const least = (to - from) / Math.max(1, maxCount);
  const step = STEPS.find((candidate) => candidate >= least) ?? niceStep(least / DAY) * DAY;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, index) => (first + index) * step);
}

/** Steps, in months. */
const MONTH_STEPS: readonly number[] = [1, 2, 3, 6, ...[1, 2, 5, 10, 20, 50, 100].map((years) => years * 12)];

/** Mean length of a month, in milliseconds; a year has twelve. */
export const MONTH_MS = 30.436_875 * DAY;

/** Ticks of months and years follow the calendar, since their lengths vary. @param least distance in milliseconds */
function calendarTicks(from: number, to: number, least: number, offsetAt: (time: number) => number): TimeTicks {
  const months = MONTH_STEPS.find((count) => count * MONTH_MS >= least) ?? Math.ceil(least / MONTH_MS / 12) * 12;
  const start = new Date(from + offsetAt(from));
  const first = start.getUTCFullYear() * 12 + start.getUTCMonth();
  const ticks: number[] = [];
  for (let month = Math.floor(first / months) * months; ; month += months) {
    const wall = Date.UTC(Math.floor(month / 12), month % 12);
    const time = wall - offsetAt(wall - offsetAt(wall));
    if (time > to || Number.isNaN(time)) break;
    if (time >= from) ticks.push(time);
  }
  return { ticks, step: months * MONTH_MS };
}
