import { readPreference, writePreference } from '../../data/preferences.ts';

export const MAX_RECENT = 20;

/** In characters: local storage may contain anything. */
const MAX_ID = 300;

const PREFERENCE = 'palette.recent';

/** Identifiers, newest first. */
export function recentCommands(): string[] {
  try {
    const remembered: unknown = JSON.parse(readPreference(PREFERENCE) ?? '[]');
    if (!Array.isArray(remembered)) return [];
    return remembered.filter((id) => typeof id === 'string' && id.length <= MAX_ID).slice(0, MAX_RECENT) as string[];
  } catch {
    // Written by another program: ignore it.
    return [];
  }
}

export function rememberCommand(id: string): void {
  const others = recentCommands().filter((other) => other !== id);
  writePreference(PREFERENCE, JSON.stringify([id, ...others].slice(0, MAX_RECENT)));
}

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

/** Shown beside the title. */
export type CommandKind =
  | 'Page'
  | 'Command'
  | 'Setting'
  | 'Device'
  | 'Channel'
  | 'MQTT client'
  | 'Database'
  | 'Gateway'
  | 'Alarm rule'
  | 'Destination'
  | 'Dashboard'
  | 'Run'
  | 'Automatic run';

export interface PaletteCommand {
  /** Stable across runs, for the list of recent commands. */
  readonly id: string;
  readonly kind: CommandKind;
  readonly title: string;
  /** Distinguishes commands of the same title: a serial number, a device. */
  readonly detail?: string;
  /** Further search words. */
  readonly keywords?: string;
  readonly run: () => void;
}

export type Navigate = (route: string) => void;

/** More would not be read. */
export const MAX_ROWS = 50;

const TITLE = 1;
const DETAIL = 0.8;
const KEYWORD_WEIGHT = 0.6;
const KIND = 0.4;

/** For the last command; earlier ones gain proportionally less. */
const RECENT_BONUS = 15;

export interface Ranked {
  readonly rows: readonly PaletteCommand[];
  /** Number of matches without the limit. */
  readonly found: number;
}

export interface Findable {
  readonly command: PaletteCommand;
  readonly fields: readonly Field[];
}

/** Folds the search texts once, not for every key. */
export function findable(commands: readonly PaletteCommand[]): Findable[] {
  return commands.map((command) => {
    const { title, detail = '', keywords = '', kind } = command;
    return {
      command,
      fields: [
        [foldCase(title), TITLE],
        [foldCase(detail), DETAIL],
        [foldCase(keywords), KEYWORD_WEIGHT],
        [foldCase(kind), KIND],
      ],
    };
  });
}

/**
 * Best matches first. Without a query: recent commands, pages and actions, then the others in the given order.
 * @param recent identifiers, newest first
 */
export function rank(all: readonly Findable[], query: string, recent: readonly string[]): Ranked {
  const words = splitWords(query);
  const places = new Map(recent.map((id, index) => [id, index]));
  const scored = all.flatMap(({ command, fields }, order) => {
    const place = places.get(command.id);
    const used = place === undefined ? 0 : RECENT_BONUS * (1 - place / recent.length);
    const matched = words.length === 0 ? (place === undefined ? firstOf(command) : 2) : score(words, fields);
    return matched > 0 || words.length === 0 ? [{ command, order, points: matched + used }] : [];
  });
  const sorted = scored.toSorted((a, b) => b.points - a.points || a.order - b.order);
  return { rows: sorted.slice(0, MAX_ROWS).map(({ command }) => command), found: sorted.length };
}

function firstOf({ kind }: PaletteCommand): number {
  return kind === 'Page' || kind === 'Command' ? 1 : 0;
}
