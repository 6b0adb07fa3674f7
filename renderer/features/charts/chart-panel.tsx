import './chart-panel.css';
import type { DisplayUnits } from '../../data/units/display-units.ts';
import type { Panel } from './panels.ts';
import { Swatch } from './swatch.tsx';

export interface ChartPanelProps {
  readonly panel: Panel;
  readonly hidden: ReadonlySet<string>;
  readonly units: DisplayUnits;
  readonly onToggle: (key: string) => void;
}

/** The legend of a panel, and the elements that the engine fills. */
export function ChartPanel({ panel, hidden, units, onToggle }: ChartPanelProps) {
  return (
    <section className="chart-panel" aria-label={panel.channels.map(({ description }) => description).join(', ')}>
      <div className="chart-legend">
        {panel.channels.map((channel) => (
          <button
            key={channel.key}
            type="button"
            className="chart-legend-item"
            aria-pressed={!hidden.has(channel.key)}
            title={`${hidden.has(channel.key) ? 'Show' : 'Hide'} ${channel.description}`}
            onClick={() => onToggle(channel.key)}
          >
            <Swatch look={channel} />
            <span className="chart-name">
              {channel.description}
              {channel.device && <span className="dim"> · {channel.device}</span>}
            </span>
            <span className="chart-value" data-channel={channel.label} data-key={channel.key} />
            <span className="chart-unit">{units.of(channel.unit).unit}</span>
            <span className="chart-range" data-key={channel.key} />
          </button>
        ))}
      </div>
      <div className="chart-plot">
        <p className="chart-message" />
      </div>
    </section>
  );
}
