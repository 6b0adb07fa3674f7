import type { Alarm } from '../../../../service/contract/index.ts';
import { usePlaces } from '../use-channel-labels.ts';
import { AlarmCard } from './alarm-card.tsx';

export interface AlarmListProps {
  title: string;
  alarms: readonly Alarm[];
  /** The id of the alarm in the address; empty for none. */
  sought: string;
  onAcknowledge: (id: string) => void;
}

export function AlarmList({ title, alarms, sought, onAcknowledge }: AlarmListProps) {
  const placeOf = usePlaces();
  if (alarms.length === 0) return null;
  return (
    <section className="alarm-section" aria-label={title}>
      <h3>{title}</h3>
      <ul className="alarm-cards">
        {alarms.map((alarm) => (
          <li key={alarm.id}>
            <AlarmCard
              alarm={alarm}
              place={placeOf(alarm)}
              isSought={alarm.id === sought}
              onAcknowledge={onAcknowledge}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
