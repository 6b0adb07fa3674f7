/**
 * The short tables at the top of docs/measurements.md: every figure that is wanted, what the blocks remark on theirs,
 * what was not measured or is a problem, and how long each block took. Each row begins with its block, so that one
 * block's rows can be renewed alone.
 */
import { type Block, ESTIMATED_MINUTES } from './benchmarks.ts';
import { type Circumstances, figure, minutesText, row, wantedText } from './report.ts';
import { type Result, type Section, verdict } from './results.ts';

const TABLES = {
  figures: {
    title: 'Wanted figures',
    headings: ['Block', 'Figure', 'wanted', 'median', 'min .. max', 'beside it', ''],
  },
  remarks: { title: 'Remarks', headings: ['Block', 'What', 'Remark'] },
  faults: { title: 'Not measured, or not as it must be', headings: ['Block', 'What', 'Why'] },
  times: { title: 'Times', headings: ['Block', 'Date', 'Load before, after', 'Estimated (min)', 'Took (min)'] },
} as const;

type Table = keyof typeof TABLES;

/** A row of the summary, without its block. */
export interface SummaryRow {
  table: Table;
  cells: readonly string[];
}

/** A row as it stands in the document. */
interface Line {
  table: Table;
  block: string;
  text: string;
}

const BLOCKS = Object.keys(ESTIMATED_MINUTES);

/** What the row of a block says that was never run. */
const NEVER = 'not run yet';

function withUnit(value: string, unit: string): string {
  return unit ? `${value} ${unit}` : value;
}

function wantedRow(result: Result, section: Section): SummaryRow {
  const { name, unit, median, min, max, wanted } = result;
  const yardstick = section.results.find((other) => other.name === wanted?.beside);
  const beside = yardstick ? `${yardstick.name}: ${withUnit(figure(yardstick.median), yardstick.unit)}` : '';
  const cells = [
    `${section.title}: ${name}`,
    withUnit(wantedText(result), unit),
    figure(median),
    `${figure(min)} .. ${figure(max)}`,
    beside,
  ];
  return { table: 'figures', cells: [...cells, verdict(result) ?? ''] };
}

function saidRow(table: Table, title: string, text: string): SummaryRow {
  return { table, cells: [title, text.replaceAll(/[\n|]+/g, ' ')] };
}

/** What the summary says of a block's sections. */
export function summaryOf(sections: readonly Section[], where: Circumstances): SummaryRow[] {
  const figures = sections.flatMap((section) =>
    section.results.filter(({ wanted }) => wanted).map((result) => wantedRow(result, section)),
  );
  const said = sections.flatMap(({ title, skipped, remarks = [], problems = [] }) => [
    ...remarks.map((text) => saidRow('remarks', title, text)),
    ...[...(skipped ? [skipped] : []), ...problems].map((text) => saidRow('faults', title, text)),
  ]);
  const { date, load, seconds, estimatedMinutes } = where;
  const times = [
    date,
    load.map((value) => value.toFixed(2)).join(', '),
    String(estimatedMinutes),
    minutesText(seconds),
  ];
  return [...figures, ...said, { table: 'times', cells: times }];
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
 * Renews one block's rows.
 * @param old the summary as it stands in the document
 * @returns the whole summary in Markdown
 */
export function mergeSummary(old: string, block: Block, rows: readonly SummaryRow[]): string {
  const lines = [
    ...linesOf(old).filter((line) => line.block !== block && !line.text.includes(NEVER)),
    ...rows.map(({ table, cells }): Line => ({ table, block, text: row([block, ...cells]) })),
  ];
  const run = new Set(lines.filter(({ table }) => table === 'times').map((line) => line.block));
  for (const absent of BLOCKS.filter((name) => !run.has(name))) {
    lines.push({ table: 'faults', block: absent, text: row([absent, 'all of it', NEVER]) });
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
  if (lines.length === 0) return [`### ${title}`, '', 'Nothing.', ''];
  const sorted = lines.toSorted((a, b) => BLOCKS.indexOf(a.block) - BLOCKS.indexOf(b.block));
  const head = [row(headings), row(headings.map(() => '---'))];
  return [`### ${title}`, '', ...head, ...sorted.map(({ text }) => text), ''];
}
