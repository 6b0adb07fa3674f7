import { Link } from 'wouter';
import { channelPath } from '../../../../service/contract/index.ts';
import { formatChannelLabel } from '../../../data/alarms/channel-label.ts';
import { formatCount, formatTimestamp } from '../../../data/format/numbers.ts';
import { useLive, useReadable, useServiceNow } from '../../../data/react.ts';
import { AlarmBadge } from '../../alarms/alarm-badge.tsx';
import { ALARMS_ROUTE, alarmRoute } from '../../alarms/routes.ts';
import { useAlarmKind } from '../../alarms/use-alarm-kind.ts';
import { usePlaces } from '../../alarms/use-channel.ts';
import { ScrollArea } from './scroll-area.tsx';

/** The page of alarms has more. */
const MAX_SHOWN = 50;

/** Active and unacknowledged alarms. @param channels only of these; empty for all */
export function AlarmsTile({ channels, title }: { channels: readonly string[]; title: string }) {
  const now = useServiceNow();
  const kindOf = useAlarmKind();
  const placeOf = usePlaces();
  const { alarms: store, connection } = useLive();
  const all = useReadable(store.list);
  const { state } = useReadable(connection);
  const alarms = all.filter((alarm) => channels.length === 0 || channels.includes(channelPath(alarm)));
  if (alarms.length === 0) {
    return state === 'live' ? (
      <p className="tile-empty good">No active alarms</p>
    ) : (
      <p className="tile-empty">{state === 'unreachable' ? 'Unavailable' : 'Loading…'}</p>
    );
  }
  return (
    <ScrollArea className="alarms-tile" label={`${title}, list`}>
      <ul>
        {alarms.slice(0, MAX_SHOWN).map((alarm) => (
          <li key={alarm.id} data-alarm={alarm.ended === null || undefined}>
            <AlarmBadge alarm={alarm} />
            <Link href={alarmRoute(alarm.id)}>
              {formatChannelLabel(placeOf(alarm))}: {kindOf(alarm)}
            </Link>
            <span className="dim">since {formatTimestamp(Date.parse(alarm.since), now)}</span>
          </li>
        ))}
        {alarms.length > MAX_SHOWN && (
          <li>
            <Link href={ALARMS_ROUTE}>{formatCount(alarms.length - MAX_SHOWN)} more</Link>
          </li>
        )}
      </ul>
    </ScrollArea>
  );
}
