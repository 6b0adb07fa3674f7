import { type Field, foldCase, score, splitWords } from './match.ts';
import type { PaletteCommand } from './palette-command.ts';

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
