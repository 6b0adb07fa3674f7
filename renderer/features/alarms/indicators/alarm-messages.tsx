/** Shows one message for all alarms raised together, on any page. */
import { useEffect } from 'react';
import { type Alarm, deviceKey } from '../../../../service/contract/index.ts';
import { navigateTo, rawRoute } from '../../../app/guarded-location.ts';
import { showToast, type ToastContent } from '../../../app/toasts.tsx';
import { channelLabel, formatChannelLabel } from '../../../data/alarms/channel-label.ts';
import { formatAlarmKind } from '../../../data/alarms/labels.ts';
import type { Live } from '../../../data/live.ts';
import { useLive } from '../../../data/react.ts';
import { ALARMS_ROUTE, alarmRoute } from '../routes.ts';

/** Alarms named in one message. */
const NAMED = 3;

export function AlarmMessages() {
  const live = useLive();
  useEffect(() => live.alarms.onRaise((begun) => showToast(messageOf(begun, live))), [live]);
  return null;
}

function messageOf(begun: readonly Alarm[], live: Live): ToastContent {
  const [first] = begun;
  const named = begun.slice(0, NAMED).map((alarm) => alarmWords(alarm, live));
  const more = begun.length - named.length;
  const route = first && begun.length === 1 ? alarmRoute(first.id) : ALARMS_ROUTE;
  const text = more > 0 ? `${named.join('; ')} and ${more} more` : named.join('; ');
  return {
    title: begun.length === 1 ? 'New alarm' : `${begun.length} new alarms`,
    text,
    ...(rawRoute.get() !== route && {
      action: { word: begun.length === 1 ? 'Show alarm' : 'Show alarms', run: () => navigateTo(route) },
    }),
  };
}

function alarmWords(alarm: Alarm, { devices, settings }: Live): string {
  const unit = settings.units.get().of(alarm.unit);
  const reading = alarm.magnitude === null ? '' : ` (${unit.format(alarm.magnitude, alarm.channel)} ${unit.unit})`;
  const place = channelLabel(alarm, devices.get(deviceKey(alarm)));
  return `${formatChannelLabel(place)}: ${formatAlarmKind(alarm, unit)}${reading}`;
}
