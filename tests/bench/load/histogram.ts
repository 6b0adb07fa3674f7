/** Many durations in little memory: counts per microsecond up to a limit, the rest in the last bin. */
const BINS = 2_000_000;

export class Histogram {
  readonly #counts = new Uint32Array(BINS);
  #total = 0;

  get total(): number {
    return this.#total;
  }

  /** @param milliseconds from 0; above 2000 they count as 2000 */
  add(milliseconds: number): void {
    const bin = Math.min(BINS - 1, Math.floor(milliseconds * 1000));
    this.#counts[bin] = (this.#counts[bin] ?? 0) + 1;
    this.#total += 1;
  }

  /** In milliseconds, to a microsecond. */
  quantile(q: number): number {
    let left = Math.ceil(q * this.#total);
    const bin = this.#counts.findIndex((count) => (left -= count) <= 0);
    return bin / 1000;
  }
}
