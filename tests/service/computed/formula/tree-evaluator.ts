/** Formulas as random trees: their text, and their results by an evaluator that never sees the text. */
import * as fc from 'fast-check';

export type Tree =
  | { kind: 'number'; value: number }
  | { kind: 'input'; index: number }
  | { kind: 'unary'; operator: '-' | '+' | 'not'; operand: Tree }
  | { kind: 'binary'; operator: string; left: Tree; right: Tree }
  | { kind: 'conditional'; parts: [test: Tree, yes: Tree, no: Tree] }
  | { kind: 'call'; name: string; parameters: Tree[] }
  | { kind: 'window'; name: 'min_over' | 'max_over'; of: Tree; seconds: number };

/** All inputs at one time. */
export interface Moment {
  at: number;
  values: (number | null)[];
}

export const INPUTS = 3;

const COMPARISONS = ['<', '<=', '>', '>=', '==', '!='];
const CALLS: [name: string, parameters: number][] = [
  ['abs', 1],
  ['sqrt', 1],
  ['floor', 1],
  ['ceil', 1],
  ['ln', 1],
  ['sin', 1],
  ['min', 3],
  ['max', 2],
  ['mean', 2],
  ['clamp', 3],
  ['pow', 2],
  ['atan2', 2],
  ['median', 3],
];

const number = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom(0.5, 1e-3, 1.5e10, 1e200));

/** Trees with at most some hundred nodes. */
export const trees: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => {
  const tree = tie('tree');
  return {
    tree: fc.oneof(
      { depthSize: 'small', maxDepth: 6 },
      number.map((value): Tree => ({ kind: 'number', value })),
      fc.nat(INPUTS - 1).map((index): Tree => ({ kind: 'input', index })),
      fc.record({ kind: fc.constant('unary' as const), operator: fc.constantFrom('-', '+', 'not'), operand: tree }),
      fc.record({
        kind: fc.constant('binary' as const),
        operator: fc.constantFrom('+', '-', '*', '/', '%', '^', 'and', 'or', ...COMPARISONS),
        left: tree,
        right: tree,
      }),
      fc.record({ kind: fc.constant('conditional' as const), parts: fc.tuple(tree, tree, tree) }),
      fc
        .constantFrom(...CALLS)
        .chain(([name, count]) =>
          fc
            .array(tree, { minLength: count, maxLength: count })
            .map((parameters): Tree => ({ kind: 'call', name, parameters })),
        ),
      fc.record({
        kind: fc.constant('window' as const),
        name: fc.constantFrom('min_over', 'max_over'),
        of: tree,
        seconds: fc.integer({ min: 1, max: 9 }),
      }),
    ),
  };
}).tree;

/** Loosest first, by docs/computed-channels.md#operators. */
const LEVELS: Record<string, number> = {
  '?': 0,
  or: 1,
  and: 2,
  not: 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '==': 4,
  '!=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
  sign: 7,
  '^': 8,
};
const ATOM = 9;

const levelOf = (tree: Tree): number => {
  if (tree.kind === 'conditional') return 0;
  if (tree.kind === 'unary') return LEVELS[tree.operator === 'not' ? 'not' : 'sign'] ?? ATOM;
  return tree.kind === 'binary' ? (LEVELS[tree.operator] ?? ATOM) : ATOM;
};

/** The text with no more parentheses than needed. */
export function textOf(tree: Tree): string {
  const inside = (part: Tree, level: number): string => (levelOf(part) < level ? `(${textOf(part)})` : textOf(part));
  switch (tree.kind) {
    case 'number':
      return String(tree.value);
    case 'input':
      return `[usb/A/${tree.index}]`;
    case 'unary':
      // Behind a sign, a power needs no parentheses: -2^2 is -(2^2).
      return tree.operator === 'not' ? `not ${inside(tree.operand, 3)}` : `${tree.operator}${inside(tree.operand, 7)}`;
    case 'binary': {
      const level = levelOf(tree);
      if (tree.operator === '^') return `${inside(tree.left, 9)}^${inside(tree.right, 7)}`;
      // Comparisons in a row are refused; all others go from left to right.
      const left = inside(tree.left, level === 4 ? 5 : level);
      return `${left} ${tree.operator} ${inside(tree.right, level + 1)}`;
    }
    case 'conditional': {
      const [test, yes, no] = tree.parts;
      return `${inside(test, 1)} ? ${textOf(yes)} : ${textOf(no)}`;
    }
    case 'call':
      return `${tree.name}(${tree.parameters.map(textOf).join(', ')})`;
    case 'window':
      return `${tree.name}(${textOf(tree.of)}, ${tree.seconds})`;
  }
  throw new TypeError('another kind of tree');
}

