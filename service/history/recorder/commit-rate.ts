/** How many readings are committed in a second, over the last minute. */

const WINDOW_S = 60;

export class CommitRate {
  /** Readings by second, the newest last. */
  readonly #seconds: { second: number; readings: number }[] = [];
  #begun: number | undefined;

  /** @param monotonic now, in milliseconds */
  add(readings: number, monotonic: number): void {
    this.#begun ??= monotonic;
    const second = Math.floor(monotonic / 1000);
    const last = this.#seconds.at(-1);
    if (last?.second === second) last.readings += readings;
    else this.#seconds.push({ second, readings });
    if (this.#seconds.length > WINDOW_S) this.#seconds.shift();
  }

  /** Readings per second over the last minute, or since the first commit where that is less long ago. */
  perSecond(monotonic: number): number {
    if (this.#begun === undefined) return 0;
    const oldest = Math.floor(monotonic / 1000) - WINDOW_S;
    const sum = this.#seconds.reduce((total, { second, readings }) => total + (second > oldest ? readings : 0), 0);
    const seconds = Math.min(WINDOW_S, Math.max(1, (monotonic - this.#begun) / 1000));
    return Math.round((sum / seconds) * 10) / 10;
  }
}
