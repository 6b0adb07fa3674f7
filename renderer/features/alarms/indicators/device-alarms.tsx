import { BellRing } from 'lucide-react';
import { plural } from '../../../data/format/numbers.ts';
import { useDeviceAlarms } from '../../../data/react.ts';
import '../indicators.css';

export function DeviceAlarmBadge({ deviceKey }: { deviceKey: string }) {
  const { length } = useDeviceAlarms(deviceKey);
  if (length === 0) return null;
  return (
    <span className="badge bad alarm-badge">
      <BellRing aria-hidden size={12} />
      {plural(length, 'alarm')}
    </span>
  );
}

/** Marks a reading whose channel has an active alarm. */
export function AlarmHighlight() {
  return (
    <>
      <BellRing aria-hidden size={12} className="in-alarm" />
      <span className="visually-hidden">Alarm: </span>
    </>
  );
}
