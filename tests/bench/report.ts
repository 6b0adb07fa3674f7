/** The figures as a table for the terminal, as Markdown and as JSON. */
import { cpus, loadavg, release, totalmem } from 'node:os';
import { type Result, type Section, verdict } from './results.ts';

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
  /** What the block took, and was thought to take. */
  seconds: number;
  estimatedMinutes: number;
}

/** Adds to what the caller knows of a run what the machine tells, after it. */
export function circumstances(
  known: Pick<Circumstances, 'command' | 'software' | 'seconds' | 'estimatedMinutes'> & { loadBefore: number },
): Circumstances {
  const { loadBefore, ...told } = known;
  const [cpu] = cpus();
  return {
    ...told,
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
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '-';
  return Math.abs(value) >= 1000 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}

/** As in `below 5`; empty where nothing is wanted. */
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

function sectionMarkdown({ title, method, skipped, remarks = [], problems = [], results }: Section): string {
  return [
    `### ${title}`,
    ...(method ? ['', method] : []),
    ...(skipped ? ['', `Not measured: ${skipped}`] : []),
    ...(results.length > 0
      ? [
          '',
          row(['Figure', ...HEADINGS.slice(1)]),
          row(HEADINGS.map(() => '---')),
          ...results.map((result) => row(cellsOf(result))),
        ]
      : []),
    ...remarks.flatMap((remark) => ['', remark]),
    ...problems.flatMap((problem) => ['', `**${problem}**`]),
  ].join('\n');
}

/** For docs/measurements.md. */
export function markdown(sections: readonly Section[], where: Circumstances): string {
  const { date, command, node, software, machine, load, seconds, estimatedMinutes } = where;
  return [
    `- Date: ${date}`,
    `- Command: \`${command}\``,
    `- Machine: ${machine}`,
    `- ${[`Node ${node}`, ...software].join(', ')}`,
    `- Load average over a minute, before and after: ${load.map((value) => value.toFixed(2)).join(', ')}`,
    `- Took ${minutesText(seconds)} minutes; estimated were ${estimatedMinutes}`,
    '',
    ...sections.flatMap((section) => [sectionMarkdown(section), '']),
  ]
    .join('\n')
    .trimEnd();
}

/** Seconds in minutes, as in `4.2`. */
export function minutesText(seconds: number): string {
  return (seconds / 60).toFixed(1);
}
