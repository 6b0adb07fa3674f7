/** What a scenario answers. */
export interface Outcome {
  /** What was run and seen, in plain words. */
  facts: string[];
  /** What was not as it must be; empty when all is well. */
  problems: string[];
  /** What belongs into a table of docs/endurance.md, for scenarios that have one there. */
  figures?: readonly (readonly [name: string, value: string])[];
}

/** Collects problems. */
export class Problems {
  readonly list: string[] = [];

  /** Notes a problem unless this holds. */
  unless(holds: boolean, problem: string): void {
    if (!holds) this.list.push(problem);
  }
}
