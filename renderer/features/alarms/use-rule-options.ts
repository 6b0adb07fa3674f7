import type { CheckListOption } from '../../components/form/check-group.tsx';
import { formatChannelLabel } from '../../data/alarms/channel-label.ts';
import { formatRule } from '../../data/alarms/labels.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { usePlaces, useUnitOf } from './use-channel.ts';

/** Alarm rules to choose from: `Cold room: Temperature above 30 °C`. */
export function useRuleOptions(): CheckListOption[] {
  const rules = useReadable(useLive().rules.list);
  const placeOf = usePlaces();
  const unitOf = useUnitOf();
  return rules.map(({ id, rule }) => {
    const { channel, device, serial } = placeOf(rule);
    const conditions = formatRule(rule, unitOf(rule), (other) => formatChannelLabel(placeOf(other)));
    const condition = `${channel} ${conditions.join(', ')}`;
    return { value: id, label: device ? `${device}: ${condition}` : condition, note: serial };
  });
}
