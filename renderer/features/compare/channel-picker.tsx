import { Check } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { type ChannelRef, channelPath } from '../../../service/contract/index.ts';
import { NARROW, useMedia } from '../../app/use-media.ts';
import { ListSearch, NoMatches, useSearchedList } from '../../components/list-search.tsx';
import { type ChannelGroup, searchChannels } from '../../data/compare/selectable-channels.ts';
import { chosenChannels, MAX_SELECTED_CHANNELS } from '../../data/compare/selected-channels.ts';
import { formatCount, plural } from '../../data/format/numbers.ts';
import type { SeriesStyle } from '../charts/series-styles.tsx';
import { ChannelChoices } from './channel-choices.tsx';

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
  const [isOnlySelected, setOnlySelected] = useState(false);
  const term = search.trim();
  const list = useRef<HTMLDivElement>(null);
  useSearchedList(list, term);
  const paths = useMemo(() => new Set(chosen.map(channelPath)), [chosen]);
  const isFiltered = isOnlySelected && chosen.length > 0;
  const found = useMemo(
    () => searchChannels(isFiltered ? onlySelected(groups, paths) : groups, search),
    [groups, search, isFiltered, paths],
  );
  const isFull = chosen.length >= MAX_SELECTED_CHANNELS;
  return (
    <section className="list-pane" aria-label="Channels">
      <div className="list-head">
        <h1>Compare</h1>
        <span className="badge" title="Selected channels">
          {chosen.length > 0
            ? `${formatCount(chosen.length)} of ${formatCount(MAX_SELECTED_CHANNELS)}`
            : formatCount(0)}
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
        {term && !isFiltered ? (
          <SelectFound found={found} paths={paths} isFull={isFull} />
        ) : (
          <span className="dim">{isFull ? FULL : `Select up to ${MAX_SELECTED_CHANNELS} channels`}</span>
        )}
      </div>
      {chosen.length > 0 && (
        <div className="picker-line">
          <button
            type="button"
            className="link-button"
            aria-pressed={isOnlySelected}
            onClick={() => setOnlySelected(!isOnlySelected)}
          >
            Only selected
            {isOnlySelected && <Check aria-hidden size={13} />}
          </button>
          <button type="button" className="link-button" onClick={() => chosenChannels.clear()}>
            Clear selection
          </button>
        </div>
      )}
      <div className="list-scroll" ref={list}>
        <ChannelChoices
          groups={found}
          paths={paths}
          isFull={isFull}
          styles={styles}
          onToggle={(ref) => chosenChannels.toggle(ref)}
          onToggleAll={(refs, isSelected) => (isSelected ? chosenChannels.add(refs) : chosenChannels.remove(refs))}
        />
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

const FULL = `${MAX_SELECTED_CHANNELS} channels selected, the maximum`;

function onlySelected(groups: readonly ChannelGroup[], paths: ReadonlySet<string>): ChannelGroup[] {
  return groups
    .map((group) => ({ ...group, channels: group.channels.filter(({ path }) => paths.has(path)) }))
    .filter(({ channels }) => channels.length > 0);
}

interface SelectFoundProps {
  found: readonly ChannelGroup[];
  paths: ReadonlySet<string>;
  isFull: boolean;
}

/** Selects everything that the search found. */
function SelectFound({ found, paths, isFull }: SelectFoundProps) {
  const others = found.flatMap(({ channels }) => channels).filter(({ path }) => !paths.has(path));
  if (isFull) return <span className="dim">{FULL}</span>;
  if (others.length === 0)
    return <span className="dim">{found.length > 0 && 'All matching channels are selected'}</span>;
  return (
    <button type="button" className="link-button" onClick={() => chosenChannels.add(others.map(({ ref }) => ref))}>
      Select {plural(others.length, 'matching channel')}
    </button>
  );
}
