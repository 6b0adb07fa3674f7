/** The tree of a formula: what the parser returns, checked against the language and bounded. */
import { type ChannelRef, channelPath } from '../../contract/index.ts';
import { FormulaError } from './formula-error.ts';
import { MAX_INPUTS, MAX_NODES } from './limits.ts';
import { scanFormula } from './scan.ts';
import { type Place, parseSyntax, type SyntaxNode } from './syntax.ts';

export type UnaryOperator = '-' | '+' | '!';
export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '^' | '<' | '<=' | '>' | '>=' | '==' | '!=' | '&&' | '||';

export type FormulaNode = Place &
  (
    | { kind: 'number'; value: number }
    | { kind: 'input'; index: number }
    | { kind: 'constant'; name: string }
    | { kind: 'unary'; operator: UnaryOperator; operand: FormulaNode }
    | { kind: 'binary'; operator: BinaryOperator; left: FormulaNode; right: FormulaNode }
    | { kind: 'conditional'; test: FormulaNode; yes: FormulaNode; no: FormulaNode }
    | { kind: 'call'; name: string; parameters: readonly FormulaNode[] }
  );

export interface FormulaTree {
  root: FormulaNode;
  /** Unique, in order of first use. */
  inputs: readonly ChannelRef[];
}

const COMPARISONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '==', '!=']);
const LOGICAL: ReadonlySet<string> = new Set(['&&', '||']);

const isNot = (node: FormulaNode): boolean => node.kind === 'unary' && node.operator === '!' && !node.grouped;

const isComparison = (node: FormulaNode): boolean =>
  node.kind === 'binary' && COMPARISONS.has(node.operator) && !node.grouped;

class TreeBuilder {
  readonly inputs: ChannelRef[] = [];
  readonly #references: ReadonlyMap<number, ChannelRef>;
  readonly #indexes = new Map<string, number>();
  #nodes = 0;

  constructor(references: ReadonlyMap<number, ChannelRef>) {
    this.#references = references;
  }

  build(syntax: SyntaxNode): FormulaNode {
    this.#nodes += 1;
    const { at, end, grouped } = syntax.place ?? { at: 0, end: 0, grouped: false };
    const place = { at, end, grouped };
    if (this.#nodes > MAX_NODES) {
      throw new FormulaError(`The formula has more than ${MAX_NODES} numbers, channels, operators and calls.`, at, 0);
    }
    switch (syntax.type) {
      case 'Literal':
        return { ...place, kind: 'number', value: this.#number(syntax.value, place) };
      case 'Identifier': {
        // In parentheses, the place of the group hides that of the reference.
        return syntax.name.startsWith('$') ? this.#input(place) : { ...place, kind: 'constant', name: syntax.name };
      }
      case 'UnaryExpression':
        return this.#unary(syntax.operator as UnaryOperator, this.build(syntax.argument as SyntaxNode), place);
      case 'BinaryExpression': {
        const left = this.build(syntax.left as SyntaxNode);
        const right = this.build(syntax.right as SyntaxNode);
        return this.#binary(syntax.operator as BinaryOperator, left, right, syntax.place);
      }
      case 'ConditionalExpression': {
        const test = this.build(syntax.test as SyntaxNode);
        const yes = this.build(syntax.consequent as SyntaxNode);
        const no = this.build(syntax.alternate as SyntaxNode);
        const around = syntax.place ?? { at: test.at, end: no.end, grouped: false };
        return { ...around, kind: 'conditional', test, yes, no };
      }
      case 'CallExpression':
        return {
          ...place,
          kind: 'call',
          name: (syntax.callee as SyntaxNode & { name?: string }).name ?? '',
          parameters: syntax.arguments.map((parameter) => this.build(parameter as SyntaxNode)),
        };
      case 'ArrayExpression':
      case 'Compound':
      case 'MemberExpression':
      case 'SequenceExpression':
      case 'ThisExpression':
        break;
    }
    throw new FormulaError('Not possible in a formula.', at, end - at);
  }

  #number(value: unknown, { at, end }: Place): number {
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw new FormulaError('The number is too large.', at, end - at);
  }

  #input(place: Place): FormulaNode {
    const found = [...this.#references].find(([at]) => at >= place.at && at < place.end);
    if (!found) throw new FormulaError('Not possible in a formula.', place.at, place.end - place.at);
    const path = channelPath(found[1]);
    let index = this.#indexes.get(path);
    if (index === undefined) {
      index = this.inputs.push(found[1]) - 1;
      this.#indexes.set(path, index);
      if (this.inputs.length > MAX_INPUTS) {
        throw new FormulaError(`The formula has more than ${MAX_INPUTS} channels.`, place.at, place.end - place.at);
      }
    }
    return { ...place, kind: 'input', index };
  }

  #unary(operator: UnaryOperator, operand: FormulaNode, place: Place): FormulaNode {
    if (operator !== '!') this.#refuseNot(operand);
    return { ...place, kind: 'unary', operator, operand };
  }

  /** `not` negates the whole comparison or sum to its right, although the parser binds it to the next value. */
  #binary(operator: BinaryOperator, left: FormulaNode, right: FormulaNode, group?: Place): FormulaNode {
    const place = group ?? { at: left.at, end: right.end, grouped: false };
    if (LOGICAL.has(operator)) return { ...place, kind: 'binary', operator, left, right };
    this.#refuseNot(right);
    if (left.kind === 'unary' && isNot(left)) {
      const operand = this.#binary(operator, left.operand, right);
      return { ...place, kind: 'unary', operator: '!', operand };
    }
    if (COMPARISONS.has(operator) && (isComparison(left) || isComparison(right))) {
      throw new FormulaError('Two comparisons in a row: write a < b and b < c.', left.at, right.end - left.at);
    }
    return { ...place, kind: 'binary', operator, left, right };
  }

  #refuseNot(operand: FormulaNode): void {
    if (isNot(operand))
      throw new FormulaError('Put not and its value in parentheses.', operand.at, operand.end - operand.at);
  }
}

/** @throws FormulaError */
export function parseTree(text: string): FormulaTree {
  const { source, references } = scanFormula(text);
  const builder = new TreeBuilder(references);
  const root = builder.build(parseSyntax(source));
  return { root, inputs: builder.inputs };
}
