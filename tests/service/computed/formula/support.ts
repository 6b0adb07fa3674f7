import { FormulaError, type FormulaProblem, parseFormula } from '../../../../service/computed/formula/index.ts';

/** The result of a formula whose inputs are, in order of first use, these values at one time. */
export function resultOf(text: string, ...values: (number | null)[]): number | null {
  return parseFormula(text).start().push(0, values);
}

/** What is wrong with a formula; it must not be valid. */
export function problemOf(text: string): FormulaProblem {
  try {
    parseFormula(text);
  } catch (error) {
    if (error instanceof FormulaError) return error.problem;
    throw error;
  }
  throw new Error(`a valid formula: ${text}`);
}

/** The part of a formula that its problem points at. */
export function faultyPart(text: string): string {
  const { at, length } = problemOf(text);
  return text.slice(at, at + length);
}
