import * as z from 'zod';
import { MAX_BRIDGED_MS } from './limits.ts';

/** A time integral that can be continued later. */
export const integralStateSchema = z.strictObject({
  total: z.number(),
  /** Time of the newest reading, if it has a value. */
  at: z.number().nullable(),
  value: z.number().nullable(),
  /** Nothing before this time counts. */
  from: z.number(),
});
export type IntegralState = z.infer<typeof integralStateSchema>;

/** Area of a trapezoid, or of its part above 0. */
function areaOf(first: number, last: number, width: number, aboveZero: boolean): number {
  if (!aboveZero || (first >= 0 && last >= 0)) return ((first + last) / 2) * width;
  const highest = Math.max(first, last);
  // The line crosses 0: a triangle is above.
  return highest <= 0 ? 0 : ((highest * highest) / (2 * Math.abs(last - first))) * width;
}

/**
 * Time integral by trapezoids between neighboring readings, in value times seconds. A reading without a value and a gap
 * of more than `MAX_BRIDGED_MS` are not bridged.
 */
export class Integral {
  readonly #aboveZero: boolean;
  #state: IntegralState;
  /** Lost digits of the sum (Kahan), so that months of small areas add up. */
  #lost = 0;

  /** @param options.aboveZero counts only the part above 0 */
  constructor(state: IntegralState | undefined, options: { aboveZero: boolean }) {
    this.#state = state ? { ...state } : { total: 0, at: null, value: null, from: -Infinity };
    this.#aboveZero = options.aboveZero;
  }

  get state(): IntegralState {
    const { from, ...others } = this.#state;
    return { ...others, from: Math.max(from, 0) };
  }

  /** @returns the integral until now; its last value while `value` is NaN */
  push(at: number, value: number): number {
    const { at: lastAt, value: last } = this.#state;
    if (Number.isNaN(value)) {
      [this.#state.at, this.#state.value] = [null, null];
      return this.#state.total;
    }
    if (lastAt !== null && last !== null && at - lastAt <= MAX_BRIDGED_MS && at > this.#state.from) {
      const from = Math.max(lastAt, this.#state.from);
      const first = last + ((value - last) * (from - lastAt)) / (at - lastAt || 1);
      this.#add(areaOf(first, value, (at - from) / 1000, this.#aboveZero));
    }
    [this.#state.at, this.#state.value] = [at, value];
    return this.#state.total;
  }

  /** Sets the integral to 0 from this time on. */
  reset(at: number): void {
    this.#state.total = 0;
    this.#state.from = at;
    this.#lost = 0;
  }

  #add(area: number): void {
    const corrected = area - this.#lost;
    const total = this.#state.total + corrected;
    // Beyond the range of numbers: as a gap, so that the integral remains one.
    if (!Number.isFinite(total)) return;
    this.#lost = total - this.#state.total - corrected;
    this.#state.total = total;
  }
}
