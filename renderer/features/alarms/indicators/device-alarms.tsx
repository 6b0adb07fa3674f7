import { BellRing } from 'lucide-react';
import { type AppDevice, deviceKey } from '../../../../service/contract/index.ts';
import { channelName } from '../../../data/devices/channel-name.ts';
import { plural } from '../../../data/format/numbers.ts';
import { useDeviceAlarms } from '../../../data/react.ts';
import { useAlarmKind } from '../use-alarm-kind.ts';
import '../indicators.css';

/** A bell while the device has active alarms; the tooltip lists them. */
export function DeviceAlarmMark({ device }: { device: AppDevice }) {
  const alarms = useDeviceAlarms(deviceKey(device));
  const kindOf = useAlarmKind();
  if (alarms.length === 0) return null;
  const texts = alarms.map((alarm) => `${channelName(device, alarm.channel)} ${kindOf(alarm)}`);
  return (
    <span className="alarm-mark" title={texts.join('\n')}>
      <BellRing aria-hidden size={13} />
      <span className="visually-hidden">{plural(alarms.length, 'alarm')}</span>
    </span>
  );
}
