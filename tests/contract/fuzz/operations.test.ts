/** Every operation that the service describes, fuzzed: what it describes later is fuzzed without anybody remembering it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { request } from '../../support/raw-http.ts';
import { askerOf, fuzzOperations, newTally } from './support/campaign.ts';
import { keptRequests } from './support/kept.ts';
import { startTarget, type Target } from './support/target.ts';

/** Few of each, always the same; `npm run soak -- --only http-fuzzing` sends many, and others each time. */
const OPTIONS = { seed: 20_261_121, runs: 4 };

/** A thousand requests, one after the other, on a busy machine: a bound, not an expectation. */
const PATIENCE_MS = 600_000;

let target: Target;

beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target.service.stop());

test('every path of the API that is served is described, so that none is left out', async () => {
  const described = [...target.api.paths().keys()];
  expect(described.length).toBeGreaterThan(50);
  const page = await request(target.service.port, { path: '/docs' });
  for (const path of described) expect(page.text).toContain(path);
});

test.each(keptRequests())(
  'a request that is kept is answered as described: $name',
  async ({ operation, request: again }) => {
    const asked = target.api.operations.find(({ method, path }) => `${method} ${path}` === operation);
    if (!asked) throw new Error(`${operation} is not described any more: nothing is left to try.`);
    await (await askerOf(target, asked, newTally()))(again);
    await target.expectWell();
  },
);

test(
  'no request to any operation is answered other than described, or does what it was refused',
  async () => {
    const tally = newTally();
    expect(await fuzzOperations(target, OPTIONS, tally)).toEqual([]);
    expect(tally.requests).toBeGreaterThan(target.api.operations.length * 3);
    // Of each kind there was something: requests that were all refused would show little.
    for (const status of ['200', '201', '400', '403', '404', '405'])
      expect(tally.statuses.get(status)).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);
