/** The tables of what was tried name their evidence: each file, test and part of a command that they name is there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { evidenceOf } from './evidence.ts';
import { rowsOf } from './page.ts';
import { partsOf, titlesOf } from './titles.ts';

const PAGES = ['docs/faults.md', 'docs/abuse.md', 'docs/fuzzing.md'].filter((page) => existsSync(join(ROOT, page)));

/** What is wrong with an evidence; undefined when it is there. */
function lackOf({ path, words, command, part }: ReturnType<typeof evidenceOf>[number]): string | undefined {
  if (command) return partsOf(command).includes(part) ? undefined : `npm run ${command} has no part "${part}"`;
  if (!existsSync(join(ROOT, path))) return `${path} does not exist`;
  const titles = titlesOf(path);
  const missing = words.find((some) => !titles.some((title) => title.includes(some)));
  if (missing !== undefined) return `no test of ${path} has "${missing}" in its title`;
  return words.length === 0 ? `${path} without the words of a test's title` : undefined;
}

describe.each(PAGES)('%s', (page) => {
  const rows = rowsOf(readFileSync(join(ROOT, page), 'utf8'));

  test('has a table whose rows end with their evidence', () => {
    expect(rows).not.toEqual([]);
    expect(rows.filter(({ cells }) => evidenceOf(cells.at(-1) ?? '').length === 0)).toEqual([]);
  });

  test('names no evidence that is not there', () => {
    const lacks = rows.flatMap(({ line, cells }) =>
      evidenceOf(cells.at(-1) ?? '').flatMap((evidence) => {
        const lack = lackOf(evidence);
        return lack ? [`line ${line}: ${lack}`] : [];
      }),
    );
    expect(lacks).toEqual([]);
  });
});

describe('what the check sees', () => {
  const HERE = 'tests/docs/evidence.test.ts';

  test.each([
    ['a title', `\`${HERE}\` › what the check › a title`],
    ['a part of the endurance runs', '`npm run soak -- --only usb-plugging,properties`'],
    ['a block and a part of the benchmarks', '`npm run bench -- --only history`, `npm run bench -- --only latency`'],
    ['two files in one cell', `\`${HERE}\` › a title<br>\`tests/usb/scenarios/plugging.ts\` › no file stays open`],
  ])('%s', (_name, cell) => {
    expect(evidenceOf(cell)).not.toEqual([]);
    expect(evidenceOf(cell).map(lackOf)).toEqual(evidenceOf(cell).map(() => undefined));
  });

  test.each([
    ['`tests/docs/none.test.ts` › a title', 'tests/docs/none.test.ts does not exist'],
    [
      '`tests/docs/driver-example.test.ts` › no such title',
      'no test of tests/docs/driver-example.test.ts has "no such title" in its title',
    ],
    [`\`${HERE}\``, `${HERE} without the words of a test's title`],
    ['`npm run soak -- --only nothing`', 'npm run soak has no part "nothing"'],
    ['`npm run bench -- --only soak`', 'npm run bench has no part "soak"'],
  ])('what is wrong with %s', (cell, lack) => {
    expect(evidenceOf(cell).map(lackOf)).toEqual([lack]);
  });

  test('the rows of tables, without their heads', () => {
    const page = '# Title\n\n| Fault | Evidence |\n|---|---|\n| a \\| b | `x` |\n| c | d |\n\ntext\n';
    expect(rowsOf(page)).toEqual([
      { line: 5, heads: ['Fault', 'Evidence'], cells: ['a \\| b', '`x`'] },
      { line: 6, heads: ['Fault', 'Evidence'], cells: ['c', 'd'] },
    ]);
  });
});
