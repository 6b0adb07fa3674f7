import { useMemo, useState } from 'react';
import {
  type AppDevice,
  type ChannelRef,
  channelPath,
  deviceKey,
  type StoredChannel,
} from '../../../service/contract/index.ts';
import { channelName, storedChannelName } from '../../data/devices/channel-name.ts';
import { compareIdentities } from '../../data/devices/grouping.ts';
import { COMPUTED_FAMILY, deviceName } from '../../data/devices/labels.ts';
import { formatCount } from '../../data/format/numbers.ts';
import { matchesWords } from '../../data/format/text.ts';
import { usePolled } from '../../data/history/use-polled.ts';
import { fetchStoredChannels } from '../../data/history-tiles/requests.ts';
import { useLive, useReadable } from '../../data/react.ts';

/** The stored channels seldom change while a dialog is open. */
const POLL_MS = 60_000;

const MAX_LISTED = 200;

export interface ChannelPickerProps {
  chosen: readonly ChannelRef[];
  onChange: (chosen: readonly ChannelRef[]) => void;
}

interface Choosable extends ChannelRef {
  path: string;
  device: string;
  name: string;
}

export function ChannelPicker({ chosen, onChange }: ChannelPickerProps) {
  const [search, setSearch] = useState('');
  const all = useChoosable(chosen);
  const paths = new Set(chosen.map(channelPath));
  const found = all.filter(({ path, device, name }) => matchesWords(search, [path, device, name]));
  const toggle = ({ family, serial, channel, path }: Choosable): void => {
    if (paths.has(path)) onChange(chosen.filter((other) => channelPath(other) !== path));
    else onChange([...chosen, { family, serial, channel }]);
  };
  const groups = Map.groupBy(found.slice(0, MAX_LISTED), (one) =>
    one.family === 'computed' ? one.family : deviceKey(one),
  );
  return (
    <fieldset className="form-group">
      <legend className="form-label">
        Channels <span className="badge">{formatCount(chosen.length)} selected</span>
      </legend>
      {all.length > 8 && (
        <input
          type="search"
          className="field"
          placeholder="Search channels"
          aria-label="Search channels by name or serial number"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <div className="export-channels">
        {[...groups].map(([key, members]) => (
          <div key={key} className="export-device">
            <p className="export-device-name">
              {members[0]?.device}{' '}
              {members[0]?.family !== 'computed' && <span className="mono dim">{members[0]?.serial}</span>}
            </p>
            {members.map((member) => (
              <label key={member.path} className="export-channel">
                <input type="checkbox" checked={paths.has(member.path)} onChange={() => toggle(member)} />
                <span>{member.name}</span>
                <span className="mono dim">{member.channel}</span>
              </label>
            ))}
          </div>
        ))}
        {found.length === 0 && (
          <p className="dim">{all.length === 0 ? 'No stored readings yet' : `No channels match “${search}”`}</p>
        )}
        {found.length > MAX_LISTED && (
          <p className="dim">{formatCount(found.length - MAX_LISTED)} more. Search to narrow the list.</p>
        )}
      </div>
    </fieldset>
  );
}

/** All stored channels, and the selected ones that are not stored yet. */
function useChoosable(chosen: readonly ChannelRef[]): Choosable[] {
  const records = useReadable(useLive().devices.list);
  const { result } = usePolled(fetchStoredChannels, POLL_MS);
  const [given] = useState(chosen);
  return useMemo(() => {
    const devices = new Map(records.map(({ key, device }) => [key, device]));
    const stored = result?.channels ?? [];
    const known = new Set(stored.map(channelPath));
    const others = given.filter((channel) => !known.has(channelPath(channel)));
    // The channels that the dialog was opened for come first.
    const wanted = new Set(given.map(deviceKey));
    const rank = (channel: ChannelRef): number => (wanted.has(deviceKey(channel)) ? 0 : 1);
    const all: (ChannelRef & Partial<StoredChannel>)[] = [...stored, ...others];
    return all
      .toSorted((a, b) => rank(a) - rank(b) || compareIdentities(a, b))
      .map((channel) => choosable(channel, devices.get(deviceKey(channel))));
  }, [records, result, given]);
}

function choosable(ref: ChannelRef & Partial<StoredChannel>, device: AppDevice | undefined): Choosable {
  const { family, serial, channel, product } = ref;
  return {
    family,
    serial,
    channel,
    path: channelPath(ref),
    device: family === 'computed' ? COMPUTED_FAMILY : device ? deviceName(device) : (product ?? serial),
    name: device ? channelName(device, channel) : storedChannelName(ref),
  };
}
