import { GripVertical } from 'lucide-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { DisplayUnits } from '../../../../service/contract/index.ts';
import { isModHeld } from '../../../app/shortcuts/shortcuts.ts';
import { type ChartChannel, channelTitle, type Panel } from '../channels.ts';
import { Swatch } from '../series-styles.tsx';
import { ChannelMenu } from './channel-menu.tsx';
import { type EntryName, entryName } from './entry-name.ts';
import { type PanelActions, panelTitle } from './panel-actions.ts';

export interface LegendTableProps {
  readonly panel: Panel;
  readonly panels: readonly Panel[];
  readonly hidden: ReadonlySet<string>;
  readonly units: DisplayUnits;
  readonly actions: PanelActions;
  /** @param key of the channel that is pointed at or focused; undefined for none */
  readonly onHighlight: (key: string | undefined) => void;
}

/** A longer name widens only the legend of its own panel. In characters. */
const LONGEST_ALIGNED_NAME = 50;

/** The channels of a panel with their values, which the engine writes. */
export function LegendTable({ panel, panels, hidden, units, actions, onHighlight }: LegendTableProps) {
  const all = panels.flatMap(({ channels }) => channels);
  const names = all.map(channelTitle).filter(({ length }) => length <= LONGEST_ALIGNED_NAME);
  const allUnits = new Set(all.map(({ unit }) => units.of(unit).unit));
  return (
    <table
      className="chart-legend-table"
      aria-label={panelTitle(panel)}
      data-names={names.join('\n')}
      data-units={[...allUnits].join('\n')}
    >
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Channel</th>
          <th scope="col">Value</th>
          <th scope="col">Unit</th>
          <th scope="col">Range at the cursor</th>
          <th scope="col">Minimum</th>
          <th scope="col">Maximum</th>
          <th scope="col">Options</th>
        </tr>
      </thead>
      <tbody>
        {panel.channels.map((channel) => (
          <tr
            key={channel.key}
            className="chart-legend-row"
            data-key={channel.key}
            data-hidden={hidden.has(channel.key) || undefined}
            onPointerEnter={() => onHighlight(channel.key)}
            onPointerLeave={() => onHighlight(undefined)}
            onFocus={() => onHighlight(channel.key)}
            onBlur={() => onHighlight(undefined)}
          >
            <th scope="row" className="chart-legend-name">
              <GripVertical aria-hidden size={12} className="chart-legend-grip" />
              <NameButton
                channel={channel}
                name={entryName(channel, panel.channels)}
                isHidden={hidden.has(channel.key)}
                actions={actions}
              />
              {panel.right?.channels.includes(channel) && <span className="chart-side">right</span>}
            </th>
            <td>
              <Figure kind="chart-value" channel={channel} />
            </td>
            <td className="chart-unit">{units.of(channel.unit).unit}</td>
            <td className="chart-range-cell">
              <Figure kind="chart-range" channel={channel} />
            </td>
            <td className="chart-extreme">
              <span aria-hidden>min</span>
              <Figure kind="chart-minimum" channel={channel} />
            </td>
            <td className="chart-extreme">
              <span aria-hidden>max</span>
              <Figure kind="chart-maximum" channel={channel} />
            </td>
            <td>
              <ChannelMenu
                channel={channel}
                panel={panel}
                panels={panels}
                isHidden={hidden.has(channel.key)}
                isShownAlone={
                  panels.length === 1 && panel.channels.every((one) => hidden.has(one.key) === (one !== channel))
                }
                actions={actions}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface FigureProps {
  readonly kind: 'chart-value' | 'chart-range' | 'chart-minimum' | 'chart-maximum';
  readonly channel: ChartChannel;
}

/** Where the engine writes a figure. */
function Figure({ kind, channel }: FigureProps) {
  return <span className={kind} data-channel={channel.label} data-key={channel.key} />;
}

interface NameButtonProps {
  readonly channel: ChartChannel;
  readonly name: EntryName;
  readonly isHidden: boolean;
  readonly actions: PanelActions;
}

/** Shows or hides a channel, with Ctrl or Cmd all others; Alt and an arrow key move it to another panel. */
export function NameButton({ channel, name, isHidden, actions }: NameButtonProps) {
  const onClick = (event: MouseEvent): void => {
    if (isModHeld(event)) actions.showAlone(channel.key);
    else actions.toggle(channel.key);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Not every browser passes the keys held with Enter on to the click.
    if (event.key === 'Enter' && isModHeld(event)) {
      event.preventDefault();
      actions.showAlone(channel.key);
      return;
    }
    const direction = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (!event.altKey || direction === undefined) return;
    event.preventDefault();
    actions.step(channel.key, direction);
  };
  return (
    <button
      type="button"
      className="chart-legend-item"
      data-key={channel.key}
      aria-pressed={!isHidden}
      title={`${isHidden ? 'Show' : 'Hide'} ${channelTitle(channel)}`}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <Swatch series={channel} />
      <span className="chart-name">
        <span data-shared={name.shared === 'first' || undefined}>{name.first}</span>
        {name.second && (
          <span className="dim" data-shared={name.shared === 'second' || undefined}>
            {` · ${name.second}`}
          </span>
        )}
      </span>
    </button>
  );
}
