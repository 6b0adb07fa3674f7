import { useEffect } from 'react';
import { type Alarm, type ChannelRef, deviceKey } from '../../../../service/contract/index.ts';
import { navigateTo, rawRoute } from '../../../app/guarded-location.ts';
import { showToast, type ToastContent } from '../../../app/toasts.tsx';
import { alarmSound } from '../../../data/alarms/alarm-sound.ts';
import { type ChannelLabel, channelLabel, formatChannelLabel } from '../../../data/alarms/channel-label.ts';
import { playAlarmSound } from '../../../data/alarms/play-sound.ts';
import { formatRaised, type RaisedAlarms, RaisedAlarmsGatherer } from '../../../data/alarms/raised-alarms.ts';
import { acknowledgeAlarm } from '../../../data/alarms/requests.ts';
import { decimalsIn } from '../../../data/computed/decimals.ts';
import { formatCount } from '../../../data/format/numbers.ts';
import type { Live } from '../../../data/live.ts';
import { useLive } from '../../../data/react.ts';
import { RequestError } from '../../../data/requests.ts';
import { ALARMS_ROUTE, alarmRoute } from '../routes.ts';

/** Shows one message for the alarms raised while it is open, on any page; with a sound if the user wants one. */
export function AlarmMessages() {
  const live = useLive();
  useEffect(() => {
    const gatherer = new RaisedAlarmsGatherer((alarms) => {
      showToast({ id: 'alarms', ...messageOf(alarms, live), onClose: () => gatherer.closed() });
      if (alarmSound.get()) playAlarmSound();
    });
    const end = live.alarms.onRaise((begun) => gatherer.add(begun));
    return () => {
      end();
      gatherer.stop();
    };
  }, [live]);
  return null;
}

function messageOf({ named, count }: RaisedAlarms, live: Live): ToastContent {
  const single = count === 1 ? named[0] : undefined;
  const more = count - named.length;
  const lines = [
    ...named.map((alarm) => alarmWords(alarm, live)),
    ...(more > 0 ? [`and ${formatCount(more)} more`] : []),
  ];
  const route = single ? alarmRoute(single.id) : ALARMS_ROUTE;
  return {
    title: single ? 'New alarm' : `${formatCount(count)} new alarms`,
    text: lines.join('\n'),
    ...(rawRoute.get() !== route && {
      action: { word: single ? 'Show alarm' : 'Show alarms', run: () => navigateTo(route) },
    }),
    ...(single && { otherAction: { word: 'Acknowledge', run: () => void acknowledge(single, live) } }),
  };
}

async function acknowledge({ id }: Alarm, { alarms }: Live): Promise<void> {
  try {
    const acknowledged = await acknowledgeAlarm(id);
    if (acknowledged) alarms.accept(acknowledged);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    showToast({ title: 'Cannot acknowledge the alarm', text: error.message });
  }
}

function alarmWords(alarm: Alarm, { devices, settings, computed, rules }: Live): string {
  const placeOf = (channel: ChannelRef): ChannelLabel => channelLabel(channel, devices.get(deviceKey(channel)));
  const nameOf = (channel: ChannelRef): string => formatChannelLabel(placeOf(channel));
  const unit = settings.units.get().of(alarm.unit);
  const rule = rules.known.get().get(alarm.rule)?.view.rule;
  return formatRaised(alarm, placeOf(alarm), unit, decimalsIn(computed.known.get())(alarm), { rule, nameOf });
}
