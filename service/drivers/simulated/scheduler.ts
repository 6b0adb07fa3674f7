/** Calls many members at their own periods with one timer per period. */
import type { Clock } from '../../support/clock.ts';

/** A time nearer than this after a late call, in milliseconds, is skipped too: two samples must not have one timestamp. */
const MIN_GAP_MS = 2;

/**
 * The members of one period. Its times are on a grid of the monotonic clock, so they do not drift. Times missed during
 * a stall are skipped.
 */
class PeriodGroup<Member> {
  readonly members = new Set<Member>();
  readonly #periodMs: number;
  readonly #clock: Clock;
  readonly #call: (members: Iterable<Member>) => void;
  #due = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(periodMs: number, clock: Clock, call: (members: Iterable<Member>) => void) {
    this.#periodMs = periodMs;
    this.#clock = clock;
    this.#call = call;
  }

  /** @param delayMs time until the first call */
  start(delayMs: number): void {
    this.#due = this.#clock.monotonic() + delayMs;
    this.#wait();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.members.clear();
  }

  #wait(): void {
    // Timers have whole milliseconds; rounding up, they are never early.
    const delay = Math.max(0, Math.ceil(this.#due - this.#clock.monotonic()));
    this.#timer = setTimeout(() => this.#tick(), delay);
  }

  #tick(): void {
    const late = this.#clock.monotonic() - this.#due;
    this.#due += this.#periodMs * (1 + Math.max(0, Math.floor((late + MIN_GAP_MS) / this.#periodMs)));
    this.#call(this.members);
    // The call may have removed the last member, which stops this group.
    if (this.members.size > 0) this.#wait();
  }
}

/** Members may be added, moved and removed at any time, also during a call. */
export class Scheduler<Member> {
  readonly #groups = new Map<number, PeriodGroup<Member>>();
  readonly #periods = new Map<Member, number>();
  readonly #clock: Clock;
  readonly #call: (members: Iterable<Member>) => void;

  /** @param call receives the members of one period */
  constructor(clock: Clock, call: (members: Iterable<Member>) => void) {
    this.#clock = clock;
    this.#call = call;
  }

  /**
   * Calls a member every `periodMs`, together with the others of this period. The first member of a period is called at
   * once if it is new, and after a period if it was moved.
   */
  set(member: Member, periodMs: number): void {
    const before = this.#periods.get(member);
    if (before === periodMs) return;
    this.remove(member);
    let group = this.#groups.get(periodMs);
    if (!group) {
      this.#groups.set(periodMs, (group = new PeriodGroup(periodMs, this.#clock, this.#call)));
      group.start(before === undefined ? 0 : periodMs);
    }
    group.members.add(member);
    this.#periods.set(member, periodMs);
  }

  remove(member: Member): void {
    const periodMs = this.#periods.get(member);
    if (periodMs === undefined) return;
    this.#periods.delete(member);
    const group = this.#groups.get(periodMs);
    group?.members.delete(member);
    if (group?.members.size !== 0) return;
    group.stop();
    this.#groups.delete(periodMs);
  }

  stop(): void {
    for (const group of this.#groups.values()) group.stop();
    this.#groups.clear();
    this.#periods.clear();
  }
}
