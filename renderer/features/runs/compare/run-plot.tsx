import { Table } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { DisplayUnit, DisplayUnits } from '../../../../service/contract/index.ts';
import { type ChartTable, chartTable } from '../../charts/accessible-text/chart-table.ts';
import { TableDialog } from '../../charts/accessible-text/table-dialog.tsx';
import { channelTitle, precisionOf } from '../../charts/channels.ts';
import { Swatch } from '../../charts/series-styles.tsx';
import type { View } from '../../charts/view/view.ts';
import { type AlignedLine, AlignedPlot, pointAt } from './aligned-plot.ts';
import { formatElapsed } from './aligned-points.ts';
import { cursorKey, cursorNear } from './cursor.ts';
import { ANY_WIDTH, alignedSource, LineSummary } from './line-summary.tsx';

export interface RunPlotProps {
  title: string;
  lines: readonly AlignedLine[];
  /** Not all readings have been received yet. */
  isLoading: boolean;
  view: View;
  units: DisplayUnits;
  /** The contract's. */
  apiUnit: string;
  /** Milliseconds since the start; undefined without a cursor. */
  cursor: number | undefined;
  onCursor: (cursor: number | undefined) => void;
}

/** Lines of one unit over the time since the start of their runs, with a legend that has the values at the cursor. */
export function RunPlot({ title, lines, isLoading, view, units, apiUnit, cursor, onCursor }: RunPlotProps) {
  const unit = units.of(apiUnit);
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<AlignedPlot>(undefined);
  const [table, setTable] = useState<ChartTable>();
  const showTable = (): void => setTable(tableOf(lines, view));
  useEffect(() => {
    if (!host.current) return undefined;
    const own = new AlignedPlot(host.current);
    plot.current = own;
    return () => own.stop();
  }, []);
  useEffect(() => plot.current?.show({ lines, view, unit, cursor }), [lines, view, unit, cursor]);
  const values = useMemo(() => lines.map((line) => valueAt(line, cursor, view, unit)), [lines, cursor, view, unit]);

  const onPointer = (event: PointerEvent): void => {
    const area = plot.current?.area.getBoundingClientRect();
    if (area) onCursor(cursorNear(view, (event.clientX - area.left) / area.width));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const moved = cursorKey(event, cursor, view);
    if (!moved) return;
    event.preventDefault();
    onCursor(moved.cursor);
  };
  const read = lines.map(({ channel }, index) => `${channelTitle(channel)}: ${values[index]?.spoken ?? NOTHING}`);
  const at = cursor === undefined ? 'No cursor' : [formatElapsed(cursor), ...read].join('; ');
  const isEmpty = lines.every(({ points }) => points.length === 0);
  return (
    <section className="run-plot" aria-label={title}>
      <header className="run-plot-head">
        <h2>{title}</h2>
        <button type="button" className="link-button" onClick={showTable}>
          <Table aria-hidden size={14} /> Show as table
        </button>
      </header>
      <ul className="run-legend" aria-label="Lines">
        {lines.map(({ channel }, index) => (
          <li key={channel.key}>
            <Swatch series={channel} />
            <span className="run-legend-name">
              {channel.description} <span className="run-legend-channel dim">{channel.device}</span>
            </span>
            <span className="run-legend-value">
              {values[index]?.value}
              {values[index]?.range && <span className="dim"> {values[index].range}</span>}
            </span>
          </li>
        ))}
      </ul>
      <div
        ref={host}
        className="chart-plot run-plot-canvas"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the plot is drawn in it
        role="slider"
        tabIndex={0}
        aria-label={`Time since the start, ${title}`}
        aria-valuemin={Math.round(view.from)}
        aria-valuemax={Math.round(view.to)}
        aria-valuenow={Math.round(cursor ?? view.from)}
        aria-valuetext={at}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => onCursor(undefined)}
        onKeyDown={onKeyDown}
      >
        {isEmpty && <p className="chart-message">{isLoading ? 'Loading readings…' : 'No readings of these runs'}</p>}
      </div>
      <LineSummary lines={lines} view={view} unit={unit} />
      {table && (
        <TableDialog
          table={table}
          title={title}
          units={units}
          now={Date.now}
          timeText={formatElapsed}
          onRefresh={showTable}
          onClose={() => setTable(undefined)}
        />
      )}
    </section>
  );
}

function tableOf(lines: readonly AlignedLine[], view: View): ChartTable {
  const sources = new Map(lines.map(({ channel, points }) => [channel.key, alignedSource(points)]));
  return chartTable({ channels: lines.map(({ channel }) => channel), sources, view, width: ANY_WIDTH });
}

const NOTHING = 'no reading';

interface CursorValue {
  readonly value: string;
  /** Of a bucket of readings, `21.3 to 21.9`; otherwise empty. */
  readonly range: string;
  readonly spoken: string;
}

function valueAt(
  { channel, points }: AlignedLine,
  cursor: number | undefined,
  view: View,
  unit: DisplayUnit,
): CursorValue | undefined {
  const index = cursor === undefined ? -1 : pointAt(points, cursor, view);
  if (index < 0) return undefined;
  const format = (value: number): string => unit.format(value, precisionOf(channel));
  const value = `${format(points.value(index))} ${unit.unit}`;
  const [low, high] = [points.low(index), points.high(index)];
  const range = low < high ? `${format(low)} to ${format(high)}` : '';
  return { value, range, spoken: range ? `${value}, range ${range}` : value };
}
