/** Writes results into a document, between markers. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../../build/paths.ts';
import type { Block } from '../../bench/benchmarks.ts';
import { replacePart } from '../../bench/marked-part.ts';
import { circumstances } from '../../bench/report.ts';
import { softwareOf } from '../../bench/software.ts';
import type { Outcome, Table } from './outcome.ts';

const ENDURANCE: Table = { document: 'docs/endurance.md', headings: ['Figure', ''], notes: [] };

/** Blocks of the benchmarks with the same software, by part. */
const LIKE: Readonly<Record<string, readonly Block[]>> = {
  endurance: ['scaling', 'charts'],
  'fast-clock': ['scaling'],
};

export interface Ran {
  part: string;
  command: string;
  seconds: number;
  /** Load average over a minute, before the run. */
  loadBefore: number;
}

/** @throws Error if the document lacks the markers of this part */
export async function writeOutcome({ figures = [], table = ENDURANCE, problems }: Outcome, ran: Ran): Promise<string> {
  const { part, command, seconds, loadBefore } = ran;
  const path = join(ROOT, table.document);
  const software = [...new Set(LIKE[part]?.flatMap(softwareOf))];
  const where = circumstances({
    command,
    software,
    seconds,
    estimatedMinutes: seconds / 60,
    loadBefore,
  });
  const text = await readFile(path, 'utf8');
  const lines = [
    `- Date: ${where.date}`,
    `- Command: \`${command}\`, ${Math.round(seconds / 60)} minutes`,
    `- Machine: ${where.machine}`,
    `- ${[`Node ${where.node}`, ...where.software].join(', ')}`,
    `- Load average over a minute, before and after: ${where.load.map((load) => load.toFixed(2)).join(', ')}`,
    ...table.notes.map((note) => `- ${note}`),
    `- Problems: ${problems.length === 0 ? 'none' : problems.length}`,
    '',
    rowOf(table.headings),
    rowOf(table.headings.map(() => '---')),
    ...figures.map(rowOf),
    ...problems.flatMap((problem) => ['', `**${problem}**`]),
  ];
  await writeFile(
    path,
    replacePart({ text, path, part, command: 'npm run soak' }, () => lines.join('\n')),
  );
  return path;
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell && `${cell} `).join('| ')}|`;
}
