/** Decimal digits that a double always has. */
const DIGITS = 15;

/** `toFixed` accepts no more. */
const MAX_DECIMALS = 100;

/**
 * `a` minus `b` without the rounding errors of doubles: 23.1 minus 21.1 is 2. Correct to the 15 digits of the larger.
 */
export function difference(a: number, b: number): number {
  const exact = a - b;
  if (Number.isInteger(exact)) return exact;
  const decimals = DIGITS - 1 - Math.floor(Math.log10(Math.max(Math.abs(a), Math.abs(b))));
  return decimals >= 0 && decimals <= MAX_DECIMALS ? Number(exact.toFixed(decimals)) : exact;
}
