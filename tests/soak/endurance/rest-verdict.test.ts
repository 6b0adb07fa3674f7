import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../build/paths.ts';
import { Problems } from '../support/outcome.ts';
import type { Rest } from './rest.ts';
import { BOUNDED, judgePage, judgeRests } from './rest-verdict.ts';

const REST: Rest = {
  files: 50,
  resources: { Timeout: 30 },
  listeners: { Socket: 200, process: 10 },
  entries: { 'EventRing.#events': 9000, 'Emitter.#listeners': 140 },
  timers: {},
  promises: 3000,
  heldMiB: {},
};

const problemsOf = (after: Partial<Rest>): string[] => {
  const problems = new Problems();
  judgeRests(REST, { ...REST, ...after }, problems);
  return problems.list;
};

test('accepts what is as before, and maps with a limit of their own', () => {
  expect(problemsOf({})).toEqual([]);
  expect(
    problemsOf({ entries: { 'EventRing.#events': 10_000, 'Store3._inflights': 80, 'Emitter.#listeners': 150 } }),
  ).toEqual([]);
});

test('exempts only maps that the service has', () => {
  const own = [...BOUNDED].filter((owner) => !owner.startsWith('Store.'));
  const sources = globSync('service/**/*.ts', { cwd: ROOT }).map((path) => readFileSync(join(ROOT, path), 'utf8'));
  const isThere = (owner: string): boolean => {
    const [name, field] = owner.split('.');
    return sources.some((text) => text.includes(`class ${name} `) && new RegExp(`${field}\\b.*(?:Map|Set)`).test(text));
  };
  expect(own.filter((owner) => !isThere(owner))).toEqual([]);
});

test('names what is left each of thirty times', () => {
  expect(problemsOf({ listeners: { Socket: 200, process: 40 } })).toEqual(['listeners: 240, 210 before: 30 x process']);
  expect(problemsOf({ entries: { 'EventRing.#events': 9000, 'Emitter.#listeners': 170 } })).toEqual([
    'entries of maps and sets: 170, 140 before: 30 x Emitter.#listeners',
  ]);
  expect(problemsOf({ resources: { Timeout: 60 } })).toHaveLength(1);
  expect(problemsOf({ files: 51 })).toHaveLength(1);
  expect(problemsOf({ promises: 5600 })).toEqual(['promises: 5600, 3000 before']);
});

test('reports what a page leaves at each of two hundred visits', () => {
  const before = { heapMiB: 13, nodes: 1300, listeners: 570 };
  const problems = new Problems();
  judgePage(before, { heapMiB: 15, nodes: 1330, listeners: 580 }, problems);
  expect(problems.list).toEqual([]);
  judgePage(before, { heapMiB: 13, nodes: 1500, listeners: 770 }, problems);
  expect(problems.list).toHaveLength(2);
});
