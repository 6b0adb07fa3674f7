/** Default gathering time, in milliseconds. */
const GATHER_MS = 250;

/** Pause before a failed write is retried, in milliseconds. */
const RETRY_MS = 5000;

/** Runs at most one write at a time and one per gathering time. Retries failed writes. */
export class CoalescedWriter {
  readonly #write: () => Promise<boolean>;
  readonly #gatherMs: number;
  #isDue = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<unknown> | undefined;

  /**
   * @param write writes the complete current state; resolves to false on failure; never rejects
   * @param gatherMs how long requests are collected before a write, in milliseconds
   */
  constructor(write: () => Promise<boolean>, gatherMs = GATHER_MS) {
    this.#write = write;
    this.#gatherMs = gatherMs;
  }

  /** Does nothing after `stop`. */
  request(): void {
    if (this.#isStopped) return;
    this.#isDue = true;
    if (!this.#timer && !this.#writing) this.#startTimer(this.#gatherMs);
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
    if (this.#isDue && !this.#isStopped) this.#startTimer(isWritten ? this.#gatherMs : RETRY_MS);
  }

  #startTimer(ms: number): void {
    this.#timer = setTimeout(() => void this.#run(), ms);
  }
}
