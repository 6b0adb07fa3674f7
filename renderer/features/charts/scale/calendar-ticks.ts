/** Ticks of months and years follow the calendar, since their lengths vary. */
import type { TimeTicks } from './time-ticks.ts';

const DAY = 86_400_000;

/** Steps, in months. */
const MONTH_STEPS: readonly number[] = [1, 2, 3, 6, ...[1, 2, 5, 10, 20, 50, 100].map((years) => years * 12)];

/** Mean length of a month, in milliseconds; a year has twelve. */
export const MONTH_MS = 30.436_875 * DAY;

/** @param least minimum distance of two ticks, in milliseconds @param offsetAt the time zone */
export function calendarTicks(from: number, to: number, least: number, offsetAt: (time: number) => number): TimeTicks {
  const months = MONTH_STEPS.find((count) => count * MONTH_MS >= least) ?? Math.ceil(least / MONTH_MS / 12) * 12;
  const begin = new Date(from + offsetAt(from));
  const first = begin.getUTCFullYear() * 12 + begin.getUTCMonth();
  const ticks: number[] = [];
  for (let month = Math.floor(first / months) * months; ; month += months) {
    const wall = Date.UTC(Math.floor(month / 12), month % 12);
    const time = wall - offsetAt(wall - offsetAt(wall));
    if (time > to || Number.isNaN(time)) break;
    if (time >= from) ticks.push(time);
  }
  return { ticks, step: months * MONTH_MS };
}
