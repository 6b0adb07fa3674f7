/** Puts what was measured into docs/endurance.md, between markers. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../../build/paths.ts';
import type { Block } from '../../bench/benchmarks.ts';
import { replacePart } from '../../bench/marked-part.ts';
import { circumstances } from '../../bench/report.ts';
import { softwareOf } from '../../bench/software.ts';
import type { Outcome } from './outcome.ts';

const PATH = join(ROOT, 'docs/endurance.md');

/** Blocks of the benchmarks in which the same software takes part, by part. */
const LIKE: Readonly<Record<string, readonly Block[]>> = {
  endurance: ['scaling', 'charts'],
  'fast-clock': ['scaling'],
};

export interface Ran {
  part: string;
  command: string;
  seconds: number;
  /** The load average before, over a minute. */
  loadBefore: number;
}

/** @throws Error when the document has lost the markers of this part */
export async function writeOutcome({ figures = [], problems }: Outcome, ran: Ran): Promise<string> {
  const { part, command, seconds, loadBefore } = ran;
  const software = [...new Set(LIKE[part]?.flatMap(softwareOf))];
  const where = circumstances({
    command,
    software,
    seconds,
    estimatedMinutes: seconds / 60,
    loadBefore,
  });
  const text = await readFile(PATH, 'utf8');
  const lines = [
    `- Date: ${where.date}`,
    `- Command: \`${command}\`, ${Math.round(seconds / 60)} minutes`,
    `- Machine: ${where.machine}`,
    `- ${[`Node ${where.node}`, ...where.software].join(', ')}`,
    `- Load average over a minute, before and after: ${where.load.map((load) => load.toFixed(2)).join(', ')}`,
    `- Problems: ${problems.length === 0 ? 'none' : problems.length}`,
    '',
    '| Figure | |',
    '| --- | --- |',
    ...figures.map(([name, value]) => `| ${name} | ${value} |`),
    ...problems.flatMap((problem) => ['', `**${problem}**`]),
  ];
  await writeFile(
    PATH,
    replacePart({ text, path: PATH, part, command: 'npm run soak' }, () => lines.join('\n')),
  );
  return PATH;
}
