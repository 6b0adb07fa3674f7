export interface LookTimerOptions {
  /** One look. Never throws. */
  look(): Promise<void>;
  /** Until the next look, in milliseconds; asked anew each time. */
  intervalMs(): number;
  /** Until a look that was asked for, in milliseconds. */
  settleMs: number;
}

/** Looks again and again, one look at a time, and soon after it is asked to. */
export class PollTimer {
  readonly #options: LookTimerOptions;
  #timer: NodeJS.Timeout | undefined;
  /** Before the start, and during a look: what is asked for then waits. */
  #busy = true;
  #asked = false;
  #stopped = false;

  constructor(options: LookTimerOptions) {
    this.#options = options;
  }

  /** The first look comes after an interval. */
  start(): void {
    this.#next();
  }

  /** Asks for a look: after the one that is under way, if there is one. */
  soon(): void {
    if (this.#asked) return;
    this.#asked = true;
    if (!this.#busy) this.#wait(this.#options.settleMs);
  }

  /** No look begins after this. One that is under way goes on. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => void this.#look(), ms);
  }

  #next(): void {
    this.#busy = false;
    this.#wait(this.#asked ? this.#options.settleMs : this.#options.intervalMs());
  }

  async #look(): Promise<void> {
    this.#busy = true;
    this.#asked = false;
    await this.#options.look();
    this.#next();
  }
}
