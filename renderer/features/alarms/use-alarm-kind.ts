import type { Alarm, DisplayUnit } from '../../../service/contract/index.ts';
import { formatAlarmKind } from '../../data/alarms/labels.ts';
import { useDisplayUnits, useLive, useReadable } from '../../data/react.ts';

/** Describes what is wrong, with the time of a change from the rule; default: in the display unit of the alarm. */
export function useAlarmKind(): (alarm: Alarm, unit?: DisplayUnit) => string {
  const units = useDisplayUnits();
  const rules = useReadable(useLive().rules.known);
  return (alarm, unit = units.of(alarm.unit)) => formatAlarmKind(alarm, unit, rules.get(alarm.rule)?.view.rule);
}
