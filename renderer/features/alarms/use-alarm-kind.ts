import type { Alarm, ChannelRef, DisplayUnit } from '../../../service/contract/index.ts';
import { formatChannelLabel } from '../../data/alarms/channel-label.ts';
import { formatAlarmKind } from '../../data/alarms/labels.ts';
import { useDisplayUnits, useLive, useReadable } from '../../data/react.ts';
import { usePlaces } from './use-channel.ts';

/** Describes what is wrong, with what the rule says about it; default: in the display unit of the alarm. */
export function useAlarmKind(): (alarm: Alarm, unit?: DisplayUnit) => string {
  const units = useDisplayUnits();
  const rules = useReadable(useLive().rules.known);
  const placeOf = usePlaces();
  const nameOf = (channel: ChannelRef): string => formatChannelLabel(placeOf(channel));
  return (alarm, unit = units.of(alarm.unit)) =>
    formatAlarmKind(alarm, unit, { rule: rules.get(alarm.rule)?.view.rule, nameOf });
}
