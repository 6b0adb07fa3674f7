/** Randomness that a seed repeats. */
export class Random {
  #state: number;

  /** @param seed a whole number that is not 0 */
  constructor(seed: number) {
    this.#state = seed >>> 0 || 1;
  }

  /** In [0, 1): a shift register of 32 bits (G. Marsaglia, Xorshift RNGs, 2003). */
  next(): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) / 2 ** 32;
  }

  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** @throws Error for an empty list */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.whole(0, items.length - 1)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  }

  /** So many different ones, or all. */
  some<Item>(items: readonly Item[], count: number): Item[] {
    return items
      .map((item) => ({ item, place: this.next() }))
      .toSorted((one, other) => one.place - other.place)
      .slice(0, count)
      .map(({ item }) => item);
  }
}
