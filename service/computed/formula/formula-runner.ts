import type { Compiled } from './compile.ts';
import type { FormulaRun } from './formula.ts';
import type { FormulaState } from './formula-state.ts';
import type { Frame } from './operators.ts';
import type { OverTimeState } from './over-time.ts';

/** The state of one formula. */
export class FormulaRunner implements FormulaRun {
  readonly #compiled: Compiled;
  readonly #states: readonly OverTimeState[];
  readonly #frame: Frame;
  #lastAt = -Infinity;
  #last: number | null = null;

  /** @param state ignored unless it has as many integrals as the formula */
  constructor(compiled: Compiled, inputs: number, state?: FormulaState) {
    this.#compiled = compiled;
    this.#frame = { inputs: new Float64Array(inputs), overTime: new Float64Array(compiled.overTime.length) };
    const integrals = compiled.overTime.filter(({ isIntegral }) => isIntegral);
    const saved = state?.integrals.length === integrals.length ? [...state.integrals] : [];
    this.#states = compiled.overTime.map(({ create, isIntegral }) => create(isIntegral ? saved.shift() : undefined));
  }

  push(at: number, values: readonly (number | null)[]): number | null {
    if (!(at >= this.#lastAt)) return this.#last;
    this.#lastAt = at;
    const { inputs, overTime } = this.#frame;
    for (let index = 0; index < inputs.length; index += 1) {
      const value = values[index] ?? Number.NaN;
      inputs[index] = Number.isFinite(value) ? value : Number.NaN;
    }
    // Also those of a branch that is not taken, so that their windows are complete when it is.
    for (const [index, state] of this.#states.entries()) {
      const value = this.#compiled.overTime[index]?.parameter(this.#frame) ?? Number.NaN;
      const result = state.push(at, value);
      overTime[index] = Number.isFinite(result) ? result : Number.NaN;
    }
    const result = this.#compiled.evaluate(this.#frame);
    // -0 would be shown with a sign.
    this.#last = Number.isNaN(result) ? null : result + 0;
    return this.#last;
  }

  reset(at: number): void {
    for (const { integral } of this.#states) integral?.reset(at);
  }

  state(): FormulaState | undefined {
    const integrals = this.#states.flatMap(({ integral }) => integral?.state ?? []);
    return integrals.length > 0 ? { integrals } : undefined;
  }
}
