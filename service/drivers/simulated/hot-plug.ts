/** Occasionally disconnects one simulated device for a while, as users do. */
import { uniform } from './random.ts';

/** Shortest and longest time plugged in, and the time unplugged, in milliseconds. */
const PLUGGED_MS = { min: 2 * 60_000, max: 6 * 60_000 } as const;
const UNPLUGGED_MS = 20_000;

export interface HotPlugOptions {
  /** Determines the times: equal keys, equal times. */
  key: number;
  unplug(): void;
  plug(): void;
}

export class HotPlug {
  readonly #options: HotPlugOptions;
  #timer: NodeJS.Timeout | undefined;
  #count = 0;

  constructor(options: HotPlugOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#timer) return;
    const { min, max } = PLUGGED_MS;
    this.#after(min + (max - min) * uniform(this.#options.key, this.#count), () => {
      this.#options.unplug();
      this.#after(UNPLUGGED_MS, () => {
        this.#options.plug();
        this.#count += 1;
        this.#timer = undefined;
        this.start();
      });
    });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #after(delayMs: number, then: () => void): void {
    this.#timer = setTimeout(then, delayMs);
  }
}
