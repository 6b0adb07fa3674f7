/** A value that is changed continuously over HTTP: its confirmed and its pending state. */

export interface LedgerOptions {
  what: string;
  /** The values, in turn. */
  values: readonly number[];
  /** @throws without a response */
  change(url: string, value: number): Promise<{ status: number }>;
  read(url: string): Promise<number>;
}

export class Ledger {
  readonly #options: LedgerOptions;
  #turn = 0;
  #confirmed: number | undefined;
  #open: number | undefined;
  /** Confirmed changes. */
  changes = 0;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /** Changes it until the service does not respond. @returns refusals */
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
        // The service was killed: the change may have been applied or not.
        return refusals;
      }
    }
  }

  /** Compares with the state after a start, and adopts it. @returns differences */
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
