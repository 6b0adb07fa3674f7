import { expect, test } from 'vitest';
import { fuzzReplies } from './support/fuzz.ts';

/** A million with the counts of the endurance run. */
const COUNT = Number(process.env['MENSURA_PROPERTY_RUNS'] ?? 100) >= 1000 ? 1_000_000 : 20_000;

test('a value comes only of a valid reply', async () => {
  const seed = 1 + Math.floor(Math.random() * 1e8);
  expect((await fuzzReplies(COUNT, seed)).problems).toEqual([]);
});
