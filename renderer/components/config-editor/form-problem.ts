/** What checking a form finds. */
export interface FormProblem {
  /** The field's path in the form, which is its path in the API. */
  path: string;
  /** A sentence. */
  message: string;
}
