/** Says in the list of devices that channels of one are in alarm. */
import { BellRing } from 'lucide-react';
import { alarmsWords } from '../../../data/alarms/words.ts';
import { useDeviceAlarms } from '../../../data/react.ts';
import '../marks.css';

export function DeviceAlarmBadge({ deviceKey }: { deviceKey: string }) {
  const { length } = useDeviceAlarms(deviceKey);
  if (length === 0) return null;
  return (
    <span className="badge bad alarm-badge">
      <BellRing aria-hidden size={12} />
      {length === 1 ? 'Alarm' : alarmsWords(length)}
    </span>
  );
}
