import type { CSSProperties } from 'react';
import { AxisMenu } from './axis/axis-menu.tsx';
import type { AxisStore } from './axis/axis-settings.ts';
import type { PanelAxis } from './axis/panel-axis.ts';
import type { ChannelAxis } from './channels.ts';
import './chart-panel.css';
import './layout/legend-table.css';
import { LegendTable, type LegendTableProps } from './layout/legend-table.tsx';
import { panelTitle } from './layout/panel-actions.ts';

export interface ChartPanelProps extends LegendTableProps {
  /** Of the plot, in CSS pixels; undefined: the panels share the height. */
  readonly height: number | undefined;
  readonly axes: AxisStore;
  /** @param id `ChannelAxis.id` */
  readonly drawnAxis: (id: string) => PanelAxis | undefined;
}

/** The legend of a panel, and the elements that the engine fills. */
export function ChartPanel({ height, axes, drawnAxis, ...legend }: ChartPanelProps) {
  const { panel, units } = legend;
  const menu = ({ id, unit }: ChannelAxis, isRight: boolean) => (
    <AxisMenu axes={axes} axis={id} isRight={isRight} unit={units.of(unit)} drawn={() => drawnAxis(id)} />
  );
  return (
    <section
      className="chart-panel"
      aria-label={panelTitle(panel)}
      data-sized={height !== undefined || undefined}
      style={
        {
          '--legend-entries': panel.channels.length,
          '--plot-height': height === undefined ? undefined : `${height}px`,
        } as CSSProperties
      }
    >
      <div className="chart-legend">
        {menu(panel.left, false)}
        <LegendTable {...legend} />
        {panel.right && <span className="chart-right-axis">{menu(panel.right, true)}</span>}
      </div>
      <div className="chart-plot">
        <p className="chart-message" />
        <p className="chart-axis-note" />
      </div>
    </section>
  );
}
