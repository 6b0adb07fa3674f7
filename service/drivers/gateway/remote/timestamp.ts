/**
 * A timestamp of the contract, to the millisecond.
 * @returns milliseconds since 1970; undefined for any other form, and for moments that no calendar has
 */
export function parseTimestamp(text: unknown): number | undefined {
  if (typeof text !== 'string' || text.length !== 24) return undefined;
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString() === text ? at : undefined;
}
