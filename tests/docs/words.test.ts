/** Identifiers and files of the product use the words of the glossary, and none that it rejects. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { rowsOf } from './page.ts';

const GUIDE = readFileSync(join(ROOT, 'docs/style-guide.md'), 'utf8');
const SOURCES = globSync('{build,electron,renderer,service}/**/*.{ts,tsx}', { cwd: ROOT })
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted();

/** Words that code uses in another meaning too, or that some code still uses: of these this check is silent. */
const UNCHECKED: ReadonlySet<string> = new Set(
  `answer attach begin confirmed down drop dropped go gone keep kept kind line mark moment online over parts question up
  watch`.split(/\s+/),
);

/** Rejected by the guide in other sections than the glossary, or as a part of a word. */
const FURTHER = ['crowd', 'keeper', 'roster', 'steering', 'teller', 'wakening'];

/** File names that name nothing. */
const EMPTY_NAMES = new Set(['helpers', 'parts', 'places', 'things', 'utils', 'words']);

/** The single words that the glossary rejects without a condition. */
function rejectedWords(): string[] {
  const cells = rowsOf(GUIDE).flatMap(({ heads, cells: row }) => (heads[2] === 'Not' ? [row[2] ?? ''] : []));
  return cells.flatMap((cell) =>
    [...cell.matchAll(/`([a-zA-Z]+)`(?= *(?:,|$))/g)].map(([, word = '']) => word.toLowerCase()),
  );
}

const REJECTED = [...new Set([...rejectedWords(), ...FURTHER])].filter((word) => !UNCHECKED.has(word));

/** `toldFailure` is `told` and `failure`; a plural counts as its singular. */
function wordsOf(name: string): string[] {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3_$2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return words.flatMap((word) => [word, word.replace(/s$/, '')]);
}

function rejectedIn(name: string): string[] {
  const words = wordsOf(name);
  return REJECTED.filter((word) => words.includes(word));
}

interface Node {
  type: string;
  name?: unknown;
  start: number;
}

/** Every identifier of a syntax tree, where it begins. */
function* identifiersOf(tree: unknown): Generator<{ name: string; start: number }> {
  if (typeof tree !== 'object' || tree === null) return;
  const { type, name, start } = tree as Node;
  if (type?.endsWith('Identifier') && typeof name === 'string') yield { name, start };
  for (const child of Object.values(tree)) yield* identifiersOf(child);
}

/** The rejected words among the identifiers of a file, each with its line. */
function faultsIn(path: string, text: string): string[] {
  const faults = [...identifiersOf(parseSync(path, text).program)].flatMap(({ name, start }) => {
    const line = text.slice(0, start).split('\n').length;
    return rejectedIn(name).map((word) => `${path}:${line}: ${name} (${word})`);
  });
  return [...new Set(faults)];
}

test('identifiers of the product contain no rejected word', () => {
  expect(REJECTED.length).toBeGreaterThan(10);
  expect(SOURCES.length).toBeGreaterThan(500);
  expect(SOURCES.flatMap((path) => faultsIn(path, readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
});

test('files and folders of the product contain no rejected word', () => {
  const faults = SOURCES.flatMap((path) => rejectedIn(path.replace(/\.tsx?$/, '')).map((word) => `${path} (${word})`));
  const empty = SOURCES.filter((path) => EMPTY_NAMES.has(path.replace(/^.*\/|\.tsx?$/g, '')));
  expect([...faults, ...empty]).toEqual([]);
});

describe('what the check finds', () => {
  test.each([
    ['export class TroubleList {}', ['a.ts:1: TroubleList (trouble)']],
    ['\nconst a = <B wishes={1} />;', ['a.ts:2: wishes (wishes)']],
    ['class A {\n  #rosters = 1;\n}', ['a.ts:2: rosters (roster)']],
    ['// trouble\nconst particle = "trouble";', []],
  ])('in %j', (text, expected) => {
    expect(faultsIn('a.tsx', text)).toEqual(expected.map((fault) => fault.replace('a.ts', 'a.tsx')));
  });
});
