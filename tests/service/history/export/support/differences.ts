/** Comparing what is too long to be shown when it differs. */

/** The first places where two lists differ, with what stands there; empty where they are the same. */
export function differences(
  actual: readonly unknown[] | undefined,
  expected: readonly unknown[],
): { place: number; actual: unknown; expected: unknown }[] {
  const found = [];
  const length = Math.max(actual?.length ?? 0, expected.length);
  for (let place = 0; place < length && found.length < 5; place += 1) {
    const pair = { place, actual: actual?.[place], expected: expected[place] };
    const isSame =
      typeof pair.expected === 'object' && pair.expected !== null
        ? JSON.stringify(pair.actual) === JSON.stringify(pair.expected)
        : Object.is(pair.actual, pair.expected);
    if (!isSame) found.push(pair);
  }
  return found;
}
