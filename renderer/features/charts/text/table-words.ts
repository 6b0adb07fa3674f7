/** A table of readings in words. */
import { formatMoment, formatPreciseTime, NO_VALUE } from '../../../data/format/numbers.ts';
import { spanText } from '../../../data/format/spans.ts';
import type { DisplayUnits } from '../../../data/units/index.ts';
import type { ChartChannel } from '../types.ts';
import type { ChartTable, TableCell, TableRow } from './chart-table.ts';

const DAY_MS = 86_400_000;

/** A row's time, as exact as its rows are apart; with the date where that is not today's or yesterday's. */
export function rowTime({ step }: ChartTable, { at }: TableRow, now: number): string {
  const isFine = step % 1000 !== 0 || step === 0;
  return isFine && now - at < DAY_MS ? formatPreciseTime(at) : formatMoment(at, now);
}

/** `Temperature of Cold room`, for the head of a column. */
export function columnTitle({ description, device }: ChartChannel): string {
  return device ? `${description} of ${device}` : description;
}

/** What rows stand for. */
export function tableNote({ step, rows }: ChartTable): string {
  if (rows.length === 0) return 'There is no reading in the time shown.';
  if (step === 0) return 'Each row is one moment at which something was measured.';
  return `Each row stands for ${spanText(step / 1000)}: the mean, and the least and the greatest where they differ. Stretches without readings are left out.`;
}

export interface CellWords {
  readonly value: string;
  /** `21.3 to 21.9`; empty where they do not differ as they are written. */
  readonly range: string;
}

export function cellWords(cell: TableCell, { unit, label }: ChartChannel, units: DisplayUnits): CellWords {
  const shown = units.of(unit);
  const [low, high] = [shown.format(cell.low, label), shown.format(cell.high, label)];
  return { value: shown.format(cell.mean, label), range: low === high ? '' : `${low} to ${high}` };
}

/** The whole table, for a spreadsheet: columns apart by tabs. */
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
