/** So many halvings leave no double between the two ends of any interval that is asked for here. */
const HALVINGS = 80;

/**
 * Where a function that rises between two ends has a value, by halving the interval. The error is that of the doubles:
 * below 1e-9 for temperatures.
 * @param rising a function that rises from `low` to `high`, with `value` between what it is at the two
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
