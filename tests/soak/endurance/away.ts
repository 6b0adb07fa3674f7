/** Accounts for readings of a remote Mensura: which of those it published must be stored here. */
import type { Confirmed, Stretch } from './way.ts';

/** Minimum age of a subscription, in milliseconds: retained messages arrive first. */
const SETTLED_MS = 1000;

/**
 * Time that the subscription must last after a reading, in milliseconds: longer than any stall that the connection
 * survives.
 */
const LASTING_MS = 6000;

export interface AwayOptions {
  /** Readings that the remote sent and the broker acknowledged, in order. */
  sent: readonly Confirmed[];
  /** Readings that the broker sent to this one and this one acknowledged, in order. */
  received: readonly Confirmed[];
  /** Subscriptions of this one. */
  subscriptions: readonly Stretch[];
  /** The increasing number of a reading; undefined for another message. */
  numberOf(payload: string): number | undefined;
  /** The numbers in the history here. */
  kept: readonly number[];
}

export interface AwayAccount {
  /** Different readings that this one acknowledged, without overtaken ones, which are late. */
  confirmed: number;
  /** Readings published during a subscription, away from its edges. */
  between: number;
  /** Those of both that are not in the history. */
  missing: number[];
}

export function accountAway({ sent, received, subscriptions, numberOf, kept }: AwayOptions): AwayAccount {
  const confirmed = new Set<number>();
  let newest = Number.NEGATIVE_INFINITY;
  for (const number of received.map(({ payload }) => numberOf(payload))) {
    if (number === undefined) continue;
    if (number > newest) confirmed.add(number);
    newest = Math.max(newest, number);
  }
  const firstSentAt = new Map<number, number>();
  const between = new Set<number>();
  for (const { payload, sentAt, confirmedAt } of sent) {
    const number = numberOf(payload);
    if (number === undefined) continue;
    // Repeated readings may be overtaken; they reached the broker at some time after the first attempt.
    const since = firstSentAt.get(number) ?? sentAt;
    firstSentAt.set(number, since);
    const isBetween = subscriptions.some(
      ({ from, to }) => from + SETTLED_MS <= since && confirmedAt + LASTING_MS <= to,
    );
    if (isBetween) between.add(number);
  }
  const there = new Set(kept);
  const missing = [...new Set([...confirmed, ...between])].filter((number) => !there.has(number));
  return { confirmed: confirmed.size, between: between.size, missing };
}
