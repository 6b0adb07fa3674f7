import { expect, test } from 'vitest';
import { accountAway } from './away.ts';

const at = (number: number, sentAt: number, confirmedAt = sentAt + 5) => ({
  payload: String(number),
  sentAt,
  confirmedAt,
});

const SUBSCRIPTIONS = [
  { from: 0, to: 10_000 },
  { from: 20_000, to: 60_000 },
];

test('requires readings published within a subscription, away from its edges', () => {
  const sent = [at(1, 500), at(2, 2000), at(3, 3000), at(4, 5000), at(5, 15_000), at(6, 20_500), at(7, 40_000)];
  const account = accountAway({ sent, received: [], subscriptions: SUBSCRIPTIONS, numberOf: Number, kept: [2, 5, 7] });
  expect(account).toEqual({ confirmed: 0, between: 3, missing: [3] });
});

test('what took until after the end of the subscription to come to the broker need not', () => {
  const sent = [at(1, 3000, 12_000), at(2, 30_000, 58_000)];
  const account = accountAway({ sent, received: [], subscriptions: SUBSCRIPTIONS, numberOf: Number, kept: [] });
  expect(account).toEqual({ confirmed: 0, between: 0, missing: [] });
});

test('requires acknowledged readings at any time, except overtaken ones', () => {
  const received = [at(3, 100), at(4, 110), at(2, 120), at(5, 130), at(5, 140)];
  const account = accountAway({ sent: [], received, subscriptions: [], numberOf: Number, kept: [3, 5] });
  expect(account).toEqual({ confirmed: 3, between: 0, missing: [4] });
});
