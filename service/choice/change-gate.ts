import type { ReadingChoice } from '../contract/index.ts';

/**
 * Holds back values of one channel that differ too little from the last one sent. A value passes if
 * |last - value| > deadband (OPC UA part 4, 7.22.2, absolute deadband); per cent are of the last value sent.
 */
export class ChangeGate {
  readonly #isPercent: boolean;
  readonly #deadband: number;
  readonly #longestSilence: number;
  #last: number | null = null;
  #sentAt = 0;

  constructor({ deadband, deadband_unit, longest_silence_s }: ReadingChoice) {
    this.#isPercent = deadband_unit === 'percent';
    this.#deadband = this.#isPercent ? deadband / 100 : deadband;
    this.#longestSilence = longest_silence_s === 0 ? Number.POSITIVE_INFINITY : longest_silence_s * 1000;
  }

  /**
   * Whether a value is sent; if so, it is the last one from now on.
   * @param at milliseconds since 1970; earlier than the last one sent if the clock went back
   */
  passes(at: number, value: number): boolean {
    if (!this.#isDue(at, value)) return false;
    this.#last = value;
    this.#sentAt = at;
    return true;
  }

  /** The next value passes, as after null. */
  reset(): void {
    this.#last = null;
  }

  #isDue(at: number, value: number): boolean {
    const last = this.#last;
    if (last === null || at < this.#sentAt || at - this.#sentAt >= this.#longestSilence) return true;
    const band = this.#isPercent ? Math.abs(last) * this.#deadband : this.#deadband;
    return Math.abs(last - value) > band;
  }
}
