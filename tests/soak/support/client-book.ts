/** The expected MQTT clients, by requested and confirmed changes. */

/** The part of a client that changes affect. */
export interface Entry {
  name: string;
  port: number;
  keep_alive: number;
  password_set: boolean;
}

/** Clients by identifier; null is a missing one. */
export type Entries = ReadonlyMap<string, Entry | null>;

function same(one: Entry | null, other: Entry | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export class ClientBook {
  #confirmed = new Map<string, Entry | null>();
  /** Pending changes. */
  readonly #open = new Set<Entries>();

  /** The confirmed state of a client. */
  of(identifier: string): Entry | null {
    return this.#confirmed.get(identifier) ?? null;
  }

  /** Records a change before its request. Concurrent changes affect different clients. */
  begin(change: Entries): void {
    this.#open.add(change);
  }

  /** The change was confirmed or refused. */
  settle(change: Entries, done: boolean): void {
    this.#open.delete(change);
    if (done) for (const [identifier, entry] of change) this.#confirmed.set(identifier, entry);
  }

  /** Number of changes without a response. */
  get openChanges(): number {
    return this.#open.size;
  }

  /**
   * Compares with the actual clients, and adopts them: a pending change is applied completely or not at all, everything
   * else is as confirmed.
   * @returns differences
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
