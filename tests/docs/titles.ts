/** What a test file, or a command's table, names its parts: read from the source, without running it. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { ROOT } from '../../build/paths.ts';

/** A node of the syntax tree, as far as it is looked at here. */
interface Node {
  type: string;
  [key: string]: unknown;
}

/** What begins a test, or a group of them. */
const TESTS: ReadonlySet<string> = new Set(['test', 'it', 'describe', 'scenario']);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

function nodesOf(path: string): Node[] {
  const found: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    else if (isNode(value)) {
      found.push(value);
      for (const child of Object.values(value)) visit(child);
    }
  };
  visit(parseAst(readFileSync(join(ROOT, path), 'utf8'), { lang: 'ts' }));
  return found;
}

/** The name at the root of `test`, `test.each([...])` and the like. */
function rootName(callee: unknown): string | undefined {
  if (!isNode(callee)) return undefined;
  if (callee.type === 'Identifier') return String(callee['name']);
  return rootName(callee['callee'] ?? callee['object'] ?? callee['tag']);
}

/** The text of a string or of a template; what is put into a template is three dots. */
function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('...');
}

/** The names of an object's properties. */
function keysOf(node: unknown): string[] {
  if (!isNode(node) || node.type !== 'ObjectExpression') return [];
  return (node['properties'] as Node[]).flatMap(({ key }) => {
    if (!isNode(key)) return [];
    return textOf(key) ?? (typeof key['name'] === 'string' ? key['name'] : []);
  });
}

/** The texts of the rows of `test.each([...])`, which stand in the titles of its tests. */
function rowTexts(node: unknown): string[] {
  if (!isNode(node) || node.type !== 'ArrayExpression') return [];
  return (node['elements'] as unknown[]).flatMap((row) => {
    const cells = isNode(row) && row.type === 'ArrayExpression' ? (row['elements'] as unknown[]) : [row];
    return cells.flatMap((cell) => textOf(cell) ?? []);
  });
}

/** The titles of a file's tests and groups of tests, and the checks of a scenario in a guest. */
export function titlesOf(path: string): string[] {
  return nodesOf(path).flatMap((node) => {
    const name = node.type === 'CallExpression' ? rootName(node['callee']) : undefined;
    if (!name || !TESTS.has(name)) return [];
    const [first, ...further] = node['arguments'] as unknown[];
    const checks = name === 'scenario' ? further.flatMap(keysOf) : [];
    return [textOf(first) ?? rowTexts(first), checks].flat();
  });
}

/** Where a command lists its parts: a variable of this name, or what a function of this name returns. */
const LISTS = { soak: 'parts', bench: 'benchmarks' } as const;

function listIn(node: Node, name: string): Node | undefined {
  const { type, id, init, body } = node;
  if (!isNode(id) || id['name'] !== name) return undefined;
  if (type === 'VariableDeclarator') return isNode(init) ? init : undefined;
  const statements = isNode(body) ? ((body['body'] ?? []) as Node[]) : [];
  const answer = statements.find((statement) => statement.type === 'ReturnStatement')?.['argument'];
  return isNode(answer) ? answer : undefined;
}

/** The words that `--only` takes: the keys of the command's list, and those of the lists in it. */
export function partsOf(command: keyof typeof LISTS): string[] {
  const files = globSync(`tests/${command}/*.ts`, { cwd: ROOT });
  return files.flatMap(nodesOf).flatMap((node) => {
    const list = listIn(node, LISTS[command]);
    if (list?.type !== 'ObjectExpression') return [];
    return [keysOf(list), (list['properties'] as Node[]).flatMap(({ value }) => keysOf(value))].flat();
  });
}
