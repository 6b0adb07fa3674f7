/** What a scenario answers. */
export interface Outcome {
  /** What was run and seen, in plain words. */
  facts: string[];
  /** What was not as it must be; empty when all is well. */
  problems: string[];
  /** Rows of a table that is in a document, for scenarios that have one there. */
  figures?: readonly (readonly string[])[];
  /** Where that table is; in docs/endurance.md, with names and values, unless given. */
  table?: Table;
}

export interface Table {
  document: string;
  headings: readonly string[];
  /** What else is told of the run. */
  notes: readonly string[];
}

/** Collects problems. */
export class Problems {
  readonly list: string[] = [];

  /** Notes a problem unless this holds. */
  unless(holds: boolean, problem: string): void {
    if (!holds) this.list.push(problem);
  }
}
