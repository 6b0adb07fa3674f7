/** Compiles the tree of a formula once, to closures. */
import { FORMULA_CONSTANTS } from '../../contract/index.ts';
import { FormulaError } from './formula-error.ts';
import { PLAIN_FUNCTIONS, type PlainFunction } from './functions.ts';
import type { IntegralState } from './integral.ts';
import { MAX_OVER_TIME } from './limits.ts';
import { BINARY, conditional, type Evaluate, type Frame, finite, UNARY } from './operators.ts';
import { type ConstantParameter, OVER_TIME_FUNCTIONS, type OverTimeFunction, type OverTimeState } from './over-time.ts';
import type { FormulaNode } from './tree.ts';

/** A function over time in a formula; its result is `Frame.overTime` at its index. */
export interface OverTimeUse {
  /** What it is applied to. */
  parameter: Evaluate;
  isIntegral: boolean;
  create: (state: IntegralState | undefined) => OverTimeState;
}

export interface Compiled {
  evaluate: Evaluate;
  /** Inner ones before the ones around them. */
  overTime: readonly OverTimeUse[];
  /** Windows inside each other add up. */
  memoryMs: number;
}

interface Part {
  evaluate: Evaluate;
  isConstant: boolean;
  memoryMs: number;
}

type Call = FormulaNode & { kind: 'call' };

const CONSTANTS: ReadonlyMap<string, number> = new Map(FORMULA_CONSTANTS.map(({ name, value }) => [name, value]));
const EMPTY: Frame = { inputs: new Float64Array(), overTime: new Float64Array() };

function fail(message: string, { at, end }: FormulaNode): never {
  throw new FormulaError(message, at, end - at);
}

/** `2 parameters`, `1 to 2 parameters`, `at least 1 parameter`. */
function describeCount(min: number, max: number): string {
  const noun = (max === Infinity ? min : max) === 1 ? 'parameter' : 'parameters';
  if (max === Infinity) return `at least ${min} ${noun}`;
  return min === max ? `${min} ${noun}` : `${min} to ${max} ${noun}`;
}

function checkCount(node: Call, min: number, max: number): void {
  const { length } = node.parameters;
  if (length < min || length > max) fail(`${node.name} has ${describeCount(min, max)}, got ${length}.`, node);
}

function callOf({ compute }: PlainFunction, parameters: readonly Evaluate[]): Evaluate {
  const [first, second] = parameters;
  if (first && parameters.length === 1) {
    return (frame) => {
      const x = first(frame);
      return Number.isNaN(x) ? x : finite(compute(x));
    };
  }
  if (first && second && parameters.length === 2) {
    return (frame) => {
      const x = first(frame);
      const y = second(frame);
      return Number.isNaN(x) || Number.isNaN(y) ? Number.NaN : finite(compute(x, y));
    };
  }
  return (frame) => {
    const values = parameters.map((parameter) => parameter(frame));
    return values.some(Number.isNaN) ? Number.NaN : finite(compute(...values));
  };
}

function numberPart(value: number): Part {
  return { evaluate: () => value, isConstant: true, memoryMs: 0 };
}

function joined(parts: readonly Part[], evaluate: Evaluate): Part {
  const isConstant = parts.every((part) => part.isConstant);
  return { evaluate, isConstant, memoryMs: Math.max(0, ...parts.map(({ memoryMs }) => memoryMs)) };
}

class Compiler {
  readonly overTime: OverTimeUse[] = [];

  compile(node: FormulaNode): Part {
    switch (node.kind) {
      case 'number':
        return numberPart(node.value);
      case 'constant':
        return this.#constant(node, node.name);
      case 'input': {
        const { index } = node;
        return { evaluate: ({ inputs }) => inputs[index] as number, isConstant: false, memoryMs: 0 };
      }
      case 'unary': {
        const operand = this.compile(node.operand);
        return { ...operand, evaluate: UNARY[node.operator](operand.evaluate) };
      }
      case 'binary': {
        const left = this.compile(node.left);
        const right = this.compile(node.right);
        return joined([left, right], BINARY[node.operator](left.evaluate, right.evaluate));
      }
      case 'conditional': {
        const [test, yes, no] = [this.compile(node.test), this.compile(node.yes), this.compile(node.no)];
        return joined([test, yes, no], conditional(test.evaluate, yes.evaluate, no.evaluate));
      }
      case 'call':
        break;
    }
    return this.#call(node);
  }

