import { type Formula, FormulaError, parseFormula } from './formula/index.ts';
import { isSeaLevelPressure } from './inputs.ts';

/** @throws FormulaError with the place in the text; also for a formula without a channel, which would never be computed */
export function parseComputed(text: string): Formula {
  const formula = parseFormula(text);
  if (formula.inputs.every(isSeaLevelPressure)) throw new FormulaError('The formula has no channel.', 0, text.length);
  return formula;
}
