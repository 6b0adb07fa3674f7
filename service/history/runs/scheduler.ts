/** When scheduled runs start, in a time zone, and the timer that waits for it. */
import { type RunSchedule, WEEKDAYS } from '../../contract/index.ts';
import type { Clock } from '../../support/clock.ts';
import { localWeekday, timeOfDay, type ZoneOffset } from '../../support/local-time.ts';

/** Longest time between two checks, in milliseconds: a timer does not run while the computer sleeps. */
const MAX_PAUSE_MS = 30_000;

/** Shortest time between two checks, in milliseconds: a timer may end before its time on the wall clock. */
const MIN_PAUSE_MS = 20;

/** Latest start, in milliseconds after its time: one that was missed for longer is given up. */
export const MAX_LATE_MS = 10 * 60_000;

/** Days around today in which every weekday occurs, and today's twice. */
const WEEK = [0, 1, 2, 3, 4, 5, 6, 7];

/** The newest scheduled time at or before a time; undefined if it has no days. In milliseconds since 1970. */
export function lastScheduled(schedule: RunSchedule, now: number, offsetOf: ZoneOffset): number | undefined {
  return WEEK.flatMap((days) => timeOn(schedule, now, -days, offsetOf)).find((at) => at <= now);
}

/** The next scheduled time after a time; undefined if it has no days. In milliseconds since 1970. */
export function nextScheduled(schedule: RunSchedule, now: number, offsetOf: ZoneOffset): number | undefined {
  return WEEK.flatMap((days) => timeOn(schedule, now, days, offsetOf)).find((at) => at > now);
}

function timeOn({ weekdays, time }: RunSchedule, now: number, days: number, offsetOf: ZoneOffset): number[] {
  const weekday = WEEKDAYS[localWeekday(now, days, offsetOf)];
  return weekday && weekdays.includes(weekday) ? [timeOfDay(now, time, days, offsetOf)] : [];
}

export interface SchedulerOptions {
  clock: Clock;
  offsetOf: ZoneOffset;
  /** A scheduled time has come. @param due milliseconds since 1970; it may be long ago, and is the newest of several */
  onDue(id: string, due: number): void;
}

export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #plans = new Map<string, { schedule: RunSchedule; handled: number }>();
  #timer: NodeJS.Timeout | undefined;
  #isRunning = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#isRunning = true;
    this.check();
  }

  stop(): void {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    this.#plans.clear();
  }

  /** @param handled times up to here are not reported: milliseconds since 1970 */
  set(id: string, schedule: RunSchedule, handled: number): void {
    this.#plans.set(id, { schedule, handled });
    this.#arrange();
  }

  delete(id: string): void {
    this.#plans.delete(id);
    this.#arrange();
  }

  /** Reports what is due. Called by the timer, and after sleep. */
  check(): void {
    const { clock, offsetOf, onDue } = this.#options;
    const now = clock.now();
    for (const [id, plan] of this.#plans) {
      // The clock was far ahead, and was set back.
      if (plan.handled - now > MAX_LATE_MS) plan.handled = now;
      const due = lastScheduled(plan.schedule, now, offsetOf);
      if (due === undefined || due <= plan.handled) continue;
      plan.handled = due;
      onDue(id, due);
    }
    this.#arrange();
  }

  #arrange(): void {
    clearTimeout(this.#timer);
    if (!this.#isRunning || this.#plans.size === 0) return;
    const { clock, offsetOf } = this.#options;
    const now = clock.now();
    const next = Array.from(this.#plans.values(), ({ schedule }) => nextScheduled(schedule, now, offsetOf) ?? now);
    const pause = Math.min(Math.max(Math.min(...next) - now, MIN_PAUSE_MS), MAX_PAUSE_MS);
    this.#timer = setTimeout(() => this.check(), pause);
  }
}