  #constant(node: FormulaNode, name: string): Part {
    const value = CONSTANTS.get(name);
    if (value !== undefined) return numberPart(value);
    if (PLAIN_FUNCTIONS.has(name) || OVER_TIME_FUNCTIONS.has(name))
      fail(`${name} is a function: write ${name}(...).`, node);
    return fail(`Unknown name "${name}".`, node);
  }

  #call(node: Call): Part {
    const overTime = OVER_TIME_FUNCTIONS.get(node.name);
    if (overTime) return this.#overTime(node, overTime);
    const plain = PLAIN_FUNCTIONS.get(node.name);
    if (!plain) throw new FormulaError(`Unknown function "${node.name}".`, node.at, node.name.length);
    checkCount(node, plain.min, plain.max);
    const parts = node.parameters.map((parameter) => this.compile(parameter));
    return joined(
      parts,
      callOf(
        plain,
        parts.map(({ evaluate }) => evaluate),
      ),
    );
  }

  #overTime(node: Call, used: OverTimeFunction): Part {
    const [subject, ...others] = node.parameters;
    let use: OverTimeUse;
    let memoryMs: number;
    if (used.kind === 'window') {
      checkCount(node, 1 + used.parameters.length - used.optional, 1 + used.parameters.length);
      const constants = others.map((parameter, index) => this.#constantIn(parameter, used.parameters[index]));
      const [duration = 0, ...rest] = constants;
      const part = this.compile(subject as FormulaNode);
      use = { parameter: part.evaluate, isIntegral: false, create: () => used.create(duration, ...rest) };
      memoryMs = part.memoryMs + duration * 1000;
    } else {
      checkCount(node, used.aboveLimit ? 2 : 1, used.aboveLimit ? 2 : 1);
      const parts = node.parameters.map((parameter) => this.compile(parameter));
      const [value, limit] = parts.map(({ evaluate }) => evaluate);
      const parameter = limit ? BINARY['-'](value as Evaluate, limit) : (value as Evaluate);
      use = { parameter, isIntegral: true, create: used.create };
      memoryMs = Math.max(...parts.map((part) => part.memoryMs));
    }
    const index = this.overTime.push(use) - 1;
    if (index >= MAX_OVER_TIME) fail(`The formula has more than ${MAX_OVER_TIME} functions over time.`, node);
    return { evaluate: ({ overTime }) => overTime[index] as number, isConstant: false, memoryMs };
  }

  /** Evaluates a parameter that must be a constant in a range. */
  #constantIn(node: FormulaNode, rule: ConstantParameter | undefined): number {
    const { evaluate, isConstant } = this.compile(node);
    if (!rule) throw new TypeError('a parameter without a rule');
    const { name, unit, min, max } = rule;
    if (!isConstant) fail(`The ${name} must be a constant in ${unit}, such as ${Math.max(min, 60)}.`, node);
    const value = evaluate(EMPTY);
    if (!(value >= min && value <= max)) {
      const given = Number.isNaN(value) ? 'no number' : `${value}`;
      fail(`The ${name} must be ${min} to ${max} ${unit}, got ${given}.`, node);
    }
    return value;
  }
}

/** @throws FormulaError for an unknown name, a wrong number of parameters, an invalid duration or too many windows */
export function compileTree(root: FormulaNode): Compiled {
  const compiler = new Compiler();
  const { evaluate, memoryMs } = compiler.compile(root);
  return { evaluate, memoryMs, overTime: compiler.overTime };
}
