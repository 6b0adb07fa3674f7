import type { Formula, FormulaRun, FormulaState } from './formula/index.ts';
import { QueuedRows } from './queued-rows.ts';

/** A clock that is set back by more than this empties windows over time, in milliseconds. */
const MAX_SET_BACK_MS = 60_000;

/** The computation of a formula over time. It outlives changes of other computed channels and of its name. */
export class Computation {
  readonly formula: Formula;
  isEnded = false;
  #run: FormulaRun;
  #lastAt: number | undefined;
  #waiting: QueuedRows | undefined;

  /** @param state of its time integrals, from an earlier run of the service */
  constructor(formula: Formula, state?: FormulaState) {
    this.formula = formula;
    this.#run = formula.start(state);
  }

  /** When it was last computed: milliseconds since 1970. */
  get lastAt(): number | undefined {
    return this.#lastAt;
  }

  /** Its windows are being filled: readings wait, and there is no result. */
  get isFilling(): boolean {
    return this.#waiting !== undefined;
  }

  /** The time integrals, which do not count earlier readings again; undefined without any. */
  get state(): FormulaState | undefined {
    const state = this.#run.state();
    const last = this.#lastAt ?? 0;
    return (
      state && {
        integrals: state.integrals.map(({ total, at, value, from }) => ({
          total,
          at,
          value,
          from: Math.max(from, last),
        })),
      }
    );
  }

  /** Sets the time integrals to 0 from this time on. */
  reset(at: number): void {
    this.#run.reset(at);
  }

  startFilling(): void {
    this.#waiting ??= new QueuedRows(this.formula.inputs.length);
  }

  /** Computes the waiting rows, except those that the history had. */
  endFilling(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    const values: (number | null)[] = [];
    for (let at = waiting?.take(values); at !== undefined; at = waiting?.take(values)) {
      if (this.#lastAt === undefined || at > this.#lastAt) this.compute(at, values);
    }
  }

  /** @returns the result; null without one; undefined while the windows are filled */
  push(at: number, values: readonly (number | null)[]): number | null | undefined {
    if (!this.#waiting) return this.compute(at, values);
    this.#waiting.add(at, values);
    return undefined;
  }

  /** Computes at once, as for a stored reading. */
  compute(at: number, values: readonly (number | null)[]): number | null {
    const last = this.#lastAt;
    if (last !== undefined && last - at > MAX_SET_BACK_MS) this.#restart(at);
    // A slightly corrected clock is none: the formula ignores earlier times.
    else if (last !== undefined && last > at) return this.#run.push(last, values);
    this.#lastAt = at;
    return this.#run.push(at, values);
  }

  #restart(at: number): void {
    const state = this.#run.state();
    this.#run = this.formula.start(
      state && { integrals: state.integrals.map(({ total }) => ({ total, at: null, value: null, from: at })) },
    );
  }
}
