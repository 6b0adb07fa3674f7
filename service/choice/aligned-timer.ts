import type { Clock } from '../support/clock.ts';

/** Longest time until the wall clock is read again, in milliseconds: it may have been set. */
const MAX_WAIT_MS = 60_000;

export interface AlignedTimerOptions {
  /** Length of an interval, in milliseconds. */
  intervalMs: number;
  clock: Pick<Clock, 'now'>;
  /** @param now milliseconds since 1970; also called between the ends of long intervals */
  onTick(now: number): void;
}

/** Ticks at the multiples of an interval since 1970, on the wall clock, until `stop`. */
export class AlignedTimer {
  readonly #options: AlignedTimerOptions;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: AlignedTimerOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#timer) return;
    const { intervalMs, clock } = this.#options;
    const now = clock.now();
    const untilEnd = (Math.floor(now / intervalMs) + 1) * intervalMs - now;
    this.#timer = setTimeout(() => this.#tick(), Math.min(untilEnd, MAX_WAIT_MS));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    this.#timer = undefined;
    this.start();
    this.#options.onTick(this.#options.clock.now());
  }
}
