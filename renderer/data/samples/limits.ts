/**
 * How much the window remembers of what it was told. A point is two doubles: 16 bytes.
 *
 * | tier   | one pair of points per | points | memory  | reaches back (10 Hz / 1 Hz) |
 * |--------|------------------------|--------|---------|-----------------------------|
 * | raw    | (every sample)         | 16,384 | 256 KiB | 27 min / 4.5 h              |
 * | fold 1 | second                 |  8,192 | 128 KiB | 68 min / 2.2 h              |
 * | fold 2 | 12 seconds             | 16,384 | 256 KiB | 27 h / 27 h                 |
 *
 * A channel therefore takes 640 KiB at most, and 6 KiB when it is new. All channels together stay within
 * MEMORY_LIMIT. What is older than this is the history's business.
 */

/** Points that a ring holds room for when it is new; it doubles from there. A power of two. */
export const INITIAL_POINTS = 128;

/** The most raw samples of one channel. A power of two. */
export const RAW_POINTS = 16_384;

/** The folded tiers, finer before coarser: width of a bucket in milliseconds, and points (two a bucket). */
export const FOLD_TIERS: readonly { bucketMs: number; points: number }[] = [
  { bucketMs: 1000, points: 8192 },
  { bucketMs: 12_000, points: 16_384 },
];

/** Bytes for one point: its time and its value. */
export const POINT_BYTES = 16;

/** Bytes for the samples of all devices together: 128 MiB, which is 204 channels at their full length. */
export const MEMORY_LIMIT = 128 * 1024 * 1024;

/** A sample that is older than the newest by no more than this arrived late, in milliseconds; older: the clock was set back. */
export const LATE_MS = 5000;

/** Two samples this close are joined whatever the sampling period, in milliseconds. */
export const ALWAYS_JOINED_MS = 2000;

/** Beyond the above, two samples are joined when this many usual intervals or fewer lie between them. */
export const JOINED_INTERVALS = 3;
