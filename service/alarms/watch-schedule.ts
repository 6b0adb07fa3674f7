/** Which rules watch now, and the timer that waits for the next change: watch times and ends of snoozes. */
import { MAX_SNOOZE_S, type RuleSnooze } from '../contract/index.ts';
import type { Clock } from '../support/clock.ts';
import type { ZoneOffset } from '../support/local-time.ts';
import type { RuleEntry, Rules } from './rule-store.ts';
import { isWatchTime, nextWatchChange } from './watch-times.ts';

/** Longest time between two checks, in milliseconds: a timer does not run while the computer sleeps. */
const MAX_PAUSE_MS = 30_000;

/** Shortest time between two checks, in milliseconds: a timer may end before its time on the wall clock. */
const MIN_PAUSE_MS = 20;

/** What a rule does now. */
export interface WatchState {
  /** Null also after its end. */
  snoozed: RuleSnooze | null;
  watching: boolean;
}

interface Scheduled extends WatchState {
  entry: RuleEntry;
  /** End of the snooze on the monotonic clock: a clock that is set back does not prolong it. */
  snoozeEnd: number;
}

export interface WatchScheduleOptions {
  clock: Clock;
  offsetOf: ZoneOffset;
  /** These rules started or stopped watching, or their snooze ended. Called by the timer and by `check`. */
  onChange(ids: readonly string[]): void;
}

export class WatchSchedule {
  readonly #options: WatchScheduleOptions;
  readonly #rules = new Map<string, Scheduled>();
  #timer: NodeJS.Timeout | undefined;
  /** When the timer ends, in milliseconds since 1970. */
  #timerAt = Number.POSITIVE_INFINITY;
  #isRunning = false;

  constructor(options: WatchScheduleOptions) {
    this.#options = options;
  }

  /** Adds all rules, without reports. */
  start(rules: Rules): void {
    this.#isRunning = true;
    for (const [id, entry] of rules) this.set(id, entry);
  }

  /** Rules keep their state. */
  stop(): void {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    this.#timerAt = Number.POSITIVE_INFINITY;
  }

  /** Adds a rule, or its changed entry. */
  set(id: string, entry: RuleEntry): void {
    const { clock } = this.#options;
    const leftMs = entry.snoozed ? Date.parse(entry.snoozed.until) - clock.now() : 0;
    const before = this.#rules.get(id);
    const isSame = before?.entry.snoozed?.until === entry.snoozed?.until;
    // Stored while the clock was wrong: no snooze is that long.
    const isPossible = leftMs <= MAX_SNOOZE_S * 1000;
    const snoozeEnd = before && isSame ? before.snoozeEnd : clock.monotonic() + (isPossible ? leftMs : 0);
    const state = this.#evaluate(entry, snoozeEnd);
    const scheduled = { entry: { ...entry, snoozed: state.snoozed }, snoozeEnd, ...state };
    this.#rules.set(id, scheduled);
    this.#arrange(this.#nextOf(scheduled, clock.now()));
  }

  delete(id: string): void {
    this.#rules.delete(id);
  }

  /** As of the newest check; as of now for a rule that was not added. */
  stateOf(id: string, entry: RuleEntry): WatchState {
    const { snoozed, watching } = this.#rules.get(id) ?? this.#evaluate(entry, Number.POSITIVE_INFINITY);
    return { snoozed, watching };
  }

  /** Reports what has changed. Called by the timer, and after sleep. */
  check(): void {
    clearTimeout(this.#timer);
    this.#timerAt = Number.POSITIVE_INFINITY;
    const changed: string[] = [];
    for (const [id, scheduled] of this.#rules) {
      const { snoozed, watching } = this.#evaluate(scheduled.entry, scheduled.snoozeEnd);
      if (snoozed === scheduled.snoozed && watching === scheduled.watching) continue;
      // An ended snooze does not come back, although the clock may be set back.
      Object.assign(scheduled, { entry: { ...scheduled.entry, snoozed }, snoozed, watching });
      changed.push(id);
    }
    if (changed.length > 0) this.#options.onChange(changed);
    const now = this.#options.clock.now();
    let next = Number.POSITIVE_INFINITY;
    for (const scheduled of this.#rules.values()) next = Math.min(next, this.#nextOf(scheduled, now));
    this.#arrange(next);
  }

  #evaluate({ rule, snoozed }: RuleEntry, snoozeEnd: number): WatchState {
    const { clock, offsetOf } = this.#options;
    const now = clock.now();
    const isSnoozed = snoozed !== null && now < Date.parse(snoozed.until) && clock.monotonic() < snoozeEnd;
    return {
      snoozed: isSnoozed ? snoozed : null,
      watching: rule.enabled && !isSnoozed && isWatchTime(rule, now, offsetOf),
    };
  }

  /** When to check a rule, in milliseconds since 1970: at the latest after MAX_PAUSE_MS, since the clock can be set. */
  #nextOf({ entry: { rule }, snoozed, snoozeEnd }: Scheduled, now: number): number {
    const { clock, offsetOf } = this.#options;
    const hasTimes = rule.enabled && rule.watch_days.length > 0;
    if (!hasTimes && !snoozed) return Number.POSITIVE_INFINITY;
    const change = hasTimes ? nextWatchChange(rule, now, offsetOf) : Number.POSITIVE_INFINITY;
    const ends = snoozed ? Math.min(Date.parse(snoozed.until), now + snoozeEnd - clock.monotonic()) : change;
    return Math.min(change, ends, now + MAX_PAUSE_MS);
  }

  #arrange(next: number): void {
    if (!this.#isRunning || next >= this.#timerAt) return;
    clearTimeout(this.#timer);
    this.#timerAt = next;
    this.#timer = setTimeout(() => this.check(), Math.max(next - this.#options.clock.now(), MIN_PAUSE_MS));
  }
}
