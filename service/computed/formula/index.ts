/** Formulas of computed channels (docs/computed-channels.md#formula): pure, without clock and timers. */
import { compileTree } from './compile.ts';
import type { Formula } from './formula.ts';
import { FormulaRunner } from './formula-runner.ts';
import { parseTree } from './tree.ts';

export type { Formula, FormulaRun } from './formula.ts';
export { FormulaError, type FormulaProblem } from './formula-error.ts';
export { type FormulaState, formulaStateSchema } from './formula-state.ts';
export { translateMakerForm } from './maker-form.ts';

/**
 * Parses and compiles a formula.
 * @throws FormulaError with the place in the text
 */
export function parseFormula(text: string): Formula {
  const { root, inputs } = parseTree(text);
  const compiled = compileTree(root);
  return {
    text,
    inputs,
    memoryMs: compiled.memoryMs,
    hasIntegral: compiled.overTime.some(({ isIntegral }) => isIntegral),
    start: (state) => new FormulaRunner(compiled, inputs.length, state),
  };
}
