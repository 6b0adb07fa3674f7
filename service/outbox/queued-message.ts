import type { StoredMessage } from './record.ts';
import type { Message } from './types.ts';

/**
 * Highest ordinal accepted from a file, since a damaged one may contain any: never reached in practice, and leaves
 * as many to use.
 */
export const MAX_SEQUENCE = 2 ** 52;

/** A file of messages numbered `first` to `last`, without those settled before they were written. */
export interface Segment {
  readonly first: number;
  /** `first - 1` if it is empty. */
  last: number;
  /** Bytes up to the end of the last complete synced record. */
  size: number;
  /** Waiting messages in it that are only on disk. */
  stored: { messages: number; bytes: number };
}

export interface SegmentPosition {
  segment: Segment;
  /** Counts written messages, from 1, across restarts. */
  ordinal: number;
  /** Of its record in the segment, in bytes. */
  offset: number;
}

export interface QueuedMessage extends Message {
  /** UTF-8 bytes of topic and payload. */
  readonly bytes: number;
  /** Counts messages pushed since startup, from 1; 0 for one read from disk. */
  readonly sequence: number;
  /** Undefined until it is synced to disk. */
  place: SegmentPosition | undefined;
  /** Being written. */
  writing: boolean;
  /** Delivered, refused or discarded; may happen while it is being written. */
  done: boolean;
  /**
   * Taken before older messages were found on disk. Writing it behind them would change the order, so it is only
   * written on stop.
   */
  memoryOnly: boolean;
}

export function newEntry({ topic, payload, at }: Message, sequence: number): QueuedMessage {
  const bytes = Buffer.byteLength(topic) + Buffer.byteLength(payload);
  return { topic, payload, at, bytes, sequence, place: undefined, writing: false, done: false, memoryOnly: false };
}

/** A message read from a segment. */
export function readEntry({ topic, payload, at, bytes }: StoredMessage, place: SegmentPosition): QueuedMessage {
  return { topic, payload, at, bytes, sequence: 0, place, writing: false, done: false, memoryOnly: false };
}
