/** A text to search, with its weight. */
export type Field = readonly [text: string, weight: number];

/** Scores: start of the text, start of a word, within a word, letters in order. */
const TEXT_START_SCORE = 100;
const WORD_START_SCORE = 80;
const WITHIN = 50;
const LETTERS = 20;

/** Fewer scattered letters match by chance. */
const LEAST_LETTERS = 2;

/** Penalty per character: of equal matches, the shorter one comes first. */
const LONGER = 0.02;

/** The penalty ends here. */
const LONGEST = 200;

const MARKS = /\p{M}/gu;
const WORD = /[\p{L}\p{N}]/u;

/** Without case and accents. */
export function foldCase(text: string): string {
  return text.normalize('NFD').replace(MARKS, '').toLocaleLowerCase();
}

/** The folded words of a query. */
export function splitWords(query: string): string[] {
  return foldCase(query).split(/\s+/).filter(Boolean);
}

/**
 * Sum of the best matches; every word must match.
 * @param fields folded
 * @returns 0 if a word does not match
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
  if (first === 0) return TEXT_START_SCORE;
  for (let at = first; at >= 0; at = text.indexOf(word, at + 1)) {
    if (isWordStart(text, at)) return WORD_START_SCORE;
  }
  return WITHIN;
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !WORD.test(text.charAt(at - 1));
}

/** Whether the letters occur in this order, the first one at the start of a word. */
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

/** Position of the next letter: adjacent, or at the start of a later word; -1 if none. */
function nextLetter(letter: string, text: string, after: number): number {
  if (text.charAt(after + 1) === letter) return after + 1;
  for (let at = text.indexOf(letter, after + 1); at >= 0; at = text.indexOf(letter, at + 1)) {
    if (isWordStart(text, at)) return at;
  }
  return -1;
}
