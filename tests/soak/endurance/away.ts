/** Accounting for readings of another Mensura: which of those that it published must be kept here. */
import type { Confirmed, Stretch } from './way.ts';

/** How long a subscription must have been there, in milliseconds: what the broker kept says first what there is. */
const SETTLED_MS = 1000;

/**
 * How long it must have lasted after, in milliseconds: more than the way to the broker ever stands still and goes on as
 * if nothing had been.
 */
const LASTING_MS = 6000;

export interface AwayOptions {
  /** What the other one sent and the broker confirmed, in order. */
  sent: readonly Confirmed[];
  /** What the broker sent to this one, and this one confirmed, in order. */
  received: readonly Confirmed[];
  /** When this one was subscribed. */
  subscriptions: readonly Stretch[];
  /** The number of a reading, which grows from one to the next; undefined for another message. */
  numberOf(payload: string): number | undefined;
  /** The numbers that are in the history here. */
  kept: readonly number[];
}

export interface AwayAccount {
  /** Different ones that this one confirmed, each before a newer one: an overtaken one is none of now. */
  confirmed: number;
  /** Those that were published while it was subscribed, and had been, and stayed so. */
  between: number;
  /** Of both together, what is not in the history. */
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
    // What is repeated may be overtaken, and came to the broker at some time since it was sent first.
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
