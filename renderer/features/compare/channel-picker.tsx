import { useMemo, useRef, useState } from 'react';
import { type ChannelRef, channelPath } from '../../../service/contract/index.ts';
import { NARROW, useMedia } from '../../app/use-media.ts';
import { SimulatedBadge } from '../../components/badge.tsx';
import { ListSearch, NoMatches, useSearchedList } from '../../components/list-search.tsx';
import { type ChannelGroup, type SelectableChannel, searchChannels } from '../../data/compare/selectable-channels.ts';
import { chosenChannels, MAX_SELECTED_CHANNELS } from '../../data/compare/selected-channels.ts';
import { formatCount, plural } from '../../data/format/numbers.ts';
import { useDisplayUnits } from '../../data/react.ts';
import { type SeriesStyle, Swatch } from '../charts/series-styles.tsx';

export interface ChannelPickerProps {
  groups: readonly ChannelGroup[];
  chosen: readonly ChannelRef[];
  /** Line styles of the selected channels, by path. */
  styles: ReadonlyMap<string, SeriesStyle>;
  /** Shows the charts, in a narrow window. */
  onShow: () => void;
}

export function ChannelPicker({ groups, chosen, styles, onShow }: ChannelPickerProps) {
  const narrow = useMedia(NARROW);
  const [search, setSearch] = useState('');
  const term = search.trim();
  const list = useRef<HTMLDivElement>(null);
  useSearchedList(list, term);
  const found = useMemo(() => searchChannels(groups, search), [groups, search]);
  const paths = new Set(chosen.map(channelPath));
  const isFull = chosen.length >= MAX_SELECTED_CHANNELS;
  return (
    <section className="list-pane" aria-label="Channels">
      <div className="list-head">
        <h1>Compare</h1>
        <span className="badge" title="Selected channels">
          {formatCount(chosen.length)}
        </span>
        {narrow && chosen.length > 0 && (
          <button type="button" className="button primary picker-show" onClick={onShow}>
            Show {plural(chosen.length, 'channel')}
          </button>
        )}
      </div>
      <ListSearch
        placeholder="Search channels"
        label="Search channels by name, device, serial number or unit"
        value={search}
        onChange={setSearch}
      />
      <div className="picker-line">
        <span className="dim">{isFull ? `At most ${MAX_SELECTED_CHANNELS} channels` : 'Select channels'}</span>
        {chosen.length > 0 && (
          <button type="button" className="link-button" onClick={() => chosenChannels.clear()}>
            Clear selection
          </button>
        )}
      </div>
      <div className="list-scroll" ref={list}>
        {found.map((group) => (
          <PickerGroup key={group.key} group={group} styles={styles} paths={paths} isFull={isFull} />
        ))}
        {found.length === 0 &&
          (term ? (
            <NoMatches what="channels" search={term} onClear={() => setSearch('')} />
          ) : (
            <p className="list-empty">No devices connected and no readings stored</p>
          ))}
      </div>
    </section>
  );
}

interface PickerGroupProps {
  group: ChannelGroup;
  styles: ReadonlyMap<string, SeriesStyle>;
  paths: ReadonlySet<string>;
  isFull: boolean;
}

function PickerGroup({ group, styles, paths, isFull }: PickerGroupProps) {
  const { device, serial, attached, channels } = group;
  return (
    <fieldset className="picker-group">
      <legend className="picker-legend">
        <span className="ellipsis" title={device}>
          {device}
        </span>
        <span className="mono dim">{device !== serial && serial}</span>
        {!attached && <span className="badge">Disconnected</span>}
        {channels[0]?.simulated && <SimulatedBadge />}
      </legend>
      {channels.map((channel) => (
        <PickerRow
          key={channel.path}
          channel={channel}
          series={styles.get(channel.path)}
          isChosen={paths.has(channel.path)}
          isFull={isFull}
        />
      ))}
    </fieldset>
  );
}

interface PickerRowProps {
  channel: SelectableChannel;
  /** Undefined if it is not drawn. */
  series: SeriesStyle | undefined;
  isChosen: boolean;
  isFull: boolean;
}

function PickerRow({ channel, series, isChosen, isFull }: PickerRowProps) {
  const units = useDisplayUnits();
  return (
    <label className="picker-row">
      <input
        type="checkbox"
        checked={isChosen}
        disabled={isFull && !isChosen}
        onChange={() => chosenChannels.toggle(channel.ref)}
      />
      <span className="ellipsis" title={channel.name}>
        {channel.name}
      </span>
      {series && <Swatch series={series} />}
      <span className="dim picker-unit">{units.of(channel.unit).unit}</span>
    </label>
  );
}
