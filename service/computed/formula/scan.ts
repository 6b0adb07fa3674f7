/** Checks a formula character by character and prepares it for the parser, without moving a character. */
import { type ChannelRef, MAX_FORMULA_LENGTH } from '../../contract/index.ts';
import { parseReference } from './channel-reference.ts';
import { FormulaError } from './formula-error.ts';

/** A formula in the parser's characters: each token is where it is in the user's text. */
export interface ScannedFormula {
  source: string;
  /** The reference that the identifier of `$` at this character stands for. */
  references: ReadonlyMap<number, ChannelRef>;
}

type Token = 'number' | 'word' | 'reference' | 'sign' | 'not' | 'operator' | 'open' | 'close' | 'comma' | 'if' | 'else';

/** Longest first. A word that is an operator is looked up in `WORD_OPERATORS`. */
const TOKENS: readonly [kind: Token, pattern: RegExp][] = [
  ['number', /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y],
  ['word', /[A-Za-z_][A-Za-z0-9_]*/y],
  ['reference', /\[[^[\]]*\]/y],
  ['operator', /&&|\|\||[<>=!]=|[<>*/%^×·÷]/y],
  ['sign', /[+\-\u2212]/y],
  ['not', /!/y],
  ['open', /\(/y],
  ['close', /\)/y],
  ['comma', /,/y],
  ['if', /\?/y],
  ['else', /:/y],
];

const WORD_OPERATORS: ReadonlyMap<string, { kind: Token; source: string }> = new Map([
  ['and', { kind: 'operator', source: '&& ' }],
  ['or', { kind: 'operator', source: '||' }],
  ['not', { kind: 'not', source: '!  ' }],
]);

/** Characters of typeset formulas, by those of the parser. */
const TYPESET: ReadonlyMap<string, string> = new Map([
  ['\u2212', '-'],
  ['×', '*'],
  ['·', '*'],
  ['÷', '/'],
]);

/** Begins an operand; all others follow one. */
const BEGINS_OPERAND: ReadonlySet<Token> = new Set(['number', 'word', 'reference', 'not', 'open']);
/** Ends an operand; an operand follows all others. */
const ENDS_OPERAND: ReadonlySet<Token> = new Set(['number', 'word', 'reference', 'close']);

/** Why a character that begins no token is refused. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['"', 'Texts are not possible in a formula.'],
  ["'", 'Texts are not possible in a formula.'],
  ['`', 'Texts are not possible in a formula.'],
  ['.', 'Unexpected "."; a number is written 0.5.'],
  ['=', 'Values cannot be assigned; two values are compared with ==.'],
  [';', 'A formula is one expression; arguments are separated by commas.'],
  ['[', 'The bracket is not closed; a channel is written [family/serial/channel].'],
  ['&', 'Write and, or &&.'],
  ['|', 'Write or, or ||.'],
]);

interface Scan {
  text: string;
  source: string;
  references: Map<number, ChannelRef>;
  /** Where each `(`, call and `?` that is not yet closed begins. */
  open: { kind: 'call' | 'group' | 'if'; at: number }[];
  last: { kind: Token; text: string } | undefined;
}

function nextToken(text: string, at: number): { kind: Token; text: string } {
  for (const [kind, pattern] of TOKENS) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return { kind: WORD_OPERATORS.get(found)?.kind ?? kind, text: found };
  }
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  throw new FormulaError(REFUSED.get(character) ?? `Unexpected character "${character}".`, at, character.length);
}

/** Refuses a token where none of its kind can be: between two operands, an operator must be. */
function checkOrder({ last, open }: Scan, kind: Token, text: string, at: number): void {
  const afterOperand = last !== undefined && ENDS_OPERAND.has(last.kind);
  const isCall = kind === 'open' && last?.kind === 'word';
  const noArguments = kind === 'close' && last?.kind === 'open' && open.at(-1)?.kind === 'call';
  if (kind === 'sign' || isCall || noArguments) return;
  if (afterOperand && BEGINS_OPERAND.has(kind))
    throw new FormulaError(`Expected an operator before "${text}".`, at, text.length);
  if (!afterOperand && !BEGINS_OPERAND.has(kind))
    throw new FormulaError(`Expected a value before "${text}".`, at, text.length);
}

/** Matches parentheses and conditionals, and commas with the call that they are in. */
function checkNesting({ open, last }: Scan, kind: Token, text: string, at: number): void {
  const inner = open.at(-1);
  if (kind === 'open') open.push({ kind: last?.kind === 'word' ? 'call' : 'group', at });
  else if (kind === 'if') open.push({ kind: 'if', at });
  else if (kind === 'comma') {
    if (inner?.kind !== 'call') throw new FormulaError('Unexpected ","; decimals are written 0.5.', at, 1);
  } else if (kind === 'else' || kind === 'close') {
    const matches = kind === 'else' ? inner?.kind === 'if' : inner !== undefined && inner.kind !== 'if';
    if (!matches) throw new FormulaError(`Unexpected "${text}".`, at, 1);
    open.pop();
  }
}

function sourceOf(scan: Scan, kind: Token, text: string, at: number): string {
  if (kind !== 'reference') return WORD_OPERATORS.get(text)?.source ?? TYPESET.get(text) ?? text;
  scan.references.set(at, parseReference(text.slice(1, -1), at + 1));
  return '$'.repeat(text.length);
}

/** @throws FormulaError for a text that is too long, a character or token that cannot be where it is, an open bracket */
export function scanFormula(text: string): ScannedFormula {
  if (text.length > MAX_FORMULA_LENGTH) {
    const beyond = text.length - MAX_FORMULA_LENGTH;
    throw new FormulaError(`The formula is longer than ${MAX_FORMULA_LENGTH} characters.`, MAX_FORMULA_LENGTH, beyond);
  }
  const scan: Scan = { text, source: '', references: new Map(), open: [], last: undefined };
  for (let at = 0; at < text.length; at = scan.source.length) {
    if (/\s/.test(text.charAt(at))) {
      scan.source += ' ';
      continue;
    }
    const { kind, text: token } = nextToken(text, at);
    checkOrder(scan, kind, token, at);
    checkNesting(scan, kind, token, at);
    scan.source += sourceOf(scan, kind, token, at);
    scan.last = { kind, text: token };
  }
  if (scan.last === undefined) throw new FormulaError('The formula is empty.', 0, 0);
  if (!ENDS_OPERAND.has(scan.last.kind))
    throw new FormulaError('The formula ends where a value must follow.', text.length, 0);
  const unclosed = scan.open.at(-1);
  if (unclosed?.kind === 'if') throw new FormulaError('The conditional has no ":".', unclosed.at, 1);
  if (unclosed) throw new FormulaError('The parenthesis is not closed.', unclosed.at, 1);
  return { source: scan.source, references: scan.references };
}
