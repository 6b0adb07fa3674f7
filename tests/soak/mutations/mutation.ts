/** A breakage of one file. */
export interface Mutation extends Replacement {
  /** What is broken, in plain words. */
  what: string;
  /** The nearest test files of `npm test`: at least one of their tests must fail. */
  tests: readonly string[];
}

interface Replacement {
  /** From the tree's folder, with slashes. */
  file: string;
  /** Text that occurs exactly once. */
  find: string;
  replace: string;
}

/**
 * The text of a file with the breakage.
 * @throws Error when the text to be replaced is not there exactly once
 */
export function applied({ file, find, replace }: Replacement, text: string): string {
  const count = text.split(find).length - 1;
  if (count !== 1) throw new Error(`${file} has this ${count} times, not once: ${find}`);
  return text.replace(find, () => replace);
}
