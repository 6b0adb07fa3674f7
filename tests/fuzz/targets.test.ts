/**
 * Every target takes what is kept of earlier searches, and some new inputs, always the same ones:
 * `npm run soak -- --only fuzzing` tries others, for long.
 */
import { expect, test } from 'vitest';
import { corpusOf, TARGETS } from './corpus.ts';
import { fuzz } from './engine/fuzz.ts';

/** So many new inputs each, or as many as this time allows, in milliseconds. */
const SHORT = { runs: 160, ms: 700 };

test.each(Object.entries(TARGETS))(
  '%s: what was found before, and new inputs',
  { timeout: 120_000 },
  async (name, module) => {
    const { findings, blocks } = await fuzz({ module, corpus: corpusOf(name), seed: 1, ...SHORT });
    expect(findings).toEqual([]);
    expect(blocks.ran, 'it reaches the code').toBeGreaterThan(20);
  },
);
