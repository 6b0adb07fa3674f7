/** How long requests are collected before a write, in milliseconds. */
const GATHER_MS = 250;

/** Pause before a failed write is retried, in milliseconds. */
const RETRY_MS = 5000;

/** Runs at most one write at a time and one per `GATHER_MS`. Retries failed writes. */
export class CoalescedWriter {
  readonly #write: () => Promise<boolean>;
  #isDue = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<unknown> | undefined;

  /** @param write writes the complete current state; resolves to false on failure; never rejects */
  constructor(write: () => Promise<boolean>) {
    this.#write = write;
  }

  /** Does nothing after `stop`. */
  request(): void {
    if (this.#isStopped) return;
    this.#isDue = true;
    if (!this.#timer && !this.#writing) this.#startTimer(GATHER_MS);
  }

  /** Writes pending requests at once; resolves when they are written. New requests may be pending by then. */
  async flush(): Promise<void> {
    await this.#writing;
    // Another flush may have started it.
    await (this.#isDue && !this.#writing ? this.#run() : this.#writing);
  }

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
    if (this.#isDue && !this.#isStopped) this.#startTimer(isWritten ? GATHER_MS : RETRY_MS);
  }

  #startTimer(ms: number): void {
    this.#timer = setTimeout(() => void this.#run(), ms);
  }
}
