import type { Clock } from '../../support/clock.ts';
import type { Logger } from '../../support/logger.ts';
import type { Outbox, PublishRequest } from '../types.ts';

/** Bounds and rhythm of an outbox. */
export interface OutboxLimits {
  /** How long a message may wait, in milliseconds, 1000 or more; 7 days. Also the MQTT 5 message expiry. */
  maxAgeMs: number;
  /** The most that the folder may hold, in bytes, 64 KiB or more; 256 MiB. The oldest segments go first. */
  maxBytes: number;
  /**
   * A message that is not confirmed so long after it came is written to disk, in milliseconds, 2 or more; 500. It can
   * take half of that: the check comes twice in this time.
   */
  flushMs: number;
  /** The size at which a new segment is begun, in bytes, 4 KiB or more; 4 MiB, and never more than maxBytes / 8. */
  segmentBytes: number;
  /** The most messages in memory, 16 or more; 20000. A quarter each for what is on its way and what was read ahead. */
  memoryMessages: number;
  /** The most bytes of topics and payloads in memory, 64 KiB or more; 16 MiB. Shared out in the same way. */
  memoryBytes: number;
  /** Instead of `memoryMessages` when nothing is stored, 16 or more; 4000. */
  liveMessages: number;
  /** The least time between two writes of the position, in milliseconds, 1 or more; 1000. */
  saveMs: number;
  /** The least time between two attempts to write to a folder that cannot be written, in milliseconds; 5000. */
  retryMs: number;
}

export const DEFAULT_LIMITS: OutboxLimits = {
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

/** Why messages cannot be written to disk just now. */
export interface OutboxProblem {
  text: string;
  remedy: string;
}

export interface OutboxOptions {
  /** Of this client alone. Made when it is needed, for this user alone. */
  folder: string;
  /** Comes before each message's topic, with `/` between, when the message is taken. */
  prefix: string;
  qos: PublishRequest['qos'];
  /**
   * Whether messages that wait are written to disk. When not, they wait in a small queue in memory; what an earlier run
   * stored is still delivered, and of the disk only the position is written.
   */
  storing: boolean;
  clock: Clock;
  logger: Logger;
  /** The folder cannot be written, or (null) it can again. */
  onProblem?: (problem: OutboxProblem | null) => void;
  limits?: Partial<OutboxLimits>;
}

/** An outbox as its owner has it. */
export interface ClientOutbox extends Outbox {
  /**
   * Whether the broker can be reached; true until it is called. It matters only when nothing is stored: then what
   * waits while the broker is away, and what comes, is dropped at once, since it would be old when it is sent.
   */
  setOnline(online: boolean): void;
  /** Writes to disk what waits and is not there yet, and the position; resolves also when that failed. */
  flush(): Promise<void>;
  /** What is in memory just now, on its way or waiting: never more than the limits say. */
  readonly memory: { readonly messages: number; readonly bytes: number };
}
