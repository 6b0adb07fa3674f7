/** Lines that are typed while an emulator runs: a word and its arguments. */

/** One word, and what it does to what is emulated. */
export interface Word<Target> {
  usage: string;
  /** @param rest further arguments, where there were any @throws TypeError when an argument is wrong */
  run(target: Target, argument: string, ...rest: string[]): void | Promise<void>;
}

export type Words<Target> = Readonly<Record<string, Word<Target>>>;

/** How many columns `all` means: more than any instrument has. */
const ALL_COLUMNS = 32;

/** The words and their arguments, one a line. */
export function helpOf<Target>(words: Words<Target>): string {
  return Object.values(words)
    .map(({ usage }) => usage)
    .join('\n');
}

/**
 * Carries out one typed line.
 * @throws Error when the word is unknown or its argument wrong, with the right form
 */
export async function runTypedLine<Target>(words: Words<Target>, target: Target, line: string): Promise<void> {
  const [name = '', argument = '', ...rest] = line.trim().split(/\s+/);
  const word = Object.hasOwn(words, name) ? words[name] : undefined;
  if (!word) throw new Error(`Unknown command "${name}". Commands:\n${helpOf(words)}`);
  try {
    await word.run(target, argument, ...rest);
  } catch (error) {
    throw error instanceof TypeError ? new Error(`Usage: ${word.usage}`, { cause: error }) : error;
  }
}

/** A whole number; undefined where nothing stands. @throws TypeError */
export function count(text: string): number | undefined {
  if (text === '') return undefined;
  if (!/^\d{1,7}$/.test(text)) throw new TypeError('not a whole number');
  return Number(text);
}

/** What must stand there. @throws TypeError when it does not */
export function needed<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new TypeError('an argument is missing');
  return value;
}

/** @throws TypeError */
export function onOff(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new TypeError('neither on nor off');
  return text === 'on';
}

/** Columns, counted from 1: `2`, `1,3`, `all`, `off`. @throws TypeError */
export function columnsOf(text: string): Set<number> {
  if (text === 'off') return new Set();
  if (text === 'all') return new Set(Array.from({ length: ALL_COLUMNS }, (_, index) => index + 1));
  return new Set(text.split(',').map((column) => needed(count(column))));
}
