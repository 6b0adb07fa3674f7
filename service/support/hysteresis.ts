/**
 * The value at which an exceeded limit is no longer exceeded.
 * @param back distance inside the limit: positive below an upper limit, negative above a lower one
 */
export function clearingValue(limit: number, back: number): number {
  if (back === 0) return limit;
  // 0.3 minus 0.1 is 0.19999999999999998 in doubles, and a reading of 0.2 must clear the limit.
  const exact = limit - back;
  const rounded = Number(exact.toPrecision(15));
  return back > 0 ? Math.min(Math.max(exact, rounded), limit) : Math.max(Math.min(exact, rounded), limit);
}
