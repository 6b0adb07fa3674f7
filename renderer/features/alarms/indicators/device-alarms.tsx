import { BellRing } from 'lucide-react';
import { formatAlarmCount } from '../../../data/alarms/labels.ts';
import { useDeviceAlarms } from '../../../data/react.ts';
import '../indicators.css';

export function DeviceAlarmBadge({ deviceKey }: { deviceKey: string }) {
  const { length } = useDeviceAlarms(deviceKey);
  if (length === 0) return null;
  return (
    <span className="badge bad alarm-badge">
      <BellRing aria-hidden size={12} />
      {formatAlarmCount(length)}
    </span>
  );
}

export function AlarmHighlight() {
  return (
    <>
      <BellRing aria-hidden size={12} className="in-alarm" />
      <span className="visually-hidden">Alarm: </span>
    </>
  );
}
