import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../../build/paths.ts';
import { projectOf } from '../../../build/test/projects.ts';
import { applied } from './mutation.ts';
import { MUTATIONS } from './table.ts';

describe('the table of mutations', () => {
  const all = Object.values(MUTATIONS).flat();

  test.each(Object.entries(MUTATIONS))('changes text that the tree has once: %s', (_room, mutations) => {
    for (const mutation of mutations) {
      const text = readFileSync(join(ROOT, mutation.file), 'utf8');
      expect(applied(mutation, text), mutation.what).not.toBe(text);
    }
  });

  test('names one to three test files that npm test runs', () => {
    for (const { what, tests } of all) {
      expect(tests.length, what).toBeGreaterThanOrEqual(1);
      expect(tests.length, what).toBeLessThanOrEqual(3);
      for (const file of tests) expect(projectOf(file) && existsSync(join(ROOT, file)), `${what}: ${file}`).toBe(true);
    }
  });

  test('has at least 64 mutations, each by a name of its own', () => {
    expect(all.length).toBeGreaterThanOrEqual(64);
    expect(new Set(all.map(({ what }) => what)).size).toBe(all.length);
  });

  test('refuses text that is not there, or is there twice', () => {
    const replacement = { file: 'a.ts', find: 'one', replace: 'two' };
    expect(() => applied(replacement, 'three')).toThrow('a.ts has this 0 times');
    expect(() => applied(replacement, 'one one')).toThrow('a.ts has this 2 times');
    expect(applied({ ...replacement, replace: '$&' }, 'one')).toBe('$&');
  });
});
