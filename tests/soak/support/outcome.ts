/** What a scenario answers. */
export interface Outcome {
  /** What was run and seen, in plain words. */
  facts: string[];
  /** What was not as it must be; empty when all is well. */
  problems: string[];
}

/** Collects problems. */
export class Problems {
  readonly list: string[] = [];

  /** Notes a problem unless this holds. */
  unless(holds: boolean, problem: string): void {
    if (!holds) this.list.push(problem);
  }
}
