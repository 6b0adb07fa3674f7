/** What several runs say together. */

/** The middle of several runs and how far they lie apart. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

/** @throws Error without values: a measurement that did not run must not look like one */
export function spreadOf(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), min: quantile(values, 0), max: quantile(values, 1) };
}

/** The value below which the share `q` (0 to 1) of all lies, between two neighbours in proportion. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = q * (sorted.length - 1);
  const low = sorted[Math.floor(place)];
  const high = sorted[Math.ceil(place)];
  if (low === undefined || high === undefined) throw new Error('There is nothing to take a quantile of.');
  return low + (high - low) * (place - Math.floor(place));
}
