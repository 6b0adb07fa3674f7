/** Writes that are asked for one by one and made together. */

/** How long requests are gathered before they are written, in milliseconds. */
const GATHER_MS = 250;

/** At most one write at a time, and one per `GATHER_MS`, however often one is asked for. */
export class GatheredWrites {
  readonly #write: () => Promise<void>;
  #isDue = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  /** @param write writes everything there is at that moment; never rejects */
  constructor(write: () => Promise<void>) {
    this.#write = write;
  }

  /** Asks for a write; does nothing once stopped. */
  request(): void {
    if (this.#isStopped) return;
    this.#isDue = true;
    if (this.#timer || this.#writing) return;
    this.#timer = setTimeout(() => void this.#run(), GATHER_MS);
  }

  /** Writes at once what is due; resolves when it is written, though more may be due by then. */
  async flush(): Promise<void> {
    await this.#writing;
    // Another flush may have begun it meanwhile.
    await (this.#isDue && !this.#writing ? this.#run() : this.#writing);
  }

  /** Writes what is due, and ends. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.flush();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDue = false;
    this.#writing = this.#write();
    await this.#writing;
    this.#writing = undefined;
    if (this.#isDue) this.request();
  }
}
