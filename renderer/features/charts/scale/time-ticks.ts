const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STEPS: readonly number[] = [
  100,
  200,
  500,
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 3, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 5, 10].map((count) => count * DAY),
];

export interface TimeTicks {
  /** Milliseconds since 1970, ascending. */
  readonly ticks: readonly number[];
  /** Milliseconds from one to the next. */
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
  const step = STEPS.find((candidate) => candidate >= least) ?? Math.ceil(least / DAY) * DAY;
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

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');

/** A moment as the axis names it: `14:41`, `14:41:10`, `14:41:10.5`; the day where one begins. Local time. */
export function timeLabel(time: number, step: number, locale?: string): string {
  const date = new Date(time);
  const isMidnight = date.getHours() + date.getMinutes() + date.getSeconds() + date.getMilliseconds() === 0;
  if (step >= DAY || (step >= MINUTE && isMidnight)) {
    return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(date);
  }
  const minutes = `${pad(date.getHours())}:${pad(date.getMinutes())}`;
  if (step >= MINUTE) return minutes;
  const seconds = `${minutes}:${pad(date.getSeconds())}`;
  return step >= SECOND ? seconds : `${seconds}.${Math.floor(date.getMilliseconds() / 100)}`;
}

/** A moment as the cursor names it: as exact as the pixels are. */
export function cursorLabel(time: number, msPerPixel: number): string {
  const date = new Date(time);
  const seconds = `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
  return msPerPixel < SECOND / 2 ? `${seconds}.${pad(date.getMilliseconds(), 3)}` : seconds;
}
