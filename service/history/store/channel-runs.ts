import { GAP } from '../types.ts';
import { OrderedRun, type OrderedRunState } from './ordered-run.ts';

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
