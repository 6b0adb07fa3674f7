/** What the MQTT clients must be, by what was asked for and confirmed: the other side of the books. */

/** As much of a client as the changes touch. */
export interface Entry {
  name: string;
  port: number;
  keep_alive: number;
  password_set: boolean;
}

/** Clients by identifier; null is one that is not there. */
export type Entries = ReadonlyMap<string, Entry | null>;

function same(one: Entry | null, other: Entry | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export class ClientBook {
  #confirmed = new Map<string, Entry | null>();
  /** Changes that were asked for and not answered yet. */
  readonly #open = new Set<Entries>();

  /** What is confirmed of a client. */
  of(identifier: string): Entry | null {
    return this.#confirmed.get(identifier) ?? null;
  }

  /** Enters a change before it is asked for. Changes that are open at a time touch different clients. */
  begin(change: Entries): void {
    this.#open.add(change);
  }

  /** The change was answered: with success, or it was refused. */
  settle(change: Entries, done: boolean): void {
    this.#open.delete(change);
    if (done) for (const [identifier, entry] of change) this.#confirmed.set(identifier, entry);
  }

  /** How many changes nobody answered. */
  get openChanges(): number {
    return this.#open.size;
  }

  /**
   * Compares with what is really there, and takes it over: a change that was not answered is there as a whole or not at
   * all, everything else is as it was confirmed.
   * @returns what does not agree
   */
  audit(actual: ReadonlyMap<string, Entry>): string[] {
    const problems: string[] = [];
    const open = new Set<string>();
    for (const change of this.#open) {
      for (const identifier of change.keys()) open.add(identifier);
      const is = (wanted: (identifier: string) => Entry | null): boolean =>
        [...change.keys()].every((identifier) => same(actual.get(identifier) ?? null, wanted(identifier)));
      const isAfter = is((identifier) => change.get(identifier) ?? null);
      const isBefore = is((identifier) => this.of(identifier));
      if (!isAfter && !isBefore) problems.push(`a change of ${[...change.keys()].join(', ')} is stored in part`);
    }
    for (const identifier of new Set([...this.#confirmed.keys(), ...actual.keys()])) {
      const found = actual.get(identifier) ?? null;
      if (open.has(identifier) || same(found, this.of(identifier))) continue;
      problems.push(`${identifier} is ${JSON.stringify(found)}, not ${JSON.stringify(this.of(identifier))}`);
    }
    this.#open.clear();
    this.#confirmed = new Map(actual);
    return problems;
  }
}
