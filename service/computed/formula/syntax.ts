/** The only place that uses and configures jsep: a scanned formula becomes jsep's tree, with a place for each node. */
import jsep from 'jsep';
import { FormulaError } from './formula-error.ts';
import { MAX_DEPTH } from './limits.ts';

/** Where a node is in the formula. */
export interface Place {
  at: number;
  /** First character after it. */
  end: number;
  /** In parentheses of its own, which its place includes. */
  grouped: boolean;
}

/** Only tokens have a place: values, calls, signs, groups. */
export type SyntaxNode = jsep.CoreExpression & { place?: Place };

interface Parse {
  /** Where the tokens begin that are being parsed, the outermost first. */
  starts: number[];
  /** Expressions that are being parsed. */
  depth: number;
}

/** State of a parse by jsep's parser, which its hooks have as `this`. */
const parses = new WeakMap<object, Parse>();

function parseOf(parser: jsep.HookScope): Parse {
  let parse = parses.get(parser);
  if (!parse) {
    parse = { starts: [], depth: 0 };
    parses.set(parser, parse);
  }
  return parse;
}

function checkDepth(parser: jsep.HookScope, depth: number): void {
  if (depth > MAX_DEPTH)
    throw new FormulaError(`The formula is nested deeper than ${MAX_DEPTH} levels.`, parser.index, 1);
}

/** A power binds tighter than the sign before it and from right to left, which jsep's precedences cannot express. */
function withPower(parser: jsep.HookScope, base: jsep.Expression): jsep.Expression {
  parser.gobbleSpaces();
  if (parser.char !== '^') return base;
  parser.index += 1;
  const right = parser.gobbleToken() as jsep.Expression;
  return { type: 'BinaryExpression', operator: '^', left: base, right };
}

const HOOKS: Record<'gobble-expression' | 'after-expression' | 'gobble-token' | 'after-token', jsep.HookCallback> = {
  'gobble-expression'() {
    const parse = parseOf(this);
    parse.depth += 1;
    checkDepth(this, parse.depth);
  },
  'after-expression'() {
    parseOf(this).depth -= 1;
  },
  'gobble-token'(env) {
    const { starts } = parseOf(this);
    starts.push(this.index);
    checkDepth(this, starts.length);
    // jsep itself runs no `after-token` for numbers.
    if (/\d/.test(this.char)) env.node = this.gobbleNumericLiteral() as jsep.Expression;
  },
  'after-token'(env) {
    const { starts } = parseOf(this);
    const at = starts.at(-1) ?? 0;
    if (env.node) {
      const end = this.expr.slice(0, this.index).trimEnd().length;
      env.node['place'] = { at, end, grouped: this.expr.charAt(at) === '(' } satisfies Place;
      env.node = withPower(this, env.node);
    }
    starts.pop();
  },
};

jsep.removeAllBinaryOps();
jsep.removeAllUnaryOps();
jsep.removeAllLiterals();
const PRECEDENCES = [['||'], ['&&'], ['<', '<=', '>', '>=', '==', '!='], ['+', '-'], ['*', '/', '%']];
for (const [index, operators] of PRECEDENCES.entries()) {
  for (const operator of operators) jsep.addBinaryOp(operator, index + 1);
}
for (const operator of ['-', '+', '!']) jsep.addUnaryOp(operator);
for (const [name, hook] of Object.entries(HOOKS)) jsep.hooks.add(name as keyof typeof HOOKS, hook);

/**
 * Syntax tree of a formula that `scanFormula` accepted, so that jsep itself finds no fault.
 * @throws FormulaError if it is nested too deeply
 */
export function parseSyntax(source: string): SyntaxNode {
  return jsep(source) as SyntaxNode;
}
