/** The active alarms of a channel. */
import { BellRing } from 'lucide-react';
import { Link } from 'wouter';
import type { ChannelRef } from '../../../../service/contract/index.ts';
import { formatAlarmKind } from '../../../data/alarms/labels.ts';
import { deviceKey } from '../../../data/devices/key.ts';
import { useDeviceAlarms } from '../../../data/react.ts';
import { useDisplayUnits } from '../../../data/units/display-units.ts';
import { alarmRoute } from '../routes.ts';
import '../indicators.css';

export function ChannelAlarms({ of }: { of: ChannelRef }) {
  const units = useDisplayUnits();
  const alarms = useDeviceAlarms(deviceKey(of)).filter(({ channel }) => channel === of.channel);
  return alarms.map((alarm) => (
    <p key={alarm.id} className="channel-alarm">
      <Link href={alarmRoute(alarm.id)}>
        <BellRing aria-hidden size={12} /> Alarm: {formatAlarmKind(alarm, units.of(alarm.unit))}
      </Link>
    </p>
  ));
}
