import { useId, useMemo, useState } from 'react';
import { type ChannelRef, channelPath, MAX_TILE_CHANNELS, type TileKind } from '../../../service/contract/index.ts';
import { FieldError } from '../../components/form/field.tsx';
import { ListSearch, NoMatches } from '../../components/list-search.tsx';
import { type ChannelGroup, searchChannels } from '../../data/compare/selectable-channels.ts';
import { plural } from '../../data/format/numbers.ts';
import { ChannelChoices } from '../compare/channel-choices.tsx';
import { groupsNotKnown } from '../compare/compare-channels.ts';
import { LABELS } from './tile-form.ts';
import type { FindChannel } from './tiles/tile-content.tsx';

interface TileChannelsProps {
  kind: TileKind;
  groups: readonly ChannelGroup[];
  find: FindChannel;
  paths: readonly string[];
  error: string | undefined;
  onChange: (paths: readonly string[]) => void;
}

/** Fewer channels need no search. */
const SEARCHED = 8;

/** The channels to select: one of a value or gauge, several of other kinds. */
export function TileChannels({ kind, groups, find, paths, error, onChange }: TileChannelsProps) {
  const [search, setSearch] = useState('');
  const radioName = useId();
  const errorId = useId();
  // Those that nobody knows any more came with the tile: listed so that each can be deselected.
  const [first] = useState(paths);
  const all = useMemo(() => {
    const selected = first.flatMap((path) => find(path) ?? []);
    return [...groupsNotKnown(selected, groups), ...groups];
  }, [first, find, groups]);
  const found = useMemo(() => searchChannels(all, search), [all, search]);
  const isSingle = kind === 'value' || kind === 'gauge';
  const count = all.reduce((sum, { channels }) => sum + channels.length, 0);
  const toggle = (ref: ChannelRef): void => {
    const path = channelPath(ref);
    if (isSingle) onChange([path]);
    else onChange(paths.includes(path) ? paths.filter((other) => other !== path) : [...paths, path]);
  };
  return (
    <section
      className="form-field"
      aria-label={isSingle ? LABELS.channel : LABELS.channels}
      aria-describedby={errorId}
      data-invalid={error ? true : undefined}
    >
      <p className="form-label">
        {isSingle ? LABELS.channel : LABELS.channels}
        {!isSingle && (
          <span className="dim">
            : {kind === 'alarms' && paths.length === 0 ? 'all' : plural(paths.length, 'selected', 'selected')}
          </span>
        )}
      </p>
      <FieldError id={errorId} text={error} />
      {count > SEARCHED && (
        <ListSearch
          placeholder="Search channels"
          label="Search channels by name, device, serial number or unit"
          value={search}
          onChange={setSearch}
        />
      )}
      <div className="tile-channels">
        <ChannelChoices
          groups={found}
          paths={new Set(paths)}
          isFull={!isSingle && paths.length >= MAX_TILE_CHANNELS}
          {...(isSingle && { radioName })}
          onToggle={toggle}
        />
        {found.length === 0 &&
          (search.trim() ? (
            <NoMatches what="channels" search={search.trim()} onClear={() => setSearch('')} />
          ) : (
            <p className="list-empty">No devices connected and no readings stored</p>
          ))}
      </div>
    </section>
  );
}
