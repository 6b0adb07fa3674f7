/** How well a command answers what was typed. Pure: the same words always give the same answer. */

/** What a word that was typed is looked for in, from what counts most to what counts least. */
export type Field = readonly [text: string, weight: number];

/** A word that begins the whole text, begins a word of it, stands within one, or whose letters follow one another. */
const BEGINS_TEXT = 100;
const BEGINS_WORD = 80;
const WITHIN = 50;
const LETTERS = 20;

/** Fewer letters, scattered over a text, say nothing. */
const LEAST_LETTERS = 2;

/** What is lost for each character more, so that of two that match alike the shorter one comes first. */
const LONGER = 0.02;

/** Longer texts lose no more. */
const LONGEST = 200;

const MARKS = /\p{M}/gu;
const WORD = /[\p{L}\p{N}]/u;

/** As it is compared: without case and accents. */
export function foldCase(text: string): string {
  return text.normalize('NFD').replace(MARKS, '').toLocaleLowerCase();
}

/** The words of what was typed, folded. */
export function splitWords(query: string): string[] {
  return foldCase(query).split(/\s+/).filter(Boolean);
}

/**
 * How well the fields answer the words: each word has to be somewhere.
 * @param fields folded
 * @returns 0 where a word is nowhere; more is better
 */
export function score(words: readonly string[], fields: readonly Field[]): number {
  let sum = 0;
  for (const word of words) {
    let best = 0;
    for (const [text, weight] of fields) best = Math.max(best, weight * scoreOf(word, text));
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

function scoreOf(word: string, text: string): number {
  const found = matchOf(word, text);
  return found === 0 ? 0 : found - LONGER * Math.min(LONGEST, text.length);
}

function matchOf(word: string, text: string): number {
  const first = text.indexOf(word);
  if (first < 0) return lettersFollow(word, text) ? LETTERS : 0;
  if (first === 0) return BEGINS_TEXT;
  for (let at = first; at >= 0; at = text.indexOf(word, at + 1)) {
    if (isWordStart(text, at)) return BEGINS_WORD;
  }
  return WITHIN;
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !WORD.test(text.charAt(at - 1));
}

/** Whether the letters stand in the text in this order, the first of them at the beginning of a word. */
function lettersFollow(word: string, text: string): boolean {
  if (word.length < LEAST_LETTERS) return false;
  for (let start = text.indexOf(word.charAt(0)); start >= 0; start = text.indexOf(word.charAt(0), start + 1)) {
    if (!isWordStart(text, start)) continue;
    let at = start;
    for (let index = 1; index < word.length && at >= 0; index += 1) at = nextLetter(word.charAt(index), text, at);
    if (at >= 0) return true;
  }
  return false;
}

/** Where the letter comes next: right behind, or at the beginning of a later word; -1 where it does not. */
function nextLetter(letter: string, text: string, after: number): number {
  if (text.charAt(after + 1) === letter) return after + 1;
  for (let at = text.indexOf(letter, after + 1); at >= 0; at = text.indexOf(letter, at + 1)) {
    if (isWordStart(text, at)) return at;
  }
  return -1;
}
