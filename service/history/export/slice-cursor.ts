/** A cursor whose readings come in slices; the next is on its way while one is gone through. */
import type { Slice } from '../types.ts';
import type { Cursor } from './rows.ts';

const NOTHING = new Float64Array(0);

export class SliceCursor implements Cursor {
  readonly #ask: (from: number) => Promise<Slice>;
  #coming: Promise<Slice> | undefined;
  at = NOTHING as Float64Array;
  value = NOTHING as Float64Array;
  index = 0;

  /** @param ask for readings from a moment on; the first is asked for at once */
  constructor(ask: (from: number) => Promise<Slice>, from: number) {
    this.#ask = ask;
    this.#coming = ask(from);
  }

  async fill(): Promise<void> {
    while (this.index === this.at.length && this.#coming) {
      const { at, value, next } = await this.#coming;
      this.#coming = next === null ? undefined : this.#ask(next);
      this.at = at;
      this.value = value;
      this.index = 0;
    }
    if (this.index === this.at.length && this.index > 0) {
      this.at = NOTHING;
      this.value = NOTHING;
      this.index = 0;
    }
  }
}
