import type { BinaryOperator, UnaryOperator } from './tree.ts';

/** What an operator needs of the moment: the inputs, and the results of the functions over time. NaN: no value. */
export interface Frame {
  inputs: Float64Array;
  overTime: Float64Array;
}

export type Evaluate = (frame: Frame) => number;

/** A result that is not finite is none, so that no later operator makes a number of it. */
export const finite = (value: number): number => (Number.isFinite(value) ? value : Number.NaN);

/** Remainder with the sign of the divisor: -90 % 360 is 270. */
export function modulo(dividend: number, divisor: number): number {
  const remainder = dividend % divisor;
  return remainder !== 0 && remainder < 0 !== divisor < 0 ? remainder + divisor : remainder;
}

/** NaN unless both are numbers: a comparison with no value has no result. */
function comparison(left: Evaluate, right: Evaluate, holds: (a: number, b: number) => boolean): Evaluate {
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN;
    return holds(a, b) ? 1 : 0;
  };
}

/** `x ** 0` is 1 for NaN too. */
export const power = (base: number, exponent: number): number =>
  Number.isNaN(base) || Number.isNaN(exponent) ? Number.NaN : finite(base ** exponent);

/** The right side is only evaluated if the left one does not decide. */
function logical(left: Evaluate, right: Evaluate, decides: (a: number) => boolean): Evaluate {
  return (frame) => {
    const a = left(frame);
    if (Number.isNaN(a)) return Number.NaN;
    if (decides(a)) return a === 0 ? 0 : 1;
    const b = right(frame);
    return Number.isNaN(b) ? Number.NaN : Number(b !== 0);
  };
}

/** Only the branch that is taken is evaluated. */
export function conditional(test: Evaluate, yes: Evaluate, no: Evaluate): Evaluate {
  return (frame) => {
    const x = test(frame);
    if (Number.isNaN(x)) return x;
    return x === 0 ? no(frame) : yes(frame);
  };
}

export const UNARY: Readonly<Record<UnaryOperator, (operand: Evaluate) => Evaluate>> = {
  '-': (operand) => (frame) => -operand(frame),
  '+': (operand) => operand,
  '!': (operand) => (frame) => {
    const x = operand(frame);
    return Number.isNaN(x) ? x : Number(x === 0);
  },
};

type Build = (left: Evaluate, right: Evaluate) => Evaluate;

export const BINARY: Readonly<Record<BinaryOperator, Build>> = {
  '+': (left, right) => (frame) => finite(left(frame) + right(frame)),
  '-': (left, right) => (frame) => finite(left(frame) - right(frame)),
  '*': (left, right) => (frame) => finite(left(frame) * right(frame)),
  '/': (left, right) => (frame) => finite(left(frame) / right(frame)),
  '%': (left, right) => (frame) => finite(modulo(left(frame), right(frame))),
  '^': (left, right) => (frame) => power(left(frame), right(frame)),
  '<': (left, right) => comparison(left, right, (a, b) => a < b),
  '<=': (left, right) => comparison(left, right, (a, b) => a <= b),
  '>': (left, right) => comparison(left, right, (a, b) => a > b),
  '>=': (left, right) => comparison(left, right, (a, b) => a >= b),
  '==': (left, right) => comparison(left, right, (a, b) => a === b),
  '!=': (left, right) => comparison(left, right, (a, b) => a !== b),
  '&&': (left, right) => logical(left, right, (a) => a === 0),
  '||': (left, right) => logical(left, right, (a) => a !== 0),
};
