/** The figures as a table for the terminal, as Markdown and as JSON. */
import { cpus, loadavg, release, totalmem } from 'node:os';
import { type Result, type Section, verdict } from './results.ts';
import type { Spread } from './statistics.ts';

/** Where and when the figures were taken. */
export interface Circumstances {
  date: string;
  command: string;
  node: string;
  /** Other software that matters, with versions. */
  software: readonly string[];
  machine: string;
  /** Load average over one minute, before and after. */
  load: [before: number, after: number];
  /** Measured and estimated length of the block. */
  seconds: number;
  estimatedMinutes: number;
}

/** Call after the run: adds date, machine and load. */
export function circumstances(
  known: Pick<Circumstances, 'command' | 'software' | 'seconds' | 'estimatedMinutes'> & { loadBefore: number },
): Circumstances {
  const { loadBefore, ...given } = known;
  const [cpu] = cpus();
  return {
    ...given,
    date: new Date().toISOString(),
    node: process.version,
    machine: `${cpus().length} x ${cpu?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${release()} ${process.arch}`,
    load: [loadBefore, loadAverage()],
  };
}

/** The load average over the last minute; 0 on Windows, which has none. */
export function loadAverage(): number {
  return loadavg()[0] ?? 0;
}

const HEADINGS = ['', 'median', 'min', 'max', 'rounds', 'wanted', ''];

/** Three significant digits below 1000, whole numbers above. */
function figure(value: number): string {
  if (!Number.isFinite(value)) return '-';
  return Math.abs(value) >= 1000 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}

/** As in `below 5`; empty if nothing is wanted. */
export function wantedText({ wanted }: Result): string {
  return wanted ? `${wanted.is} ${wanted.value}` : '';
}

function cellsOf(result: Result): string[] {
  const { name, unit, median, min, max, rounds } = result;
  return [
    unit ? `${name} (${unit})` : name,
    figure(median),
    figure(min),
    figure(max),
    String(rounds.length),
    wantedText(result),
    verdict(result) ?? '',
  ];
}

/** For the terminal. */
export function textTable(sections: readonly Section[]): string {
  const rows = sections.flatMap(({ results }) => results.map(cellsOf));
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return sections
    .map(({ title, skipped, remarks = [], problems = [], results }) =>
      [
        line([title, ...HEADINGS.slice(1)]),
        ...(skipped ? [`not measured: ${skipped}`] : []),
        ...remarks,
        ...problems.map((problem) => `!! ${problem}`),
        ...results.map((result) => line(cellsOf(result))),
      ].join('\n'),
    )
    .join('\n\n');
}

/** A row of a table in Markdown. */
export function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The median, with the range of the rounds if they differ: `0.961 (0.541–1.3)`. */
export function spreadText({ median, min, max }: Spread): string {
  const [low, high] = [figure(min), figure(max)];
  return low === high ? figure(median) : `${figure(median)} (${low}–${high})`;
}

/** A result in a table. */
interface Cell {
  subject: string;
  metric: string;
  text: string;
}

/** Columns of a table. The others follow in further tables. */
const MAX_COLUMNS = 6;

/** Tables of subjects and metrics, from names of the form `subject: metric`. The fewer of them are columns. */
function tablesOf(results: readonly Result[]): string[] {
  const units = new Map(results.filter(({ unit }) => unit).map(({ name, unit }) => [splitName(name).metric, unit]));
  const cells = results.map((result): Cell => {
    const { subject, metric } = splitName(result.name);
    const unit = units.get(metric);
    return { subject, metric: unit ? `${metric} (${unit})` : metric, text: spreadText(result) };
  });
  const subjects = [...new Set(cells.map(({ subject }) => subject))];
  const metrics = [...new Set(cells.map(({ metric }) => metric))];
  const hasSubjectColumns = subjects.length < metrics.length;
  const [columns, rows] = hasSubjectColumns ? [subjects, metrics] : [metrics, subjects];
  const [column, line] = hasSubjectColumns ? (['subject', 'metric'] as const) : (['metric', 'subject'] as const);
  const tables: string[] = [];
  for (let first = 0; first < columns.length; first += MAX_COLUMNS) {
    const shown = columns.slice(first, first + MAX_COLUMNS);
    const lines = rows.flatMap((name) => {
      const own = cells.filter((cell) => cell[line] === name && shown.includes(cell[column]));
      const texts = shown.map((heading) => own.find((cell) => cell[column] === heading)?.text ?? '');
      return own.length > 0 ? [row([name, ...texts])] : [];
    });
    tables.push([row(['', ...shown]), row(['', ...shown].map(() => '---')), ...lines].join('\n'));
  }
  return tables;
}

function splitName(name: string): { subject: string; metric: string } {
  const [metric = '', ...subject] = name.split(': ').toReversed();
  return { subject: subject.toReversed().join(': '), metric };
}

function sectionMarkdown({ title, method, skipped, results }: Section): string {
  return [
    `### ${title}`,
    ...(method ? [method] : []),
    ...(skipped ? [`Not measured: ${skipped}`] : []),
    ...tablesOf(results),
  ].join('\n\n');
}

/** For docs/measurements.md. The summary has date, load, remarks and problems. */
export function markdown(sections: readonly Section[], where: Circumstances): string {
  const { command, node, software, machine } = where;
  return [
    `\`${command}\` on ${machine}, with ${[`Node ${node}`, ...software].join(', ')}.`,
    ...sections.map(sectionMarkdown),
  ].join('\n\n');
}

/** Seconds in minutes, as in `4.2`. */
export function minutesText(seconds: number): string {
  return (seconds / 60).toFixed(1);
}
