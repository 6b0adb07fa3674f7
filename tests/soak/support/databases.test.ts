import { expect, test } from 'vitest';
import { accountPoints } from './databases.ts';

test('a database lacks, invents or changes readings', () => {
  const truth = new Map([
    ['A 1', 1],
    ['A 2', 2],
    ['A 3', 0.1 + 0.2],
    ['A 4', 4],
  ]);
  const there = new Map([
    // Two of the same millisecond, of which the truth has the later.
    ['A 1', [7, 1]],
    ['A 3', [0.3]],
    ['A 4', [5]],
    ['B 4', [4]],
  ]);
  expect(accountPoints(truth, there)).toEqual({ missing: ['A 2'], unknown: ['B 4'], changed: ['A 4'] });
});
