import type { ProblemReport } from '../devices/problems.ts';
import type { Clock } from '../support/clock.ts';
import type { Logger } from '../support/logger.ts';
import type { PublishRequest } from './types.ts';

export const DEFAULT_OUTBOX_LIMITS = {
  /** Maximum age of a waiting message and the MQTT 5 message expiry, in milliseconds; at least 1000. */
  maxAgeMs: 7 * 24 * 3_600_000,
  /** Maximum size of the folder in bytes; at least 64 KiB. The oldest segments are discarded first. */
  maxBytes: 256 * 1024 * 1024,
  /**
   * Age at which an unacknowledged message is written to disk, in milliseconds; at least 2. Checked twice in this time,
   * so it may be written at half of it.
   */
  flushMs: 500,
  /** Size at which a new segment starts, in bytes; at least 4 KiB, never more than maxBytes / 8. */
  segmentBytes: 4 * 1024 * 1024,
  /** Messages in memory; at least 16. A quarter each for those in flight and those read ahead. */
  memoryMessages: 20_000,
  /** Bytes of topics and payloads in memory; at least 64 KiB, shared in the same way. */
  memoryBytes: 16 * 1024 * 1024,
  /** Replaces `memoryMessages` if nothing is stored; at least 16. */
  liveMessages: 4000,
  /** Minimum time between writes of the position, in milliseconds; at least 1. */
  saveMs: 1000,
  /** Delay before retrying a failed write, in milliseconds. */
  retryMs: 5000,
};

export type OutboxLimits = Readonly<typeof DEFAULT_OUTBOX_LIMITS>;

/** Why messages cannot be written to disk. */
export type OutboxProblem = Pick<ProblemReport, 'text' | 'remedy'>;

export interface OutboxOptions {
  /** Of this client only; created on demand, private to the user. */
  folder: string;
  /** Whose outbox it is, as texts for the user name it: `MQTT client plant`. */
  owner: string;
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
