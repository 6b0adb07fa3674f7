import { MensuraError } from '../../support/errors.ts';

/** What is wrong with a formula, and where in the user's text. */
export interface FormulaProblem {
  /** A sentence. */
  message: string;
  /** First character of the faulty part, from 0. */
  at: number;
  /** Characters of the faulty part; 0 at the end of the text. */
  length: number;
}

/** A formula that cannot be parsed: `bad-request` of the field `formula`. */
export class FormulaError extends MensuraError {
  readonly problem: FormulaProblem;

  constructor(message: string, at: number, length: number) {
    const place = `character ${at + 1}: ${message}`;
    super('bad-request', `Cannot use the formula: ${place}`, { errors: [{ path: 'formula', message: place }] });
    this.name = 'FormulaError';
    this.problem = { message, at, length };
  }
}
