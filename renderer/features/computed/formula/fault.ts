/** What is wrong with a formula, and where. */
export interface Fault {
  readonly message: string;
  /** First faulty character, from 0. */
  readonly at: number;
  /** In characters; 0 at the end of the formula. */
  readonly length: number;
}
