/** The formula engine, as the rest of computed channels uses it. */
import type { ChannelRef } from '../contract/index.ts';
import { invalidFields } from '../support/errors.ts';

/** The sums of the time integrals of a formula, as JSON. */
export type FormulaState = object;

/** A valid formula. */
export interface Formula {
  readonly text: string;
  /** Its channels, in order of first use. */
  readonly inputs: readonly ChannelRef[];
  /** How far back its windows reach, in milliseconds; 0 without any. */
  readonly memoryMs: number;
  readonly hasIntegral: boolean;
  start(state?: FormulaState): FormulaRun;
}

/** One computation over time. */
export interface FormulaRun {
  /** @param values of the inputs, in their order; null if missing */
  push(at: number, values: readonly (number | null)[]): number | null;
  /** Sets its time integrals to 0. */
  reset(at: number): void;
  /** Undefined without a time integral. */
  state(): FormulaState | undefined;
}

export interface FormulaEngine {
  /** @throws MensuraError `bad-request` naming `formula` */
  parse(text: string): Formula;
}

/** Refuses every formula. */
export const formulaEngine: FormulaEngine = {
  parse: () => {
    throw invalidFields([{ path: 'formula', message: 'formulas are not available yet' }]);
  },
};
