import { BellRing } from 'lucide-react';
import { type AppDevice, deviceKey } from '../../../../service/contract/index.ts';
import { formatAlarmKind } from '../../../data/alarms/labels.ts';
import { channelName } from '../../../data/devices/channel-name.ts';
import { plural } from '../../../data/format/numbers.ts';
import { useDeviceAlarms, useDisplayUnits } from '../../../data/react.ts';
import '../indicators.css';

/** A bell while the device has active alarms; the tooltip lists them. */
export function DeviceAlarmMark({ device }: { device: AppDevice }) {
  const alarms = useDeviceAlarms(deviceKey(device));
  const units = useDisplayUnits();
  if (alarms.length === 0) return null;
  const texts = alarms.map(
    (alarm) => `${channelName(device, alarm.channel)} ${formatAlarmKind(alarm, units.of(alarm.unit))}`,
  );
  return (
    <span className="alarm-mark" title={texts.join('\n')}>
      <BellRing aria-hidden size={13} />
      <span className="visually-hidden">{plural(alarms.length, 'alarm')}</span>
    </span>
  );
}
