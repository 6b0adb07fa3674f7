import { GAP } from '../types.ts';

/** Interval up to which two readings are always joined, in milliseconds. */
export const ALWAYS_JOINED_MS = 2000;

/** Otherwise two readings are joined up to this many usual intervals. */
const JOINED_INTERVALS = 3;

/** Number of intervals whose median is the usual one. */
const REMEMBERED = 5;

/** A run as stored in the file. */
interface OrderedRunState {
  since: number;
  newest: number;
  interrupted: boolean;
  intervals: number[];
}

/** Readings with ascending or equal timestamps. Milliseconds since 1970. */
export class OrderedRun {
  #since: number;
  #newest: number;
  #isInterrupted: boolean;
  readonly #intervals: number[];

  /** @param at the first reading's timestamp, or a stored run */
  constructor(at: number | OrderedRunState) {
    const state = typeof at === 'number' ? { since: at, newest: at, interrupted: false, intervals: [] } : at;
    this.#since = state.since;
    this.#newest = state.newest;
    this.#isInterrupted = state.interrupted;
    this.#intervals = [...state.intervals];
  }

  /** The first reading after the last gap; if the run ends with a gap, after the one before it. */
  get since(): number {
    return this.#since;
  }

  get newest(): number {
    return this.#newest;
  }

  /** Longest time to a next reading that joins the newest, in milliseconds. */
  get reach(): number {
    const usual = this.#intervals.toSorted((a, b) => a - b)[this.#intervals.length >> 1] ?? 0;
    return Math.max(ALWAYS_JOINED_MS, JOINED_INTERVALS * usual);
  }

  /** Whether a reading at `at` would join the newest. */
  joins(at: number): boolean {
    return at >= this.#newest && at - this.#newest <= this.reach;
  }

  /**
   * @param at not before the newest
   * @returns whether a gap belongs before this reading
   */
  add(at: number): boolean {
    const interval = at - this.#newest;
    const breaks = !this.#isInterrupted && interval > ALWAYS_JOINED_MS && interval > this.reach;
    if (breaks || this.#isInterrupted) this.#since = at;
    if (interval > 0) {
      this.#intervals.push(interval);
      if (this.#intervals.length > REMEMBERED) this.#intervals.shift();
    }
    this.#newest = at;
    this.#isInterrupted = false;
    return breaks;
  }

  /** @returns whether a gap belongs after the newest reading; false if there is one */
  interrupt(): boolean {
    const breaks = !this.#isInterrupted;
    this.#isInterrupted = true;
    return breaks;
  }

  state(): OrderedRunState {
    return {
      since: this.#since,
      newest: this.#newest,
      interrupted: this.#isInterrupted,
      intervals: [...this.#intervals],
    };
  }
}

/** Lateness up to which a reading joins the current run, in milliseconds; beyond it, see `ChannelRuns`. */
const LATE_MS = 5000;

export interface ChannelRunsState {
  fresh?: OrderedRunState;
  late?: OrderedRunState & { joins: Range };
}

/** The range of the live run when late readings started. Milliseconds since 1970. */
interface Range {
  from: number;
  to: number;
}

/**
 * The runs of one channel and the gaps between them. A reading older than the newest by more than LATE_MS starts a
 * late run beside the live one: the clock was set back, or a backlog arrived. Live and late readings may alternate
 * without breaking each other's run.
 */
export class ChannelRuns {
  readonly #put: (at: number, value: number) => void;
  #fresh: OrderedRun | undefined;
  #late: { line: OrderedRun; joins: Range } | undefined;
  #isLateIdle = false;

  /** @param put receives readings and gaps, as in `Points`, in order of arrival */
  constructor(put: (at: number, value: number) => void, state: ChannelRunsState = {}) {
    this.#put = put;
    if (state.fresh) this.#fresh = new OrderedRun(state.fresh);
    if (state.late) this.#late = { line: new OrderedRun(state.late), joins: state.late.joins };
  }

  /** The newest reading's timestamp, in milliseconds since 1970; NaN before the first. */
  get newest(): number {
    return this.#fresh?.newest ?? Number.NaN;
  }

  /** @param value as in `Points` */
  add(at: number, value: number): void {
    const fresh = this.#fresh;
    if (!fresh) this.#fresh = new OrderedRun(at);
    else if (at >= fresh.newest) this.#continue(fresh, at);
    else if (at < fresh.newest - LATE_MS || this.#late?.line.joins(at)) this.#addLate(fresh, at);
    this.#put(at, value);
  }

  /** Adds a gap: sampling was interrupted. */
  interrupt(): void {
    this.#endLate();
    if (this.#fresh) this.#interrupt(this.#fresh);
  }

  /** Ends a late run that was not continued since the last call. */
  endIdle(): void {
    if (this.#isLateIdle) this.#endLate();
    this.#isLateIdle = true;
  }

  state(): ChannelRunsState {
    return {
      ...(this.#fresh && { fresh: this.#fresh.state() }),
      ...(this.#late && { late: { ...this.#late.line.state(), joins: this.#late.joins } }),
    };
  }

  /** Adds a gap after the late run, unless it reached the live run. */
  #endLate(): void {
    if (!this.#late) return;
    const { line, joins } = this.#late;
    this.#late = undefined;
    const reachesInto = line.newest >= joins.from - line.reach && line.newest <= joins.to + line.reach;
    if (!reachesInto) this.#interrupt(line);
  }

  #addLate(fresh: OrderedRun, at: number): void {
    this.#isLateIdle = false;
    if (this.#late && at >= this.#late.line.newest) this.#continue(this.#late.line, at);
    else if (!this.#late || at < this.#late.line.newest - LATE_MS) {
      this.#endLate();
      this.#late = { line: new OrderedRun(at), joins: { from: fresh.since, to: fresh.newest } };
      this.#interrupt(fresh);
    }
  }

  #continue(line: OrderedRun, at: number): void {
    const before = line.newest;
    if (line.add(at)) this.#put(before, GAP);
  }

  #interrupt(line: OrderedRun): void {
    if (line.interrupt()) this.#put(line.newest, GAP);
  }
}
