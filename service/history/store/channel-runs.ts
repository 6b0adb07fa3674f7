import { GAP } from '../types.ts';
import { OrderedRun, type OrderedRunState } from './ordered-run.ts';

/** A reading that is older than the newest by no more than this came late, in milliseconds; older: see `Lines`. */
const LATE_MS = 5000;

/** The lines of a channel as they are kept in the file. */
export interface ChannelRunsState {
  fresh?: OrderedRunState;
  late?: OrderedRunState & { joins: Range };
}

/** What the fresh line covered when readings went back behind it. Milliseconds since 1970. */
interface Range {
  from: number;
  to: number;
}

/**
 * The lines of one channel, and the marks where they are interrupted. Readings follow each other in the fresh line. One
 * that lies further back than LATE_MS begins a late line beside it: the clock was set back, or readings come that had
 * to wait elsewhere. So live readings and waiting ones may take turns, and neither breaks the other's line.
 */
export class ChannelRuns {
  readonly #put: (at: number, value: number) => void;
  #fresh: OrderedRun | undefined;
  #late: { line: OrderedRun; joins: Range } | undefined;
  #isLateIdle = false;

  /** @param put takes readings and marks, as in `Points`, in the order they came */
  constructor(put: (at: number, value: number) => void, state: ChannelRunsState = {}) {
    this.#put = put;
    if (state.fresh) this.#fresh = new OrderedRun(state.fresh);
    if (state.late) this.#late = { line: new OrderedRun(state.late), joins: state.late.joins };
  }

  /** The newest reading's moment, in milliseconds since 1970; NaN before the first. */
  get newest(): number {
    return this.#fresh?.newest ?? Number.NaN;
  }

  /** @param value of a reading, as in `Points` */
  add(at: number, value: number): void {
    const fresh = this.#fresh;
    if (!fresh) this.#fresh = new OrderedRun(at);
    else if (at >= fresh.newest) this.#continue(fresh, at);
    else if (at < fresh.newest - LATE_MS || this.#late?.line.joins(at)) this.#addLate(fresh, at);
    this.#put(at, value);
  }

  /** The measurement was interrupted. */
  interrupt(): void {
    this.#endLate();
    if (this.#fresh) this.#interrupt(this.#fresh);
  }

  /** Ends the late line where it was not continued since this was called last. */
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

  /** A late line that is not continued needs a mark, but where it ran into the fresh line. */
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
