import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { PROJECTS, projectOf } from '../../build/test/projects.ts';
import { filesHolding, filesNamed, projectsOf } from '../../build/test/selection.ts';
import { interleave } from '../../build/test/sequencer.ts';

describe('projects', () => {
  test('every test file belongs to one, and the runner finds it there', () => {
    const all = globSync('tests/**/*.test.ts', { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'));
    const found = new Map(
      PROJECTS.flatMap(({ name, include }) =>
        globSync([...include], { cwd: ROOT }).map((file) => [file.replaceAll('\\', '/'), name] as const),
      ),
    );
    expect(all.length).toBeGreaterThan(500);
    for (const file of all) expect(projectOf(file)?.name, file).toBe(found.get(file) ?? 'none');
  });

  test('a file that is no test belongs to none', () => {
    expect(projectOf('tests/support/serial/host.ts')).toBeUndefined();
    expect(projectOf('service/main.ts')).toBeUndefined();
  });
});

describe('chosen files', () => {
  test('by a path, or a part of it', () => {
    expect(filesNamed(['tests/serial/emulator.test.ts'])).toEqual(['tests/serial/emulator.test.ts']);
    expect(filesNamed(['./tests/serial/emulator'])).toEqual(['tests/serial/emulator.test.ts']);
    const files = filesNamed(['tests/serial/', 'serial/emulator']);
    expect(new Set(files).size).toBe(files.length);
    expect(projectsOf(files).map(({ name }) => name)).toEqual(['serial']);
  });

  test('names a word that no path contains', () => {
    expect(() => filesNamed(['tests/serial/', 'no-such-file'])).toThrow('No test file path contains "no-such-file".');
  });

  test('by the words of a title', () => {
    expect(filesHolding('names a word that no path contains')).toContain('tests/build/test-selection.test.ts');
    const two = ['tests/serial/emulator.test.ts', 'tests/build/test-selection.test.ts'];
    expect(filesHolding('by the words of a title', two)).toEqual(['tests/build/test-selection.test.ts']);
    // Composed of data from other files.
    expect(filesHolding(`${'z'.repeat(20)} never written`, two)).toEqual(two);
  });
});

describe('two lists as one', () => {
  test('are equally far at any time', () => {
    const order = interleave(['A', 'B'], ['a', 'b', 'c', 'd'], () => 1);
    expect(order).toEqual(['A', 'a', 'b', 'B', 'c', 'd']);
  });

  test('by their weights', () => {
    const weights: Record<string, number> = { A: 90, B: 5, C: 5, a: 10, b: 10 };
    expect(interleave(['A', 'B', 'C'], ['a', 'b'], (entry) => weights[entry] ?? 0)).toEqual(['A', 'a', 'b', 'B', 'C']);
  });

  test('lose nothing where one is empty, or weighs nothing', () => {
    expect(interleave([], ['a', 'b'], () => 1)).toEqual(['a', 'b']);
    expect(interleave(['A'], ['a', 'b'], () => 0).toSorted()).toEqual(['A', 'a', 'b']);
  });
});
