import { type ClientOutbox, DEFAULT_LIMITS, type OutboxOptions } from './options.ts';
import { MessageOutbox } from './outbox.ts';

export type { ClientOutbox, OutboxLimits, OutboxOptions, OutboxProblem } from './options.ts';

/** A client's queue of readings. It is used once: after `stop` or `destroy` a new one is made. */
export function createOutbox(options: OutboxOptions): ClientOutbox {
  return new MessageOutbox(options, { ...DEFAULT_LIMITS, ...options.limits });
}
