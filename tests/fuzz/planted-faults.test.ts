/** Every target turns red when a fault is put into the code that it feeds: a judge that sees nothing would stay green. */
import { expect, test } from 'vitest';
import { corpusOf, TARGETS } from './corpus.ts';
import { fuzz } from './engine/fuzz.ts';
import { planted } from './engine/planting.ts';
import { FAULTS } from './planted-faults.ts';

/** What `targets.test.ts` runs, and more: so that a new input shows it where no kept one does. */
const SAME = { runs: 400, seed: 1, guided: false };

test.each(FAULTS)('$target is red when $what', { timeout: 180_000 }, async ({ target, says, ...fault }) => {
  const module = TARGETS[target];
  if (!module) throw new Error(`There is no target "${target}".`);
  const { findings } = await fuzz({ module, corpus: corpusOf(target), ...SAME, maxFindings: 1, maxShrinks: 0, fault });
  expect(findings.map(({ what }) => what)).toEqual([expect.stringMatching(says)]);
});

test('every target has a fault', () => {
  expect(new Set(FAULTS.map(({ target }) => target))).toEqual(new Set(Object.keys(TARGETS)));
});

test('a fault whose place is not there, or is there twice, is refused', () => {
  const fault = { file: 'some.ts', from: 'a', to: 'b' };
  expect(planted('x a y', fault)).toBe('x b y');
  expect(() => planted('x y', fault)).toThrow('some.ts does not have "a" once');
  expect(() => planted('a a', fault)).toThrow('some.ts does not have "a" once');
});
