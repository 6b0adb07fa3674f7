import type { Message } from '../types.ts';

/**
 * The highest ordinal that a file is believed, as a damaged one may name any: so many messages were never written, and
 * as many more can be numbered after it.
 */
export const MAX_SEQUENCE = 2 ** 52;

/** A file with messages: those numbered from `first` to `last`, without those that were settled before they were written. */
export interface Segment {
  readonly first: number;
  /** `first - 1` while there is none in it. */
  last: number;
  /** Bytes up to the end of the last whole record that is safely on disk. */
  size: number;
  /** What of it waits and is on disk alone. */
  stored: { messages: number; bytes: number };
}

/** Where a message is on disk. */
export interface SegmentPosition {
  segment: Segment;
  /** Counts the messages that were ever written, from 1, across restarts. */
  ordinal: number;
  /** Of its record in the segment, in bytes. */
  offset: number;
}

/** A message in memory. */
export interface QueuedMessage extends Message {
  /** UTF-8 bytes of topic and payload. */
  readonly bytes: number;
  /** Counts the messages pushed since the start, from 1; 0 for one that was read from disk. */
  readonly sequence: number;
  /** Undefined while it is not safely on disk. */
  place: SegmentPosition | undefined;
  /** It is being written just now. */
  writing: boolean;
  /** Delivered, refused or dropped, which may happen while it is being written. */
  done: boolean;
  /**
   * It was taken before older messages were found on disk. Written behind them it would change its place in the queue,
   * so it is written only at the end.
   */
  memoryOnly: boolean;
}

/** What was read back from a segment. */
export interface LoadedMessage extends Message {
  /** UTF-8 bytes of topic and payload. */
  bytes: number;
  place: SegmentPosition;
}

/** A message that came just now. */
export function newEntry({ topic, payload, at }: Message, sequence: number): QueuedMessage {
  const bytes = Buffer.byteLength(topic) + Buffer.byteLength(payload);
  return { topic, payload, at, bytes, sequence, place: undefined, writing: false, done: false, memoryOnly: false };
}

/** A message that was read back. */
export function readEntry(message: LoadedMessage): QueuedMessage {
  return { ...message, sequence: 0, writing: false, done: false, memoryOnly: false };
}
