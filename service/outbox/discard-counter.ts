import { counted } from '../support/counted.ts';
import { errorClause } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';

/** Reasons for discarding messages, as logged. */
const REASONS = {
  old: 'older than the maximum age',
  'disk-limit': 'outbox full on disk, oldest first',
  'memory-limit': 'outbox full in memory, oldest first',
  damaged: 'outbox file damaged or deleted',
  'too-large': 'larger than the message size limit',
  refused: 'rejected',
  offline: 'not connected, and store-and-forward is off',
  stopped: 'client stopped before they were stored on disk',
} as const;

export type DiscardReason = keyof typeof REASONS;

/** Interval of logging discarded messages for one reason, in milliseconds: the first at once, then a total. */
const LOG_EVERY_MS = 600_000;

export class DiscardCounter {
  readonly #logger: Logger;
  readonly #monotonic: () => number;
  #total = 0;
  readonly #reasons = new Map<DiscardReason, { unreported: number; reportedAt: number; detail: string }>();

  /** @param monotonic milliseconds on the monotonic clock */
  constructor(logger: Logger, monotonic: () => number) {
    this.#logger = logger;
    this.#monotonic = monotonic;
  }

  get total(): number {
    return this.#total;
  }

  /** Continues the count of earlier runs. */
  restore(count: number): void {
    this.#total += count;
  }

  /** @param detail further facts; of several, the newest is logged */
  add(count: number, reason: DiscardReason, detail = ''): void {
    if (count === 0) return;
    this.#total += count;
    const entry = this.#reasons.get(reason) ?? { unreported: 0, reportedAt: -Infinity, detail };
    this.#reasons.set(reason, entry);
    entry.unreported += count;
    entry.detail = detail;
    if (this.#monotonic() - entry.reportedAt >= LOG_EVERY_MS) this.#log(reason);
  }

  /** Logs the remainder. */
  logRest(): void {
    for (const reason of this.#reasons.keys()) this.#log(reason);
  }

  #log(reason: DiscardReason): void {
    const entry = this.#reasons.get(reason);
    if (!entry || entry.unreported === 0) return;
    this.#logger.warn(
      `discarded ${counted(entry.unreported, 'message')} (${REASONS[reason]})${entry.detail && `: ${errorClause(entry.detail)}`}`,
    );
    entry.unreported = 0;
    entry.reportedAt = this.#monotonic();
  }
}
