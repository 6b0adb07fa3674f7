/** The result of a part. */
export interface Outcome {
  /** What was run and found. */
  facts: string[];
  /** Broken promises; empty if the part passed. */
  problems: string[];
  /** Rows of the part's table in a document, if it has one. */
  figures?: readonly (readonly string[])[];
  /** The place of that table, by default docs/endurance.md. */
  table?: Table;
}

export interface Table {
  document: string;
  headings: readonly string[];
  /** Further lines about the run. */
  notes: readonly string[];
}

/** Collects problems. */
export class Problems {
  readonly list: string[] = [];

  /** Adds a problem unless the condition holds. */
  unless(holds: boolean, problem: string): void {
    if (!holds) this.list.push(problem);
  }
}
