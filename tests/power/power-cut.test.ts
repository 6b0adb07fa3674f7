import { afterEach, describe, expect, test } from 'vitest';
import { Random } from '../support/random.ts';
import { type Cut, lastThatMustBeKept, measureAndCut, question } from './support/cut.ts';
import { lookAt } from './support/look.ts';

/** Cuts at random moments; more in `npm run soak`. */
const CUTS = Number(process.env['MENSURA_POWER_CUTS'] ?? 1);
const SEED = Number(process.env['MENSURA_POWER_SEED'] ?? Date.now() % 1_000_000);

describe('the plug is pulled while four instruments are measured at 20 Hz', () => {
  const random = new Random(SEED);
  let cut: Cut | undefined;

  afterEach(async () => {
    await cut?.remove();
  });

  test.each(Array.from({ length: CUTS }, () => Math.round(4000 + random.next() * 3000)))(
    `after %i ms (seed ${SEED}): the file is whole, and lacks at most the last moments`,
    async (afterMs) => {
      cut = await measureAndCut(afterMs);
      const before = lastThatMustBeKept(cut.reports);
      const seen = Object.entries(before?.seen ?? {});
      expect(seen.length).toBe(4);
      const found = await lookAt(cut.disk, seen.map(question));
      expect(found.integrity).toBe('ok');
      expect(found.kept).toEqual(seen.map(([, { readings }]) => readings));
      expect(found.problems).toEqual([]);
    },
    900_000,
  );
});
