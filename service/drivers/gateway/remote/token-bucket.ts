/** A limit per second that allows bursts. */
import type { Clock } from '../../../support/clock.ts';

export class TokenBucket {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #size: Record<'perSecond' | 'atOnce', number>;
  #tokens: number;
  #filledAt: number;

  constructor(clock: Pick<Clock, 'monotonic'>, size: Record<'perSecond' | 'atOnce', number>) {
    this.#clock = clock;
    this.#size = size;
    this.#tokens = size.atOnce;
    this.#filledAt = clock.monotonic();
  }

  /**
   * Takes the cost; returns false and takes nothing if there are too few tokens.
   * @param rest tokens to leave
   */
  take(cost: number, rest = 0): boolean {
    this.#refill();
    if (cost + rest > this.#tokens) return false;
    this.#tokens -= cost;
    return true;
  }

  /**
   * Takes the cost even if there are too few tokens.
   * @param rest tokens to leave
   * @returns milliseconds until they are there again
   */
  borrow(cost: number, rest = 0): number {
    this.#refill();
    this.#tokens -= cost;
    return Math.max(0, ((rest - this.#tokens) / this.#size.perSecond) * 1000);
  }

  #refill(): void {
    const now = this.#clock.monotonic();
    const { perSecond, atOnce } = this.#size;
    this.#tokens = Math.min(atOnce, this.#tokens + ((now - this.#filledAt) / 1000) * perSecond);
    this.#filledAt = now;
  }
}
