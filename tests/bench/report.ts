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
}

/**
 * @param loadBefore the load average before the first benchmark
 * @param software other than Node that matters, with versions
 */
export function circumstances(command: string, loadBefore: number, software: readonly string[]): Circumstances {
  const [cpu] = cpus();
  return {
    date: new Date().toISOString(),
    command,
    node: process.version,
    software,
    machine: `${cpus().length} x ${cpu?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${release()} ${process.arch}`,
    load: [loadBefore, loadAverage()],
  };
}

/** The load average over the last minute; 0 on Windows, which has none. */
export function loadAverage(): number {
  return loadavg()[0] ?? 0;
}

const HEADINGS = ['', 'median', 'min', 'max', 'wanted', ''];

/** Three significant digits below 1000, whole numbers above. */
function figure(value: number): string {
  if (!Number.isFinite(value)) return '-';
  return Math.abs(value) >= 1000 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}

function cellsOf(result: Result): string[] {
  const { name, unit, median, min, max, wanted } = result;
  return [
    unit ? `${name} (${unit})` : name,
    figure(median),
    figure(min),
    figure(max),
    wanted ? `${wanted.is} ${wanted.value}` : '',
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
    .map(({ title, skipped, problems = [], results }) =>
      [
        line([title, ...HEADINGS.slice(1)]),
        ...(skipped ? [`not measured: ${skipped}`] : []),
        ...problems.map((problem) => `!! ${problem}`),
        ...results.map((result) => line(cellsOf(result))),
      ].join('\n'),
    )
    .join('\n\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** For docs/measurements.md. */
export function markdown(sections: readonly Section[], where: Circumstances): string {
  const { date, command, node, software, machine, load } = where;
  const table = ({ title, method, skipped, problems = [], results }: Section): string =>
    [
      `### ${title}`,
      '',
      method,
      '',
      ...(skipped
        ? [`Not measured: ${skipped}`]
        : [
            row(['Figure', ...HEADINGS.slice(1)]),
            row(HEADINGS.map(() => '---')),
            ...results.map((result) => row(cellsOf(result))),
          ]),
      ...problems.flatMap((problem) => ['', `**${problem}**`]),
    ].join('\n');
  return [
    `- Date: ${date}`,
    `- Command: \`${command}\``,
    `- Machine: ${machine}`,
    `- ${[`Node ${node}`, ...software].join(', ')}`,
    `- Load average over a minute, before and after: ${load.map((value) => value.toFixed(2)).join(', ')}`,
    '',
    ...sections.flatMap((section) => [table(section), '']),
  ]
    .join('\n')
    .trimEnd();
}
