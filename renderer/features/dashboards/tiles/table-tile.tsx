import { BellRing } from 'lucide-react';
import { useMemo } from 'react';
import type { SelectableChannel } from '../../../data/compare/selectable-channels.ts';
import { useDecimals } from '../../../data/computed/decimals.ts';
import { formatTimestamp, NO_VALUE } from '../../../data/format/numbers.ts';
import { useDisplayUnits, useServiceNow } from '../../../data/react.ts';
import { type Statistics, viewStatistics } from '../../charts/data/statistics.ts';
import { compareChannels } from '../../compare/compare-channels.ts';
import { ScrollArea } from './scroll-area.tsx';
import { usePresent } from './use-present.ts';
import { useRecent } from './use-recent.ts';

/** Minimum and maximum are of this time, in milliseconds. */
const EXTREMES_MS = 600_000;

/** Resolution of these readings, in points. */
const POINTS = 600;

/** Current readings with their minimum and maximum of the last 10 minutes. */
export function TableTile({ channels, title }: { channels: readonly SelectableChannel[]; title: string }) {
  const text = JSON.stringify(channels);
  const drawn = useMemo(() => compareChannels(JSON.parse(text) as SelectableChannel[]), [text]);
  const recent = useRecent(drawn, EXTREMES_MS, POINTS, (sources, view) =>
    sources.map((source) => viewStatistics(source, view, POINTS)),
  );
  return (
    <ScrollArea className="table-tile" label={`${title}, readings`}>
      <table>
        <thead>
          <tr>
            <th scope="col">Channel</th>
            <th scope="col">Value</th>
            <th scope="col" title="Of the last 10 minutes">
              Min <span className="visually-hidden">of the last 10 minutes</span>
            </th>
            <th scope="col" title="Of the last 10 minutes">
              Max <span className="visually-hidden">of the last 10 minutes</span>
            </th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {channels.map((channel, index) => (
            <Row key={channel.path} channel={channel} statistics={recent?.[index]} />
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function Row({ channel, statistics }: { channel: SelectableChannel; statistics: Statistics | undefined }) {
  const { ref, name, device, unit } = channel;
  const { text, state, isQuiet, at, alarms } = usePresent(channel);
  const now = useServiceNow();
  const shown = useDisplayUnits().of(unit);
  const precision = useDecimals()(ref) ?? ref.channel;
  return (
    <tr data-quiet={isQuiet || undefined} data-alarm={alarms.length > 0 || undefined}>
      <th scope="row">
        <bdi>{name}</bdi> <bdi className="dim">{device}</bdi>
        {state && <span className="table-tile-state">{state}</span>}
      </th>
      <td>
        {alarms.length > 0 && (
          <>
            <BellRing aria-hidden size={12} className="table-tile-alarm" />
            <span className="visually-hidden">Alarm: </span>
          </>
        )}
        <strong>{text}</strong> <bdi className="tile-unit dim">{shown.unit}</bdi>
      </td>
      <td>{shown.format(statistics?.min ?? null, precision)}</td>
      <td>{shown.format(statistics?.max ?? null, precision)}</td>
      <td>{at === undefined ? NO_VALUE : formatTimestamp(at, now)}</td>
    </tr>
  );
}
