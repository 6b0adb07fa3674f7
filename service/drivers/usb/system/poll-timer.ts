export interface PollTimerOptions {
  /** Never throws. */
  poll(): Promise<void>;
  /** Time until the next look, in milliseconds; evaluated each time. */
  intervalMs(): number;
  /** Time until a requested look, in milliseconds. */
  settleMs: number;
}

/** Calls `look` regularly, one at a time, and soon after a request. */
export class PollTimer {
  readonly #options: PollTimerOptions;
  #timer: NodeJS.Timeout | undefined;
  /** True before the start and during a look; requests then wait. */
  #busy = true;
  #isRequested = false;
  #stopped = false;

  constructor(options: PollTimerOptions) {
    this.#options = options;
  }

  /** The next look comes after an interval, or soon if it was requested. */
  start(): void {
    this.#busy = false;
    this.#wait(this.#isRequested ? this.#options.settleMs : this.#options.intervalMs());
  }

  /** Requests a look, after the current one if there is one. */
  soon(): void {
    if (this.#isRequested) return;
    this.#isRequested = true;
    if (!this.#busy) this.#wait(this.#options.settleMs);
  }

  /** Starts no further look. The current one continues. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => void this.#poll(), ms);
  }

  async #poll(): Promise<void> {
    this.#busy = true;
    this.#isRequested = false;
    await this.#options.poll();
    this.start();
  }
}
