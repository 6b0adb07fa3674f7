import { type ChannelRef, parseChannelPath } from '../../../../service/contract/index.ts';

/** A piece of a formula: text, or a channel in brackets. */
export interface FormulaPart {
  /** First character in the formula, from 0. */
  readonly at: number;
  /** As written, with the brackets. */
  readonly text: string;
  /** Undefined for text, and for brackets with something else in them. */
  readonly ref: ChannelRef | undefined;
}

const BRACKETS = /(\[[^[\]]*\])/;

/** Splits a formula at its channels. Joined, the texts are the formula again. */
export function splitFormula(formula: string): FormulaPart[] {
  const parts: FormulaPart[] = [];
  let at = 0;
  for (const text of formula.split(BRACKETS)) {
    const ref = text.startsWith('[') ? parseChannelPath(text.slice(1, -1).trim()) : undefined;
    if (text !== '') parts.push({ at, text, ref });
    at += text.length;
  }
  return parts;
}

/** The characters before, in and after the faulty part, which is at least one character. */
export interface MarkedFormula {
  readonly before: string;
  readonly faulty: string;
  readonly after: string;
}

/** @param at first faulty character, from 0; at the end of the formula, the last one is marked */
export function markFault(formula: string, at: number, length: number): MarkedFormula {
  const last = Math.max(0, formula.trimEnd().length - 1);
  const start = Math.min(at, last);
  const end = at > last ? start + 1 : Math.max(start + 1, at + length);
  return { before: formula.slice(0, start), faulty: formula.slice(start, end), after: formula.slice(end) };
}