type Value = number | null;

const known = (value: number): Value => (Number.isFinite(value) ? value : null);

function binary(operator: string, a: number, b: number): Value {
  const comparisons: Record<string, boolean> = {
    '<': a < b,
    '<=': a <= b,
    '>': a > b,
    '>=': a >= b,
    '==': a === b,
    '!=': a !== b,
  };
  const holds = comparisons[operator];
  if (holds !== undefined) return holds ? 1 : 0;
  if (operator === '+') return known(a + b);
  if (operator === '-') return known(a - b);
  if (operator === '*') return known(a * b);
  if (operator === '/') return known(a / b);
  if (operator === '^') return known(Math.pow(a, b));
  const rest = a % b;
  return known(rest === 0 || rest > 0 === b > 0 ? rest : rest + b);
}

function call(name: string, values: number[]): Value {
  const [x = 0, y = 0, z = 0] = values;
  const sorted = values.toSorted((one, other) => one - other);
  const results: Record<string, () => number> = {
    abs: () => (x < 0 ? -x : x),
    sqrt: () => Math.sqrt(x),
    floor: () => Math.floor(x),
    ceil: () => -Math.floor(-x),
    ln: () => Math.log(x),
    sin: () => Math.sin(x),
    min: () => sorted[0] ?? Number.NaN,
    max: () => sorted.at(-1) ?? Number.NaN,
    mean: () => (x + y) / 2,
    clamp: () => (y > z ? Number.NaN : x < y ? y : x > z ? z : x),
    pow: () => Math.pow(x, y),
    atan2: () => Math.atan2(x, y),
    median: () => sorted[1] ?? Number.NaN,
  };
  return known(results[name]?.() ?? Number.NaN);
}

/** The result at the last of some moments; windows look at all earlier ones again. */
export function evaluate(tree: Tree, moments: readonly Moment[]): Value {
  const now = moments.at(-1);
  if (!now) return null;
  switch (tree.kind) {
    case 'number':
      return tree.value;
    case 'input':
      return now.values[tree.index] ?? null;
    case 'unary': {
      const value = evaluate(tree.operand, moments);
      if (value === null) return null;
      if (tree.operator === 'not') return value === 0 ? 1 : 0;
      return tree.operator === '-' ? -value : value;
    }
    case 'binary': {
      const left = evaluate(tree.left, moments);
      if (left === null) return null;
      if (tree.operator === 'and' && left === 0) return 0;
      if (tree.operator === 'or' && left !== 0) return 1;
      const right = evaluate(tree.right, moments);
      if (right === null) return null;
      if (tree.operator === 'and' || tree.operator === 'or') return right === 0 ? 0 : 1;
      return binary(tree.operator, left, right);
    }
    case 'conditional': {
      const [test, yes, no] = tree.parts;
      const value = evaluate(test, moments);
      if (value === null) return null;
      return evaluate(value === 0 ? no : yes, moments);
    }
    case 'call': {
      const values = tree.parameters.map((parameter) => evaluate(parameter, moments));
      return values.includes(null) ? null : call(tree.name, values as number[]);
    }
    case 'window': {
      const values = valuesOver(tree.of, moments, tree.seconds).map(({ value }) => value);
      if (values.length === 0) return null;
      return tree.name === 'min_over' ? Math.min(...values) : Math.max(...values);
    }
  }
  throw new TypeError('another kind of tree');
}

/** The values of a tree in (now - seconds, now]. */
export function valuesOver(tree: Tree, moments: readonly Moment[], seconds: number): { at: number; value: number }[] {
  const now = moments.at(-1)?.at ?? 0;
  return moments.flatMap(({ at }, index) => {
    const value = at > now - seconds * 1000 ? evaluate(tree, moments.slice(0, index + 1)) : null;
    return value === null ? [] : [{ at, value }];
  });
}
