/** Writes that are asked for one by one and made together. */

/** How long requests are gathered before they are written, in milliseconds. */
const GATHER_MS = 250;

/** How long after a write that failed it is tried again, in milliseconds. */
const RETRY_MS = 5000;

/** At most one write at a time, and one per `GATHER_MS`, however often one is asked for. One that fails is retried. */
export class CoalescedWriter {
  readonly #write: () => Promise<boolean>;
  #isDue = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<unknown> | undefined;

  /** @param write writes everything there is at that moment; false where it failed; never rejects */
  constructor(write: () => Promise<boolean>) {
    this.#write = write;
  }

  /** Asks for a write; does nothing once stopped. */
  request(): void {
    if (this.#isStopped) return;
    this.#isDue = true;
    if (!this.#timer && !this.#writing) this.#begin(GATHER_MS);
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
    const writing = this.#write();
    this.#writing = writing;
    const isWritten = await writing;
    this.#writing = undefined;
    this.#isDue ||= !isWritten;
    if (this.#isDue && !this.#isStopped) this.#begin(isWritten ? GATHER_MS : RETRY_MS);
  }

  #begin(ms: number): void {
    this.#timer = setTimeout(() => void this.#run(), ms);
  }
}
