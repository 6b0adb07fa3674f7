/** Messages between the main thread and the worker of an export. Arrays are transferred, not copied. */

/** Approximate, in bytes. */
export const CHUNK_BYTES = 128 * 1024;

/** Chunks in flight to the reader; more are made as they are taken. */
export const MAX_CHUNKS_IN_FLIGHT = 3;

export type FromWorker =
  /** Requests readings of a channel, given by its index in the plan; one request per channel at a time. */
  | { kind: 'read'; channel: number; from: number }
  /** The first readings arrived; chunks of the file follow. */
  | { kind: 'begun' }
  | { kind: 'progress'; rows: number; readings: number }
  | { kind: 'piece'; bytes: Uint8Array<ArrayBuffer>; rows: number; readings: number }
  | { kind: 'end'; rows: number; readings: number }
  | { kind: 'failed'; reason: string };

export type ToWorker =
  | { kind: 'slice'; channel: number; at: Float64Array; value: Float64Array; next: number | null }
  | { kind: 'taken' };
