/** Requests whose bytes were changed anywhere, head and framing included. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newTally } from './support/campaign.ts';
import { fuzzBytes, sendBytes } from './support/changed-bytes.ts';
import { keptBytes } from './support/kept.ts';
import { startTarget, type Target } from './support/target.ts';

let target: Target;

beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target.service.stop());

test.each(keptBytes())('bytes that are kept get an answer or a close: $name', async ({ bytes }) => {
  await sendBytes(target, bytes, newTally());
  await target.expectWell();
});

test('bytes that were changed get an answer or a close, never a mistake of the service', async () => {
  const tally = newTally();
  expect(await fuzzBytes(target, { seed: 20_261_121, runs: 1000 }, tally)).toEqual([]);
  expect(tally.statuses.get('400')).toBeGreaterThan(100);
  expect(tally.statuses.get('200')).toBeGreaterThan(0);
  await target.expectWell();
});
