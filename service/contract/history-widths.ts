/** Into how wide buckets the history divides time: pure rules that service and GUI share. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The widths of buckets, in milliseconds, in order. Buckets begin at whole multiples of their width since 1970 (UTC).
 * Each from a minute on is made of whole minutes, each from an hour on of whole hours: so every bucket is exactly the
 * sum of smaller ones that are kept.
 */
export const BUCKET_WIDTHS_MS: readonly number[] = [
  ...[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5].map((count) => Math.round(count * SECOND)),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 28, 56, 112, 364].map((count) => count * DAY),
];

/** What is kept beside the readings themselves: sums by the minute and by the hour. Widths in milliseconds. */
export const HISTORY_LEVEL_MS = { minute: MINUTE, hour: HOUR } as const;

/** The most points that may be asked for in one answer, per channel. */
export const MAX_HISTORY_POINTS = 20_000;

/** The most channels in one question. */
export const MAX_HISTORY_CHANNELS = 64;

/**
 * The least width whose buckets cover a stretch of time with no more than so many.
 * @param from and `to` in milliseconds since 1970, `from` before `to`
 * @param points at least 2
 */
export function bucketWidth(from: number, to: number, points: number): number {
  const fits = (width: number): boolean => Math.ceil(to / width) - Math.floor(from / width) <= points;
  return BUCKET_WIDTHS_MS.find(fits) ?? widest(from, to, points);
}

/** Centuries in a few points: whole multiples of the greatest width. */
function widest(from: number, to: number, points: number): number {
  const greatest = BUCKET_WIDTHS_MS.at(-1) ?? DAY;
  // One bucket may be cut at either end.
  return greatest * Math.max(1, Math.ceil((to - from) / greatest / Math.max(1, points - 1)));
}
