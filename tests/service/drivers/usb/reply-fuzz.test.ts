import { expect, test } from 'vitest';
import { PROPERTY_RUNS, PROPERTY_SEED } from '../../../support/property-runs.ts';
import { fuzzReplies } from './support/fuzz.ts';

/** A million with the counts of the endurance run. */
const COUNT = PROPERTY_RUNS >= 1000 ? 1_000_000 : 20_000;

test('a value comes only of a valid reply', async () => {
  expect((await fuzzReplies(COUNT, PROPERTY_SEED)).problems).toEqual([]);
});
