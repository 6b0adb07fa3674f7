/**
 * Limits of the live samples in a window. A point is two doubles: 16 bytes.
 *
 * | tier   | one pair of points per | points | memory  | reaches back (10 Hz / 1 Hz) |
 * |--------|------------------------|--------|---------|-----------------------------|
 * | raw    | (every sample)         | 16,384 | 256 KiB | 27 min / 4.5 h              |
 * | fold 1 | second                 |  8,192 | 128 KiB | 68 min / 2.2 h              |
 * | fold 2 | 12 seconds             | 16,384 | 256 KiB | 27 h / 27 h                 |
 *
 * A channel takes 6 KiB when it is new and at most 640 KiB. All channels together stay within MEMORY_LIMIT. Older
 * readings come from the history.
 */

/** Initial capacity of a ring, which then doubles. A power of two. */
export const INITIAL_POINTS = 128;

/** Per channel. A power of two. */
export const RAW_POINTS = 16_384;

/** Finest first: bucket width in milliseconds, and points (two per bucket). */
export const FOLD_TIERS: readonly { bucketMs: number; points: number }[] = [
  { bucketMs: 1000, points: 8192 },
  { bucketMs: 12_000, points: 16_384 },
];

/** Time and value. */
export const POINT_BYTES = 16;

/** For all devices: 204 channels at full length. */
export const MEMORY_LIMIT = 128 * 1024 * 1024;

/** An older sample means that the clock was set back. */
export const LATE_MS = 5000;

/** Samples this close are always joined. */
export const ALWAYS_JOINED_MS = 2000;

/** Otherwise joined up to this many usual intervals. */
export const JOINED_INTERVALS = 3;
