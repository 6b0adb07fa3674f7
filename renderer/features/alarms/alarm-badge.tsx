import { Activity, Bell, BellRing, CircleCheck, History, type LucideIcon } from 'lucide-react';
import {
  type Alarm,
  type AlarmSeverity,
  type AlarmState,
  alarmStateOf,
  SEVERITY_NAMES,
} from '../../../service/contract/index.ts';
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

/** Only of severities other than the usual one. */
export function SeverityBadge({ severity }: { severity: AlarmSeverity }) {
  if (severity === 'warning') return null;
  return <span className={`badge ${severity === 'critical' ? 'bad' : ''}`}>{SEVERITY_NAMES[severity]}</span>;
}
