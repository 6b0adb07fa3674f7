export interface RateLimitOptions {
  /** Minimum time between two runs, in milliseconds. */
  intervalMs: number;
  run(): void;
}

/** Runs at once on the first request; requests within the interval cause one run at its end. */
export class RateLimit {
  readonly #options: RateLimitOptions;
  #timer: NodeJS.Timeout | undefined;
  #asked = false;

  constructor(options: RateLimitOptions) {
    this.#options = options;
  }

  request(): void {
    if (this.#timer) {
      this.#asked = true;
      return;
    }
    this.#run();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#asked = false;
  }

  #run(): void {
    this.#asked = false;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#asked) this.#run();
    }, this.#options.intervalMs);
    this.#options.run();
  }
}
