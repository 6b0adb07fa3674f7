import type { ChannelRef } from '../../../service/contract/index.ts';
import { SimulatedBadge } from '../../components/badge.tsx';
import type { ChannelGroup, SelectableChannel } from '../../data/compare/selectable-channels.ts';
import { useDisplayUnits } from '../../data/react.ts';
import { type SeriesStyle, Swatch } from '../charts/series-styles.tsx';
import './compare.css';

export interface ChannelChoicesProps {
  groups: readonly ChannelGroup[];
  /** The selected ones. */
  paths: ReadonlySet<string>;
  /** No more can be selected. */
  isFull: boolean;
  /** Name of the radio buttons if one channel is selected; undefined for check boxes. */
  radioName?: string;
  /** Line styles by path, of drawn channels. */
  styles?: ReadonlyMap<string, SeriesStyle>;
  onToggle: (ref: ChannelRef) => void;
  /** Selects all channels of a device, or none; undefined without a button for it. */
  onToggleAll?: (refs: readonly ChannelRef[], isSelected: boolean) => void;
}

/** Channels to select, by device. */
export function ChannelChoices({ groups, onToggleAll, ...choices }: ChannelChoicesProps) {
  const { paths, isFull } = choices;
  return groups.map(({ key, device, serial, attached, channels }) => {
    const isAll = channels.every(({ path }) => paths.has(path));
    const refs = channels.map(({ ref }) => ref);
    return (
      <fieldset key={key} className="picker-group">
        <legend className="picker-legend">
          <span className="ellipsis" title={device}>
            {device}
          </span>
          <span className="mono dim">{device !== serial && serial}</span>
          {!attached && <span className="badge">Disconnected</span>}
          {channels[0]?.simulated && <SimulatedBadge />}
        </legend>
        {onToggleAll && channels.length > 1 && (
          <button
            type="button"
            className="link-button picker-all"
            disabled={isFull && !isAll}
            aria-label={isAll ? `Clear selection for ${device}` : `Select all channels of ${device}`}
            onClick={() => onToggleAll(refs, !isAll)}
          >
            {isAll ? 'Clear' : 'All'}
          </button>
        )}
        {channels.map((channel) => (
          <Choice key={channel.path} channel={channel} {...choices} />
        ))}
      </fieldset>
    );
  });
}

interface ChoiceProps extends Omit<ChannelChoicesProps, 'groups' | 'onToggleAll'> {
  channel: SelectableChannel;
}

function Choice({ channel, paths, isFull, radioName, styles, onToggle }: ChoiceProps) {
  const units = useDisplayUnits();
  const isChosen = paths.has(channel.path);
  const series = styles?.get(channel.path);
  return (
    <label className="picker-row">
      <input
        type={radioName ? 'radio' : 'checkbox'}
        name={radioName}
        checked={isChosen}
        disabled={isFull && !isChosen}
        onChange={() => onToggle(channel.ref)}
      />
      <span className="ellipsis" title={channel.name}>
        {channel.name}
      </span>
      {series && <Swatch series={series} />}
      <span className="unit picker-unit">{units.of(channel.unit).unit}</span>
    </label>
  );
}
