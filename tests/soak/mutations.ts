/** Breaks the product in many small ways, one at a time, in a copy of the tree: the tests must notice each. */
import { errorText } from '../../service/support/errors.ts';
import { withEnds } from '../support/ends.ts';
import type { Mutation } from './mutations/mutation.ts';
import { MUTATIONS } from './mutations/table.ts';
import { runTests, type TestRun } from './mutations/test-run.ts';
import { TreeCopy } from './mutations/tree-copy.ts';
import type { Outcome } from './support/outcome.ts';

export interface MutationsOptions {
  /** Those that have one of these in their part, file or name; all when empty. */
  words: readonly string[];
}

/** What the tests of one mutation may take, and those of all of them in the tree as it is: bounds, in milliseconds. */
const LIMIT_MS = 600_000;
const WHOLE_LIMIT_MS = 3_600_000;

/** @throws Error when no mutation has one of these words */
export function mutations({ words }: MutationsOptions): Promise<Outcome> {
  const chosen = inOrder(words);
  if (chosen.length === 0) throw new Error(`No mutation has one of these words: ${words.join(', ')}.`);
  return withEnds(async (atEnd) => {
    const tree = await TreeCopy.make(atEnd);
    const problems: string[] = [];
    const files = [...new Set(chosen.flatMap(({ tests }) => tests))];
    const sound = await runTests(tree, { files, limitMs: WHOLE_LIMIT_MS });
    // What fails anyway notices nothing.
    problems.push(...[...sound.failed, ...sound.broken].map((test) => `failed without a mutation: ${test}`));
    let red = 0;
    for (const [index, mutation] of chosen.entries()) {
      const problem = await problemOf(tree, mutation, new Set(sound.failed));
      if (problem === undefined) red += 1;
      else problems.push(problem);
      console.log(`${index + 1}/${chosen.length} ${problem ?? `red: ${mutation.what}`}`);
    }
    return { facts: [`${red} of ${chosen.length} mutations red`], problems };
  });
}

function inOrder(words: readonly string[]): Mutation[] {
  const all = Object.entries(MUTATIONS).flatMap(([room, list]) => list.map((mutation) => ({ room, mutation })));
  const chosen = all.filter(
    ({ room, mutation: { file, what } }) =>
      words.length === 0 || words.some((word) => `${room} ${file} ${what}`.includes(word)),
  );
  const keyOf = ({ tests }: Mutation): string => tests.join(' ');
  return chosen.map(({ mutation }) => mutation).toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
}

/** @param alreadyFailed tests that fail in the tree as it is */
async function problemOf(
  tree: TreeCopy,
  mutation: Mutation,
  alreadyFailed: ReadonlySet<string>,
): Promise<string | undefined> {
  const { file, what, tests } = mutation;
  try {
    return await tree.whileBroken(mutation, async () => {
      const isRed = ({ failed }: TestRun): boolean => failed.some((test) => !alreadyFailed.has(test));
      const options = { files: tests, limitMs: LIMIT_MS };
      const early = await runTests(tree, { ...options, bail: alreadyFailed.size === 0 });
      if (isRed(early)) return undefined;
      // A run that ends early can lose the very result that ended it.
      const whole = early.broken.length > 0 ? await runTests(tree, options) : early;
      return isRed(whole) ? undefined : [`stayed green: ${what} (${file})`, ...whole.broken].join('; ');
    });
  } catch (error) {
    return `${what}: ${errorText(error)}`;
  }
}
