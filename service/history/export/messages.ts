/** What main thread and worker of an export say to each other. Arrays are handed over, never copied. */

/** A piece of a file goes out when it has about so many bytes. */
export const CHUNK_BYTES = 128 * 1024;

/** So many pieces at most are on their way to whoever reads: more are made when one was taken. */
export const MAX_CHUNKS_IN_FLIGHT = 3;

export type FromWorker =
  /** Wants readings of a channel, by its place in the plan. One question at a time for each channel. */
  | { kind: 'read'; channel: number; from: number }
  /** The first readings came: what follows is the file. */
  | { kind: 'begun' }
  | { kind: 'piece'; bytes: Uint8Array<ArrayBuffer>; rows: number; readings: number }
  | { kind: 'end'; rows: number; readings: number }
  | { kind: 'failed'; reason: string };

export type ToWorker =
  | { kind: 'slice'; channel: number; at: Float64Array; value: Float64Array; next: number | null }
  /** One piece was taken. */
  | { kind: 'taken' };
