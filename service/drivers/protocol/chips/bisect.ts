/** Enough halvings to leave no double between the ends of any interval used here. */
const HALVINGS = 80;

/**
 * Solves a rising function by halving the interval. The error is that of doubles: below 1e-9 for temperatures.
 * @param rising rises from `low` to `high`, with `value` in its range
 */
export function bisect(rising: (at: number) => number, value: number, low: number, high: number): number {
  let [below, above] = [low, high];
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (below + above) / 2;
    if (rising(middle) < value) below = middle;
    else above = middle;
  }
  return (below + above) / 2;
}
