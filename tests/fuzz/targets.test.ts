/**
 * Every target takes what is kept of earlier searches, and some new inputs. They are the same ones on every machine: so
 * many of one seed, made without looking at what they reach. `npm run soak -- --only fuzzing` tries others, for long.
 */
import { expect, test } from 'vitest';
import { corpusOf, TARGETS } from './corpus.ts';
import { fuzz } from './engine/fuzz.ts';

const SAME = { runs: 64, seed: 1, guided: false };

test.each(Object.entries(TARGETS))(
  '%s: what was found before, and new inputs',
  { timeout: 120_000 },
  async (name, module) => {
    const { findings, blocks, runs } = await fuzz({ module, corpus: corpusOf(name), ...SAME });
    expect(findings).toEqual([]);
    expect(runs).toBe(SAME.runs);
    expect(blocks.ran, 'it reaches the code').toBeGreaterThan(20);
  },
);
