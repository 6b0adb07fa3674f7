/** Days of the week, and times on them, as text. */
import { WEEKDAYS, type Weekday } from '../../../service/contract/index.ts';

export const DAY_NAMES: Readonly<Record<Weekday, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

/** Fewer days in a row are listed one by one. */
const LEAST_ROW = 3;

/** `every day`, `Mondays to Fridays`, `Saturdays and Sundays` @param days in any order; at least one */
export function formatDays(days: readonly Weekday[]): string {
  const chosen = WEEKDAYS.filter((day) => days.includes(day));
  if (chosen.length === WEEKDAYS.length) return 'every day';
  const names = chosen.map((day) => `${DAY_NAMES[day]}s`);
  const last = names.pop() ?? '';
  if (names.length === 0) return last;
  const [first] = chosen;
  const start = first ? WEEKDAYS.indexOf(first) : 0;
  const isRow = chosen.every((day, index) => WEEKDAYS[start + index] === day);
  return isRow && chosen.length >= LEAST_ROW ? `${names[0]} to ${last}` : `${names.join(', ')} and ${last}`;
}

/** `Mondays to Fridays, 08:00 to 18:00`; `Fridays, 22:00 to 06:00 on the next day` @param from as `08:00` */
export function formatDayTimes(days: readonly Weekday[], from: string, to: string): string {
  return `${formatDays(days)}, ${from} to ${to}${to <= from ? ' on the next day' : ''}`;
}
