import type { ChannelRef } from '../../contract/index.ts';
import type { FormulaState } from './formula-state.ts';

/** A parsed formula, which any number of runs can share. */
export interface Formula {
  text: string;
  /** Unique, in order of first use. */
  inputs: readonly ChannelRef[];
  /** How far back readings count, in milliseconds: the longest window over time; 0 for none. */
  memoryMs: number;
  /** Whether it integrates over time and can be reset. */
  hasIntegral: boolean;
  /** @param state of another run of the same formula; ignored if it does not fit */
  start: (state?: FormulaState) => FormulaRun;
}

/** One evaluation over time: the state of all windows and integrals. */
export interface FormulaRun {
  /**
   * @param at milliseconds since 1970; before the previous one, the call is ignored and returns the last result
   * @param values in the order of `inputs`; null: no value or a stale one
   */
  push: (at: number, values: readonly (number | null)[]) => number | null;
  /** Sets all time integrals to zero from this time on. */
  reset: (at: number) => void;
  /** Of the integrals, as JSON; windows are refilled from the history. Undefined without integrals. */
  state: () => FormulaState | undefined;
}
