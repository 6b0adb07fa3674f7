/** Watch times of a rule in a time zone. Pure, with a given time. */
import { type AlarmRuleInput, WEEKDAYS } from '../contract/index.ts';
import { localWeekday, timeOfDay, type ZoneOffset } from '../support/local-time.ts';

type WatchTimes = Pick<AlarmRuleInput, 'watch_days' | 'watch_from' | 'watch_to'>;

/** Yesterday's watch times can last until today. */
const YESTERDAY = -1;

/** @param now milliseconds since 1970 */
export function isWatchTime(times: WatchTimes, now: number, offsetOf: ZoneOffset): boolean {
  if (times.watch_days.length === 0) return true;
  return [YESTERDAY, 0].some((days) => {
    const range = rangeOn(times, days, now, offsetOf);
    return range !== undefined && range.from <= now && now < range.to;
  });
}

/**
 * When watch times next start or end, in milliseconds since 1970; Infinity: not until tomorrow's end.
 * @param now milliseconds since 1970
 */
export function nextWatchChange(times: WatchTimes, now: number, offsetOf: ZoneOffset): number {
  const changes = [YESTERDAY, 0, 1].flatMap((days) => {
    const range = rangeOn(times, days, now, offsetOf);
    return range ? [range.from, range.to] : [];
  });
  return Math.min(...changes.filter((at) => at > now));
}

/** The watch times that start on the date of a time plus some days. */
function rangeOn(
  { watch_days, watch_from, watch_to }: WatchTimes,
  days: number,
  now: number,
  offsetOf: ZoneOffset,
): { from: number; to: number } | undefined {
  const weekday = WEEKDAYS[localWeekday(now, days, offsetOf)];
  if (!weekday || !watch_days.includes(weekday)) return undefined;
  const nights = watch_to <= watch_from ? 1 : 0;
  return {
    from: timeOfDay(now, watch_from, days, offsetOf),
    to: timeOfDay(now, watch_to, days + nights, offsetOf),
  };
}
