/** Clocks that differ by no more than this, and the way an answer takes, count as one clock. In milliseconds. */
const TOLERANCE_MS = 1000;

/** What is told is compared in stretches of this, in milliseconds: more than a pause between two answers. */
const STRETCH_MS = 5000;

/**
 * The service's time, told by its status: its clock can differ from this computer's where the page comes through a
 * tunnel. The least delayed answer of the last two stretches says most about the clocks. A clock that is ahead shows at
 * once; one that is behind looks like a delay, and is believed after a whole stretch.
 */
export class ServiceClock {
  readonly #now: () => number;
  #stretchStart = Number.NEGATIVE_INFINITY;
  #present = Number.NEGATIVE_INFINITY;
  #previous = Number.NEGATIVE_INFINITY;
  #offset = 0;

  /** @param now this computer's time in milliseconds since 1970 */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** How far the service's clock is ahead of this computer's, in milliseconds; 0 while they count as one. */
  get offset(): number {
    return this.#offset;
  }

  /** The service's time in milliseconds since 1970. */
  readonly now = (): number => this.#now() + this.#offset;

  /** The service told its time. @param at milliseconds since 1970; what is not a finite number is ignored */
  observe(at: number): void {
    if (!Number.isFinite(at)) return;
    const now = this.#now();
    // This computer's own clock may be set back.
    if (now - this.#stretchStart >= STRETCH_MS || now < this.#stretchStart) {
      this.#previous = this.#present;
      this.#present = Number.NEGATIVE_INFINITY;
      this.#stretchStart = now;
    }
    this.#present = Math.max(this.#present, at - now);
    const ahead = Math.max(this.#present, this.#previous);
    const isBehind = ahead < -TOLERANCE_MS && this.#previous !== Number.NEGATIVE_INFINITY;
    this.#offset = ahead > TOLERANCE_MS || isBehind ? ahead : 0;
  }
}
