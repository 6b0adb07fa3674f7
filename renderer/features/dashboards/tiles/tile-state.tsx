import { BellRing } from 'lucide-react';
import type { DisplayUnit } from '../../../../service/contract/index.ts';
import { useAlarmKind } from '../../alarms/use-alarm-kind.ts';
import type { Present } from './use-present.ts';

/** Active alarms and the state of the device in words; the line stays without them. */
export function TileState({ present: { alarms, state }, unit }: { present: Present; unit: DisplayUnit }) {
  const kindOf = useAlarmKind();
  return (
    <p className="value-tile-state">
      {alarms.map((alarm) => (
        <span key={alarm.id} className="value-tile-alarm">
          <BellRing aria-hidden size="0.9em" /> Alarm: {kindOf(alarm, unit)}
        </span>
      ))}
      {state}
    </p>
  );
}
