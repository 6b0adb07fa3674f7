import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { rowsOf, sectionsOf } from './page.ts';

const sections = sectionsOf(readFileSync(join(ROOT, 'docs/tasks.md'), 'utf8'));

/** Steps by task: those of Mensura, and the documented ones of the others. */
const tasks = rowsOf(sections.get('side-by-side') ?? '').map(({ cells: [task = '', own = '', ...others] }) => ({
  task,
  own: Number(own),
  others: others.flatMap((cell) => /^(?:≥ )?(\d+)/.exec(cell)?.[1] ?? []).map(Number),
}));

test('no task takes more steps in Mensura than in the best of the other programs', () => {
  expect(tasks).toHaveLength(30);
  expect(tasks.filter(({ own, others }) => !(own <= Math.min(...others)))).toEqual([]);
});

test('the steps of each task are as many as the table has', () => {
  const described = [...(sections.get('steps-in-mensura') ?? '').matchAll(/^\*\*(\d.+?)\*\*(.*(?:\n(?!\*\*).*)*)/gm)];
  const counts = described.map(([, title, steps = '']) => [title, steps.match(/^\d+\. /gm)?.length ?? 0]);
  expect(counts).toEqual(tasks.map(({ task, own }) => [task.replace(' ', '. '), own]));
});
