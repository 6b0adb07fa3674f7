import { Activity, Bell, BellRing, CircleCheck, History, type LucideIcon } from 'lucide-react';
import { type Alarm, type AlarmState, alarmStateOf } from '../../../service/contract/index.ts';
import { alarmBadge } from '../../data/alarms/labels.ts';

const ICONS: Readonly<Record<AlarmState, LucideIcon>> = {
  active: BellRing,
  acknowledged: Bell,
  unseen: History,
  over: CircleCheck,
};

export function AlarmBadge({ alarm }: { alarm: Alarm }) {
  const { word, tone } = alarmBadge(alarm);
  const Icon = alarm.flapping ? Activity : ICONS[alarmStateOf(alarm)];
  return (
    <span className={`badge alarm-badge ${tone}`}>
      <Icon aria-hidden size={12} />
      {word}
    </span>
  );
}
