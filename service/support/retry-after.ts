/** Bounds of a pause that a server asks for, in milliseconds. */
const MIN_MS = 1000;
const MAX_MS = 3_600_000;

/**
 * The header `Retry-After` (RFC 9110, 10.2.3): seconds, or an HTTP date.
 * @param now milliseconds since 1970
 * @returns milliseconds, 1 s to 1 h; undefined if it is missing or invalid
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (text === '') return undefined;
  const wanted = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(wanted) ? Math.min(MAX_MS, Math.max(MIN_MS, wanted)) : undefined;
}
