import { formatPreciseTime, formatTimestamp, NO_VALUE } from '../../../data/format/numbers.ts';
import { formatDuration } from '../../../data/format/spans.ts';
import type { DisplayUnits } from '../../../data/units/display-units.ts';
import type { ChartChannel } from '../types.ts';
import type { ChartTable, TableCell, TableRow } from './chart-table.ts';

const DAY_MS = 86_400_000;

/** A row's time, as exact as the step; with the date unless it is today or yesterday. */
export function rowTime({ step }: ChartTable, { at }: TableRow, now: number): string {
  const isFine = step % 1000 !== 0 || step === 0;
  return isFine && now - at < DAY_MS ? formatPreciseTime(at) : formatTimestamp(at, now);
}

/** `Temperature · Cold room` */
export function columnTitle({ description, device }: ChartChannel): string {
  return device ? `${description} · ${device}` : description;
}

/** What a row covers. */
export function tableNote({ step, rows }: ChartTable): string {
  if (rows.length === 0) return 'No readings in this time window.';
  if (step === 0) return 'Each row is one sampling time.';
  return `Each row covers ${formatDuration(step / 1000)}: the mean, and the minimum and maximum where they differ. Intervals without readings are omitted.`;
}

export interface CellWords {
  readonly value: string;
  /** `21.3 to 21.9`; empty if both are formatted alike. */
  readonly range: string;
}

export function cellWords(cell: TableCell, { unit, label }: ChartChannel, units: DisplayUnits): CellWords {
  const shown = units.of(unit);
  const [low, high] = [shown.format(cell.low, label), shown.format(cell.high, label)];
  return { value: shown.format(cell.mean, label), range: low === high ? '' : `${low} to ${high}` };
}

/** The whole table, tab-separated for a spreadsheet. */
export function tableText(table: ChartTable, units: DisplayUnits, now: number): string {
  const head = ['Time', ...table.channels.map((channel) => `${columnTitle(channel)} (${units.of(channel.unit).unit})`)];
  const rows = table.rows.map((row) => [
    rowTime(table, row, now),
    ...table.channels.map((channel, index) => {
      const cell = row.cells[index];
      return cell ? cellWords(cell, channel, units).value : NO_VALUE;
    }),
  ]);
  return [head, ...rows].map((cells) => cells.join('\t')).join('\n');
}
