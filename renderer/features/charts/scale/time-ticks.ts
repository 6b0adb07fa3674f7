import { calendarTicks } from './calendar-ticks.ts';

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

/** Wider steps follow the calendar. In milliseconds. */
const LONGEST_STEP = 10 * DAY;

export interface TimeTicks {
  /** Milliseconds since 1970, ascending. */
  readonly ticks: readonly number[];
  /** Milliseconds from one to the next; of months and years, about so many. */
  readonly step: number;
}

/** Milliseconds that local time is ahead of UTC at this moment. */
function localOffset(time: number): number {
  return -new Date(time).getTimezoneOffset() * MINUTE;
}

/**
 * Round moments of local time between two moments.
 * @param maxCount about how many labels there is room for
 * @param offsetAt the time zone
 */
export function timeTicks(from: number, to: number, maxCount: number, offsetAt = localOffset): TimeTicks {
  const least = (to - from) / Math.max(1, maxCount);
  if (least > LONGEST_STEP) return calendarTicks(from, to, least, offsetAt);
  const step = STEPS.find((candidate) => candidate >= least) ?? LONGEST_STEP;
  const start = offsetAt(from);
  const ticks: number[] = [];
  for (let wall = Math.ceil((from + start) / step) * step; wall - start <= to + DAY; wall += step) {
    // Up to an hour, a change to summer time moves the clock by whole steps; longer steps have to follow it.
    const time = step <= HOUR ? wall - start : wall - offsetAt(wall - start);
    if (time > to) break;
    if (time >= from && time > (ticks.at(-1) ?? Number.NEGATIVE_INFINITY)) ticks.push(time);
  }
  return { ticks, step };
}
