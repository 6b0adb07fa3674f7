/** A value that is changed over HTTP without a pause: what was confirmed of it, and what was not answered. */

export interface LedgerOptions {
  what: string;
  /** What it is changed to in turn. */
  values: readonly number[];
  /** @throws when there is no answer */
  change(url: string, value: number): Promise<{ status: number }>;
  read(url: string): Promise<number>;
}

export class Ledger {
  readonly #options: LedgerOptions;
  #turn = 0;
  #confirmed: number | undefined;
  #open: number | undefined;
  /** Changes that were confirmed. */
  changes = 0;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /** Changes it until the service does not answer any more. @returns what was refused */
  async run(url: string): Promise<string[]> {
    const { what, values, change } = this.#options;
    const refusals: string[] = [];
    for (;;) {
      this.#turn += 1;
      const value = values[this.#turn % values.length] ?? 0;
      this.#open = value;
      try {
        const { status } = await change(url, value);
        if (status !== 200) refusals.push(`${what} to ${value}: ${status}`);
        else {
          this.#confirmed = value;
          this.changes += 1;
        }
        this.#open = undefined;
      } catch {
        // The service is gone: the change may have been made or not.
        return refusals;
      }
    }
  }

  /** Compares with what a new start has, and takes it over. @returns what does not agree */
  async audit(url: string): Promise<string[]> {
    const { what, read } = this.#options;
    const found = await read(url);
    const [confirmed, open] = [this.#confirmed, this.#open];
    const isRight = confirmed === undefined || found === confirmed || found === open;
    this.#confirmed = found;
    this.#open = undefined;
    return isRight ? [] : [`${what} is ${found}, confirmed was ${confirmed}, under way was ${open}`];
  }
}
