/** The numbers an emulated instrument shows. */
import type { Column } from './products.ts';
import { randomSource } from './random.ts';

/** Digits after the point until FRAC says otherwise: what published lines of a PTH450 show. */
const DEFAULT_DIGITS = 4;

/** One round of the slow waves, in seconds, and how much longer each further column takes. */
const ROUND_S = 120;
const ROUND_STEP_S = 37;

export class Values {
  readonly #columns: readonly Column[];
  readonly #phases: number[];
  /** Fixed texts by column; where there is none, the wave speaks. */
  #fixed: readonly string[];
  /** Digits after the point, null until FRAC was given. */
  digits: number | null = null;

  constructor(columns: readonly Column[], fixed: readonly string[], seed: number) {
    const random = randomSource(seed);
    this.#columns = columns;
    this.#phases = columns.map(() => random() * 2 * Math.PI);
    this.#fixed = fixed;
  }

  /** Shows these numbers from now on; an empty list lets the waves speak again. */
  fix(fixed: readonly string[]): void {
    this.#fixed = fixed;
  }

  /** The texts of all columns at a moment, in seconds on any clock that only goes forward. */
  at(seconds: number): string[] {
    return this.#columns.map((column, index) => {
      const fixed = this.#fixed[index];
      if (fixed === undefined) return this.#format(column, this.#wave(column, index, seconds));
      // Until FRAC a fixed number stands as it was given, so that published lines come out byte by byte.
      const asGiven = this.digits === null || !Number.isFinite(Number(fixed));
      return asGiven ? fixed : this.#format(column, Number(fixed));
    });
  }

  #wave(column: Column, index: number, seconds: number): number {
    const angle = (2 * Math.PI * seconds) / (ROUND_S + index * ROUND_STEP_S) + (this.#phases[index] ?? 0);
    return column.base + column.swing * Math.sin(angle);
  }

  #format(column: Column, value: number): string {
    return value.toFixed(column.whole ? 0 : (this.digits ?? DEFAULT_DIGITS));
  }
}
