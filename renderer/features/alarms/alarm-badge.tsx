import { Bell, BellRing, CircleCheck, History, type LucideIcon } from 'lucide-react';
import { type AlarmState, STATE_BADGES } from '../../data/alarms/labels.ts';

const ICONS: Readonly<Record<AlarmState, LucideIcon>> = {
  active: BellRing,
  acknowledged: Bell,
  unseen: History,
  over: CircleCheck,
};

export function AlarmBadge({ state }: { state: AlarmState }) {
  const { word, tone } = STATE_BADGES[state];
  const Icon = ICONS[state];
  return (
    <span className={`badge alarm-badge ${tone}`}>
      <Icon aria-hidden size={12} />
      {word}
    </span>
  );
}
