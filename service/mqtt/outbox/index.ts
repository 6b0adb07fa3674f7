import { type ClientOutbox, DEFAULT_OUTBOX_LIMITS, type OutboxOptions } from './options.ts';
import { MessageOutbox } from './outbox.ts';

export type { ClientOutbox, OutboxLimits, OutboxOptions, OutboxProblem } from './options.ts';

/** A client's queue of readings. Use once: create a new one after `stop` or `destroy`. */
export function createOutbox(options: OutboxOptions): ClientOutbox {
  return new MessageOutbox(options, { ...DEFAULT_OUTBOX_LIMITS, ...options.limits });
}
