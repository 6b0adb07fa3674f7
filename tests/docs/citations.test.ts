/** Every link between documents and every citation of one leads to a file and a heading; the index lists each document. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { linksOf, sectionsOf } from './page.ts';

/** Its own examples are broken on purpose. */
const THIS = 'tests/docs/citations.test.ts';

const TEXTS = globSync(
  [
    '*.{md,ts,json}',
    '.github/**/*.{md,yml}',
    '{build,docs,electron,renderer,service,tests}/**/*.{md,ts,tsx,mjs,json,css,sh}',
  ],
  { cwd: ROOT },
)
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path !== THIS)
  .map((path) => ({ path, text: read(path) }));
const PAGES = TEXTS.filter(({ path }) => path.endsWith('.md'));

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The faults of all texts, each with its file. */
function faultsIn(texts: typeof TEXTS, faultsOf: (text: string, path: string) => string[]): string[] {
  return texts.flatMap(({ path, text }) => faultsOf(text, path).map((fault) => `${path}: ${fault}`));
}

/** Whether a file, and its heading if one is named, exist. */
function exists(path: string, anchor: string | undefined): boolean {
  if (!existsSync(join(ROOT, path))) return false;
  return anchor === undefined || !path.endsWith('.md') || sectionsOf(read(path)).has(anchor);
}

/** The file a link leads to, from the project's folder. */
function targetOf(link: string, page: string): string {
  return link === '' ? page : posix.join(posix.dirname(page), link);
}

function brokenLinks(text: string, page: string): string[] {
  const broken = linksOf(text).filter(({ path, anchor }) => !exists(targetOf(path, page), anchor));
  return broken.map(({ path, anchor }) => (anchor === undefined ? path : `${path}#${anchor}`));
}

/** A path in docs/, or any page with a heading, that does not exist. A bare name is beside the text, in docs/ or at the root. */
function brokenCitations(text: string, source: string): string[] {
  const citations = text.matchAll(/(?<![\w/.:-])(?:\.{1,2}\/)*([\w./-]*[\w-]\.md)(?:#([\w-]*))?/g);
  return [...citations].flatMap(([citation, path = '', anchor]) => {
    if (anchor === undefined && !path.startsWith('docs/')) return [];
    const places = [path, `docs/${path}`, targetOf(path, source)];
    return places.some((place) => exists(place, anchor)) ? [] : [citation];
  });
}

/** Citations by number: numbers of headings change, and those of the hardware reference come from another document. */
function numberedCitations(text: string): string[] {
  const found = text.matchAll(/\b[\w-]+\.md(?:,? sections?|,? §+|,)? ?\d[\d.]*|\bhardware[\s*/]+facts\b/gi);
  return [...found].map(([citation]) => citation);
}

test('links of documents lead to a file and a heading', () => {
  expect(PAGES.flatMap(({ text }) => linksOf(text)).length).toBeGreaterThan(200);
  expect(faultsIn(PAGES, brokenLinks)).toEqual([]);
});

test('citations of documents name a file and a heading', () => {
  for (const page of ['interface.md#', 'docs/hardware.md#']) {
    expect(TEXTS.filter(({ text }) => text.includes(page)).length).toBeGreaterThan(20);
  }
  expect(faultsIn(TEXTS, brokenCitations)).toEqual([]);
});

test('documents are cited by heading, not by number', () => {
  expect(faultsIn(TEXTS, numberedCitations)).toEqual([]);
});

test('the index lists every document once', () => {
  const index = 'docs/README.md';
  const listed = linksOf(read(index)).map(({ path }) => targetOf(path, index));
  const documents = PAGES.map(({ path }) => path).filter((path) => path.startsWith('docs/') && path !== index);
  expect(listed.filter((path) => path.startsWith('docs/')).toSorted()).toEqual(documents.toSorted());
});

describe('what the checks find', () => {
  test.each([
    ['[a](hardware.md#none) [b](../docs/none.md)', ['hardware.md#none', '../docs/none.md']],
    ['[a](#none) [`b`](none.md "title") ![c](images/none.png)', ['#none', 'none.md', 'images/none.png']],
    ['[a](../README.md) [b](https://example.org/#none) [c](hardware.md#usb-replies) `[d](none.md)`', []],
    ['```sh\n[a](none.md)\n```\n', []],
  ])('links in %j', (text, expected) => {
    expect(brokenLinks(text, 'docs/usb.md')).toEqual(expected);
  });

  test.each([
    ['docs/hardware.md#none', ['docs/hardware.md#none']],
    ['(interface.md#none) (interface.md#)', ['interface.md#none', 'interface.md#']],
    ['docs/none.md, ../../docs/none.md', ['docs/none.md', '../../docs/none.md']],
    ['`docs/hardware.md#usb-replies`, interface.md#mqtt-client, docs/usb.md, none.md', []],
    ['https://example.org/docs/none.md#none', []],
  ])('citations in %j', (text, expected) => {
    expect(brokenCitations(text, 'service/main.ts')).toEqual(expected);
  });

  test.each([
    ['(interface.md 2.8)', ['interface.md 2.8']],
    ['interface.md, section 2: fields', ['interface.md, section 2']],
    ['docs/decisions.md, 4 and docs/usb.md §2', ['decisions.md, 4', 'usb.md §2']],
    ['Hardware\n * facts, 2.1', ['Hardware\n * facts']],
    ['interface.md#mqtt-client, the facts of the hardware', []],
  ])('numbers in %j', (text, expected) => {
    expect(numberedCitations(text)).toEqual(expected);
  });

  test('headings with punctuation, links and repetition, and none in code', () => {
    const page = '# A `b`: c/d\n## A\none\n## A\n```sh\n# none\n```\n### [x_y](z.md) – z (°C)\n';
    expect([...sectionsOf(page)]).toEqual([
      ['a-b-cd', ''],
      ['a', 'one\n'],
      ['a-1', '```sh\n# none\n```\n'],
      ['x_y--z-c', ''],
    ]);
  });
});
