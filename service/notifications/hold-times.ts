/** When a destination may be sent a message: quiet hours and limits of messages. Pure, with a given time. */
import { type DestinationFields, WEEKDAYS } from '../contract/index.ts';
import { localDate, localOffset, localWeekday, timeOfDay } from '../support/local-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * The end of the quiet hours that a time lies in, in milliseconds since 1970; undefined outside of them.
 * @param now milliseconds since 1970
 */
export function quietEnd(
  { quiet_days, quiet_from, quiet_to }: Pick<DestinationFields, 'quiet_days' | 'quiet_from' | 'quiet_to'>,
  now: number,
): number | undefined {
  const nights = quiet_to <= quiet_from ? 1 : 0;
  for (const days of [0, -1]) {
    const weekday = WEEKDAYS[localWeekday(now, days, localOffset)];
    if (!weekday || !quiet_days.includes(weekday)) continue;
    const start = timeOfDay(now, quiet_from, days, localOffset);
    const end = timeOfDay(now, quiet_to, days + nights, localOffset);
    if (start <= now && now < end) return end;
  }
  return undefined;
}

/**
 * The date of the daily message that is due: today's from its time on; undefined before, and without one.
 * @param now milliseconds since 1970
 * @returns as in `2026-11-29`, in the computer's zone
 */
export function dailyDate({ daily_at }: Pick<DestinationFields, 'daily_at'>, now: number): string | undefined {
  return daily_at !== '' && now >= timeOfDay(now, daily_at, 0, localOffset) ? localDate(now, localOffset) : undefined;
}

/** When `dailyDate` next changes to a date, in milliseconds since 1970; undefined without a daily message. */
export function nextDaily({ daily_at }: Pick<DestinationFields, 'daily_at'>, now: number): number | undefined {
  if (daily_at === '') return undefined;
  const today = timeOfDay(now, daily_at, 0, localOffset);
  return today > now ? today : timeOfDay(now, daily_at, 1, localOffset);
}

/** Counts delivered messages: at most so many in a minute and in an hour. */
export class DeliveryLimit {
  readonly #limits: readonly { count: number; ms: number }[];
  /** Times of the messages of the last hour, oldest first, on the monotonic clock. */
  #delivered: number[] = [];

  constructor({ max_per_minute, max_per_hour }: Pick<DestinationFields, 'max_per_minute' | 'max_per_hour'>) {
    this.#limits = [
      { count: max_per_minute, ms: MINUTE_MS },
      { count: max_per_hour, ms: HOUR_MS },
    ];
  }

  /** @param now on the monotonic clock, in milliseconds */
  delivered(now: number): void {
    this.#delivered = [...this.#delivered.filter((time) => now - time < HOUR_MS), now];
  }

  /** How long the next message must wait, in milliseconds; 0: not at all. @param now on the monotonic clock */
  waitMs(now: number): number {
    const waits = this.#limits.map(({ count, ms }) => {
      const oldest = this.#delivered.at(-count);
      return oldest === undefined ? 0 : oldest + ms - now;
    });
    return Math.max(0, ...waits);
  }
}
