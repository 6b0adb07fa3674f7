/** Which commands are shown for what was typed, and in which order. */

import { type Field, foldCase, score, splitWords } from './match.ts';
import type { PaletteCommand } from './palette-command.ts';

/** The most rows that are shown: who sees this many goes on typing. */
export const MAX_ROWS = 50;

const TITLE = 1;
const DETAIL = 0.8;
const WORDS = 0.6;
const KIND = 0.4;

/** What the command used last gains over its equals; the ones before it gain less, one by one. */
const RECENT_BONUS = 15;

export interface Ranked {
  readonly rows: readonly PaletteCommand[];
  /** How many there would be without the bound. */
  readonly found: number;
}

/** A command with what it is found by. */
export interface Findable {
  readonly command: PaletteCommand;
  readonly fields: readonly Field[];
}

/** Prepares commands for being looked for: once, not with every key. */
export function findable(commands: readonly PaletteCommand[]): Findable[] {
  return commands.map((command) => {
    const { title, detail = '', words = '', kind } = command;
    return {
      command,
      fields: [
        [foldCase(title), TITLE],
        [foldCase(detail), DETAIL],
        [foldCase(words), WORDS],
        [foldCase(kind), KIND],
      ],
    };
  });
}

/**
 * The commands for what was typed, the best first. While nothing was typed: those used lately, then pages and actions,
 * then the others, each in the order given.
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
  return kind === 'Page' || kind === 'Action' ? 1 : 0;
}
