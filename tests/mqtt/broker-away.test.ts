/** A broker that goes away and comes back, in short; `npm run soak -- --only broker-away` is the long form. */
import { describe, expect, test } from 'vitest';
import { brokerAway } from '../soak/broker-away.ts';
import { account, twinsIn } from '../soak/support/readings.ts';

/** Longer than anything that is waited for within, so that everything that was started is ended. */
const PATIENCE_MS = 300_000;

describe('accounting for readings', () => {
  const truth = ['a 1', 'a 2', 'b 2', 'a 3'];

  test('what arrived as it was published is in order', () => {
    const result = account(truth, truth);
    expect(result).toEqual({ arrived: 4, missing: [], unknown: [], repeated: [], late: [] });
  });

  test('what is missing, repeated, late or unknown is found', () => {
    expect(account(truth, ['a 1', 'b 2', 'a 2', 'b 2', 'c 1'])).toEqual({
      arrived: 4,
      missing: ['a 3'],
      unknown: ['c 1'],
      repeated: ['b 2'],
      late: ['a 2'],
    });
  });

  test('what was published twice is known', () => {
    expect(twinsIn(truth).size).toBe(0);
    expect([...twinsIn([...truth, 'b 2', 'a 4', 'a 1'])]).toEqual(['b 2', 'a 1']);
  });
});

test(
  'every reading arrives in order after the broker was away',
  async () => {
    const load = { devices: 5, periodMs: 10 };
    const { facts, problems } = await brokerAway({ load, beforeMs: 1000, awayMs: 3000, afterMs: 1000 });
    expect(problems, facts.join('\n')).toEqual([]);
  },
  PATIENCE_MS,
);
