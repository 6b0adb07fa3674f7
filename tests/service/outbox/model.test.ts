import * as fc from 'fast-check';
import { describe, test } from 'vitest';
import { partOfRuns } from '../../support/property-runs.ts';
import { Modelled } from './model.ts';

/** One takes some 50 ms on a machine that has nothing else to do: 20 in `npm test`. */
const RUNS = 10 + partOfRuns(0.1);

const TIMEOUT_MS = 30_000 + 5000 * RUNS;

type Step = (modelled: Modelled) => Promise<void> | void;

const turns =
  (count: number): Step =>
  async () => {
    for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
  };

const calm = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.integer({ min: 1, max: 30 }), fc.nat({ max: 60 })).map(
      ([count, size]): Step =>
        (each) =>
          each.push(count, size),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.integer({ min: 1, max: 12 }).map(
      (count): Step =>
        (each) =>
          each.take(count),
    ),
  },
  {
    weight: 8,
    arbitrary: fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 9 })).map(
      ([place, luck]): Step =>
        (each) =>
          each.settle(place, luck === 0),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.nat({ max: 9 }).map(
      (place): Step =>
        (each) =>
          each.settle(place, false),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>((each) => each.rewind()) },
  { weight: 2, arbitrary: fc.constant<Step>((each) => each.flush()) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 20 }).map(turns) },
  { weight: 1, arbitrary: fc.constant<Step>((each) => each.restart()) },
);

const rough = fc.oneof(
  { weight: 20, arbitrary: calm },
  { weight: 1, arbitrary: fc.constant<Step>((each) => each.crash()) },
);

/** Memory and segments so small that everything goes over the disk; some write of themselves, others when told. */
const limits = fc.record({
  memoryMessages: fc.constant(64),
  segmentBytes: fc.constantFrom(200, 1000, 100_000),
  flushMs: fc.constantFrom(2, 600_000),
  saveMs: fc.constantFrom(1, 600_000),
});

async function play(steps: readonly Step[], options: { limits: object }): Promise<void> {
  const modelled = new Modelled(options);
  try {
    await modelled.start();
    for (const step of steps) {
      await step(modelled);
      modelled.check();
    }
    await modelled.finish();
  } finally {
    await modelled.end();
  }
}

describe('an outbox, whatever is done with it', () => {
  test(
    'gives everything once and in order, over any number of restarts',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(calm, { minLength: 10, maxLength: 60 }), limits, (steps, each) =>
          play(steps, { limits: each }),
        ),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  test(
    'loses in a crash only what was not written, and gives again only what was settled since',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(rough, { minLength: 10, maxLength: 60 }), limits, (steps, each) =>
          play(steps, { limits: each }),
        ),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );
});
