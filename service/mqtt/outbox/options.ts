import type { Clock } from '../../support/clock.ts';
import type { Logger } from '../../support/logger.ts';
import type { Outbox, PublishRequest } from '../types.ts';

export interface OutboxLimits {
  /** Maximum age of a waiting message and the MQTT 5 message expiry, in milliseconds; at least 1000, default 7 days. */
  maxAgeMs: number;
  /** Maximum size of the folder in bytes; at least 64 KiB, default 256 MiB. The oldest segments are discarded first. */
  maxBytes: number;
  /**
   * Age at which an unacknowledged message is written to disk, in milliseconds; at least 2, default 500. Checked twice
   * in this time, so it may be written at half of it.
   */
  flushMs: number;
  /** Size at which a new segment starts, in bytes; at least 4 KiB, default 4 MiB, never more than maxBytes / 8. */
  segmentBytes: number;
  /** Messages in memory; at least 16, default 20,000. A quarter each for those in flight and those read ahead. */
  memoryMessages: number;
  /** Bytes of topics and payloads in memory; at least 64 KiB, default 16 MiB, shared in the same way. */
  memoryBytes: number;
  /** Replaces `memoryMessages` if nothing is stored; at least 16, default 4000. */
  liveMessages: number;
  /** Minimum time between writes of the position, in milliseconds; at least 1, default 1000. */
  saveMs: number;
  /** Delay before retrying a failed write, in milliseconds; default 5000. */
  retryMs: number;
}

export const DEFAULT_OUTBOX_LIMITS: OutboxLimits = {
  maxAgeMs: 7 * 24 * 3_600_000,
  maxBytes: 256 * 1024 * 1024,
  flushMs: 500,
  segmentBytes: 4 * 1024 * 1024,
  memoryMessages: 20_000,
  memoryBytes: 16 * 1024 * 1024,
  liveMessages: 4000,
  saveMs: 1000,
  retryMs: 5000,
};

/** Why messages cannot be written to disk. */
export interface OutboxProblem {
  text: string;
  remedy: string;
}

export interface OutboxOptions {
  /** Of this client only; created on demand, private to the user. */
  folder: string;
  /** Precedes each message's topic, joined by `/`, when the message is taken. */
  prefix: string;
  qos: PublishRequest['qos'];
  /**
   * Store waiting messages on disk. If false, they wait in a small queue in memory; messages of an earlier run are
   * still delivered, and only the position is written.
   */
  storing: boolean;
  clock: Clock;
  logger: Logger;
  /** Null: the folder can be written again. */
  onProblem?: (problem: OutboxProblem | null) => void;
  limits?: Partial<OutboxLimits>;
}

/** The outbox as its owner uses it. */
export interface ClientOutbox extends Outbox {
  /**
   * Whether the broker is reachable; true until called. Only matters if nothing is stored: while the broker is
   * unreachable, waiting and new messages are then discarded, as they would be outdated when sent.
   */
  setConnected(isConnected: boolean): void;
  /** Writes waiting messages and the position to disk; resolves also after a failure. */
  flush(): Promise<void>;
  /** Messages in memory, in flight or waiting; within the limits. */
  readonly memory: { readonly messages: number; readonly bytes: number };
}
