/** Suggestions for the text at the caret of a formula. */
import type { SelectableChannel } from '../../../data/compare/selectable-channels.ts';
import { matchesWords } from '../../../data/format/text.ts';

export interface Suggestion {
  readonly kind: 'channel' | 'function' | 'constant';
  /** Unique among all suggestions. */
  readonly key: string;
  /** What is searched and shown first: `dew_point`, `Temperature`. */
  readonly name: string;
  /** The parameters of a function, or the device of a channel. */
  readonly detail: string;
  /** One line. */
  readonly help: string;
  /** Further words that find it. */
  readonly words: string;
  readonly insert: string;
}

/** The part of a formula that a suggestion replaces. */
export interface CompletionSpan {
  /** `channel`: from an opening bracket on; `word`: a name. */
  readonly kind: 'channel' | 'word';
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** What was typed of it up to the caret, without the bracket. */
  readonly typed: string;
}

/** Most suggestions shown at once: more are found by typing. */
export const MAX_SUGGESTIONS = 30;

const WORD_BEFORE = /[\p{L}_][\p{L}\p{N}_]*$/u;
const WORD_AFTER = /^[\p{L}\p{N}_]*/u;
/** The rest of a channel in brackets; another bracket before the end means that this one is open. */
const REST_OF_CHANNEL = /^[^[\]\s]*\]/;

/**
 * What can be completed at the caret; undefined after a number or an operator.
 * @param isAsked the user asked for suggestions: an empty word counts, too
 */
export function completionSpan(formula: string, caret: number, isAsked = false): CompletionSpan | undefined {
  const before = formula.slice(0, caret);
  const after = formula.slice(caret);
  const open = before.lastIndexOf('[');
  if (open > before.lastIndexOf(']')) {
    const rest = REST_OF_CHANNEL.exec(after)?.[0] ?? '';
    return { kind: 'channel', from: open, to: caret + rest.length, typed: before.slice(open + 1) };
  }
  const typed = WORD_BEFORE.exec(before)?.[0] ?? '';
  const from = caret - typed.length;
  // A digit before it belongs to a number: 1e3.
  const isNumber = /[\p{N}.]$/u.test(before.slice(0, from));
  if (isNumber || (typed === '' && !isAsked)) return undefined;
  return { kind: 'word', from, to: caret + (WORD_AFTER.exec(after)?.[0].length ?? 0), typed };
}

/** Lower is better; undefined without a match. */
function rankOf({ name, detail, words }: Suggestion, typed: string): number | undefined {
  const [text, search] = [name.toLocaleLowerCase(), typed.toLocaleLowerCase()];
  if (text === search) return 0;
  if (text.startsWith(search)) return 1;
  if (text.includes(search)) return 2;
  return matchesWords(typed.replaceAll(/[/_]/g, ' '), [name, detail, words]) ? 3 : undefined;
}

/** The suggestions for a span, best first, at most `MAX_SUGGESTIONS`. */
export function suggestionsFor(span: CompletionSpan, all: readonly Suggestion[]): Suggestion[] {
  const offered = span.kind === 'channel' ? all.filter(({ kind }) => kind === 'channel') : all;
  return offered
    .flatMap((suggestion) => {
      const rank = rankOf(suggestion, span.typed);
      return rank === undefined ? [] : { suggestion, rank };
    })
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ suggestion }) => suggestion);
}

export interface Completed {
  readonly formula: string;
  /** Between the parentheses of a function, else after the inserted text. */
  readonly caret: number;
}

/** Replaces the span with a suggestion. Parentheses that are already there stay. */
export function complete(formula: string, { from, to }: CompletionSpan, { kind, insert }: Suggestion): Completed {
  const after = formula.slice(to);
  const isCalled = kind === 'function' && after.trimStart().startsWith('(');
  const text = kind === 'function' && !isCalled ? `${insert}()` : insert;
  const caret = from + insert.length + (kind === 'function' ? 1 : 0);
  return { formula: formula.slice(0, from) + text + after, caret };
}

/** Channels as suggestions. */
export function channelSuggestions(channels: readonly SelectableChannel[]): Suggestion[] {
  return channels.map(({ path, ref, name, device, unit }) => ({
    kind: 'channel',
    key: path,
    name,
    detail: ref.family === 'computed' ? 'Computed channel' : `${device} · ${ref.serial}`,
    help: unit,
    words: `${ref.serial} ${ref.channel} ${name} ${path}`,
    insert: `[${path}]`,
  }));
}
