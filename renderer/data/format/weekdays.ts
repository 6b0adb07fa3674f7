import { WEEKDAYS, type Weekday } from '../../../service/contract/index.ts';

const DAY_NAMES: Readonly<Record<Weekday, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

/** For a list of check boxes. */
export const WEEKDAY_OPTIONS = WEEKDAYS.map((value) => ({ value, label: DAY_NAMES[value] }));

/** Fewer days in a row are listed one by one. */
const LEAST_RANGE = 3;

/** `Mondays and Fridays`, `Mondays to Fridays`, `Every day`, in the order of the week. */
export function formatWeekdays(days: readonly Weekday[]): string {
  const listed = WEEKDAYS.filter((day) => days.includes(day));
  if (listed.length === WEEKDAYS.length) return 'Every day';
  const names = listed.map((day) => `${DAY_NAMES[day]}s`);
  const [first = '', last = ''] = [names[0], names.at(-1)];
  if (names.length < 2) return first;
  const isRange = isInARow(listed) && listed.length >= LEAST_RANGE;
  return isRange ? `${first} to ${last}` : `${names.slice(0, -1).join(', ')} and ${last}`;
}

function isInARow(listed: readonly Weekday[]): boolean {
  const from = WEEKDAYS.findIndex((day) => day === listed[0]);
  return listed.every((day, index) => WEEKDAYS[from + index] === day);
}
