import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import type { DisplayUnits } from '../../../../service/contract/index.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Modal } from '../../../components/modal.tsx';
import { formatDuration } from '../../../data/format/durations.ts';
import { formatPreciseTime, formatTimestamp, NO_VALUE, plural, withHyphens } from '../../../data/format/numbers.ts';
import { type ChartChannel, channelTitle, precisionOf } from '../channels.ts';
import type { ChartTable, TableCell, TableRow } from './chart-table.ts';
import './table-dialog.css';

const DAY_MS = 86_400_000;

/** A row's time, as exact as the step; with the date unless it is today or yesterday. */
function rowTime({ step }: ChartTable, { at }: TableRow, now: number): string {
  const isFine = step % 1000 !== 0 || step === 0;
  return isFine && now - at < DAY_MS ? formatPreciseTime(at) : formatTimestamp(at, now);
}

/** What a row covers. */
function tableNote({ step, rows }: ChartTable): string {
  if (rows.length === 0) return 'No readings in this time window';
  if (step === 0) return 'Each row is one timestamp.';
  return `Each row covers ${formatDuration(step / 1000)}: the mean, and the minimum and maximum where they differ. Intervals without readings are omitted.`;
}

interface CellText {
  readonly value: string;
  /** `21.3 to 21.9`; empty if both are formatted alike. */
  readonly range: string;
}

function cellText(cell: TableCell, channel: ChartChannel, units: DisplayUnits): CellText {
  const shown = units.of(channel.unit);
  const precision = precisionOf(channel);
  const [low, high] = [shown.format(cell.low, precision), shown.format(cell.high, precision)];
  return { value: shown.format(cell.mean, precision), range: low === high ? '' : `${low} to ${high}` };
}

/** The whole table, tab-separated for a spreadsheet. */
function tableText(table: ChartTable, units: DisplayUnits, timeOf: (row: TableRow) => string): string {
  const head = [
    'Time',
    ...table.channels.map((channel) => `${channelTitle(channel)} (${units.of(channel.unit).unit})`),
  ];
  const rows = table.rows.map((row) => [
    timeOf(row),
    ...table.channels.map((channel, index) => {
      const cell = row.cells[index];
      return cell ? withHyphens(cellText(cell, channel, units).value) : NO_VALUE;
    }),
  ]);
  return [head, ...rows].map((cells) => cells.join('\t')).join('\n');
}

export interface TableDialogProps {
  /** A snapshot: it does not change while it is read. */
  readonly table: ChartTable;
  /** The title of the charts. */
  readonly title: string;
  readonly units: DisplayUnits;
  /** The service's time in milliseconds since 1970. */
  readonly now: () => number;
  /** Writes the times of the view; default: as dates and times. */
  readonly timeText?: (at: number) => string;
  readonly onRefresh: () => void;
  readonly onClose: () => void;
}

export function TableDialog({ table, title, units, now, timeText, onRefresh, onClose }: TableDialogProps) {
  const { view, rows } = table;
  const endOf = timeText ?? ((at: number) => formatTimestamp(at, now()));
  const timeOf = (row: TableRow): string => timeText?.(row.at) ?? rowTime(table, row, now());
  const [isOpen, setOpen] = useState(true);
  return (
    // Unmounted only after closing, so that the focus returns first.
    <Modal
      open={isOpen}
      onClose={() => setOpen(false)}
      onClosed={onClose}
      title={`Readings: ${title}`}
      className="table-dialog"
    >
      <Dialog.Description className="dim">
        {endOf(view.from)} to {endOf(view.to)}. {tableNote(table)}
      </Dialog.Description>
      {rows.length > 0 && <Values table={table} units={units} timeOf={timeOf} />}
      <div className="dialog-actions">
        <span className="dim table-count">{plural(rows.length, 'row')}</span>
        <button type="button" className="button" onClick={onRefresh}>
          Refresh
        </button>
        {rows.length > 0 && <CopyButton text={tableText(table, units, timeOf)} what="the table" />}
        <Dialog.Close className="button primary">Close</Dialog.Close>
      </div>
    </Modal>
  );
}

interface ValuesProps extends Pick<TableDialogProps, 'table' | 'units'> {
  readonly timeOf: (row: TableRow) => string;
}

function Values({ table, units, timeOf }: ValuesProps) {
  const { channels, rows } = table;
  return (
    // Scrollable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="table-scroll" aria-label="Readings" tabIndex={0}>
      <table className="value-table">
        <thead>
          <tr>
            <th scope="col">Time</th>
            {channels.map((channel) => (
              <th key={channel.key} scope="col">
                {channelTitle(channel)} <span className="unit">{units.of(channel.unit).unit}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.at}>
              <th scope="row">{timeOf(row)}</th>
              {channels.map((channel, index) => (
                <td key={channel.key}>
                  <Cell cell={row.cells[index] ?? null} channel={channel} units={units} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ cell, channel, units }: { cell: TableCell | null; channel: ChartChannel; units: DisplayUnits }) {
  if (!cell) {
    return (
      <>
        <span aria-hidden>{NO_VALUE}</span>
        <span className="visually-hidden">no reading</span>
      </>
    );
  }
  const { value, range } = cellText(cell, channel, units);
  return (
    <>
      {value}
      {range && (
        <span className="table-range dim">
          <span className="visually-hidden">, range </span>
          {range}
        </span>
      )}
    </>
  );
}
