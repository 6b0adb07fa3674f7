/**
 * The summary of docs/measurements.md: every wanted figure, remarks, problems, and how long each block took. Each row
 * begins with its block, so that the rows of one block can be replaced alone.
 */
import { type Block, ESTIMATED_MINUTES } from './benchmarks.ts';
import { type Circumstances, minutesText, row, spreadText, wantedText } from './report.ts';
import { type Result, type Section, verdict } from './results.ts';

const TABLES = {
  figures: {
    title: 'Wanted figures',
    headings: ['Block', 'Figure', 'Result', 'Measured', 'Wanted', 'Yardstick'],
  },
  remarks: { title: 'Remarks', headings: ['Block', 'Benchmark', 'Remark'] },
  faults: { title: 'Problems', headings: ['Block', 'Benchmark', 'Problem'] },
  times: { title: 'Times', headings: ['Block', 'Date', 'Load average before, after', 'Minutes', 'Estimated'] },
} as const;

type Table = keyof typeof TABLES;

/** A row of the summary, without its block. */
export interface SummaryRow {
  table: Table;
  cells: readonly string[];
}

/** A row of the document. */
interface Line {
  table: Table;
  block: string;
  text: string;
}

const BLOCKS = Object.keys(ESTIMATED_MINUTES);

/** The row of a block that never ran. */
const NEVER = 'not run yet';

function withUnit(value: string, unit: string): string {
  return unit ? `${value} ${unit}` : value;
}

function wantedRow(result: Result, section: Section): SummaryRow {
  const { name, unit, wanted } = result;
  const yardstick = section.results.find((other) => other.name === wanted?.beside);
  const cells = [
    `${section.title}: ${name}`,
    verdict(result) ?? '',
    withUnit(spreadText(result), unit),
    withUnit(wantedText(result), unit),
    yardstick ? `${yardstick.name}: ${withUnit(spreadText(yardstick), yardstick.unit)}` : '',
  ];
  return { table: 'figures', cells };
}

function remarkRow(table: Table, title: string, text: string): SummaryRow {
  return { table, cells: [title, text.replaceAll(/[\n|]+/g, ' ')] };
}

/** The rows of a block. */
export function summaryOf(sections: readonly Section[], where: Circumstances): SummaryRow[] {
  const figures = sections.flatMap((section) =>
    section.results.filter(({ wanted }) => wanted).map((result) => wantedRow(result, section)),
  );
  const remarked = sections.flatMap(({ title, skipped, remarks = [], problems = [] }) => [
    ...remarks.map((text) => remarkRow('remarks', title, text)),
    ...[...(skipped ? [skipped] : []), ...problems].map((text) => remarkRow('faults', title, text)),
  ]);
  const { date, load, seconds, estimatedMinutes } = where;
  const times = [
    date,
    load.map((value) => value.toFixed(2)).join(', '),
    minutesText(seconds),
    String(estimatedMinutes),
  ];
  return [...figures, ...remarked, { table: 'times', cells: times }];
}

function linesOf(text: string): Line[] {
  let table: Table | undefined;
  const lines: Line[] = [];
  for (const line of text.split('\n')) {
    const heading = Object.entries(TABLES).find(([, { title }]) => line === `### ${title}`);
    if (heading) table = heading[0] as Table;
    const block = /^\| (\S+) \|/.exec(line)?.[1];
    if (table && block && BLOCKS.includes(block)) lines.push({ table, block, text: line });
  }
  return lines;
}

/**
 * Replaces the rows of one block.
 * @param old the summary in the document
 * @returns the whole summary in Markdown
 */
export function mergeSummary(old: string, block: Block, rows: readonly SummaryRow[]): string {
  const lines = [
    ...linesOf(old).filter((line) => line.block !== block && !line.text.includes(NEVER)),
    ...rows.map(({ table, cells }): Line => ({ table, block, text: row([block, ...cells]) })),
  ];
  const run = new Set(lines.filter(({ table }) => table === 'times').map((line) => line.block));
  for (const absent of BLOCKS.filter((name) => !run.has(name))) {
    lines.push({ table: 'faults', block: absent, text: row([absent, 'all', NEVER]) });
  }
  return (Object.keys(TABLES) as Table[])
    .flatMap((table) =>
      tableOf(
        table,
        lines.filter((line) => line.table === table),
      ),
    )
    .join('\n')
    .trimEnd();
}

function tableOf(table: Table, lines: readonly Line[]): string[] {
  const { title, headings } = TABLES[table];
  if (lines.length === 0) return [`### ${title}`, '', 'None.', ''];
  const sorted = lines.toSorted((a, b) => BLOCKS.indexOf(a.block) - BLOCKS.indexOf(b.block));
  const head = [row(headings), row(headings.map(() => '---'))];
  return [
    `### ${title}`,
    '',
    ...(table === 'figures' ? [metText(lines), ''] : []),
    ...head,
    ...sorted.map(({ text }) => text),
    '',
  ];
}

function metText(lines: readonly Line[]): string {
  const met = lines.filter(({ text }) => text.includes('| met |')).length;
  return `${met} of ${lines.length} are met.`;
}
