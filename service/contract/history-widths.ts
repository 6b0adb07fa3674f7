/** The widths of buckets, shared by service and window. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Bucket widths in milliseconds, ascending. Buckets start at multiples of their width since 1970 (UTC). Widths of at
 * least a minute are whole minutes, of at least an hour whole hours, so that stored aggregates add up exactly.
 */
export const BUCKET_WIDTHS_MS: readonly number[] = [
  ...[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5].map((count) => Math.round(count * SECOND)),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 28, 56, 112, 364].map((count) => count * DAY),
];

/** The widths of the stored aggregates, in milliseconds. */
export const HISTORY_LEVEL_MS = { minute: MINUTE, hour: HOUR } as const;

/** Maximum points per channel in one response. */
export const MAX_HISTORY_POINTS = 20_000;

/** Maximum channels in one query. */
export const MAX_HISTORY_CHANNELS = 64;

/**
 * The smallest width that covers a range with at most `points` buckets.
 * @param from and `to` in milliseconds since 1970, `from` before `to`
 * @param points at least 2
 */
export function bucketWidth(from: number, to: number, points: number): number {
  const fits = (width: number): boolean => Math.ceil(to / width) - Math.floor(from / width) <= points;
  return BUCKET_WIDTHS_MS.find(fits) ?? widest(from, to, points);
}

/** For centuries in a few points: whole multiples of the largest width. */
function widest(from: number, to: number, points: number): number {
  const greatest = BUCKET_WIDTHS_MS.at(-1) ?? DAY;
  // A bucket can start before the range.
  return greatest * Math.max(1, Math.ceil((to - from) / greatest / Math.max(1, points - 1)));
}
