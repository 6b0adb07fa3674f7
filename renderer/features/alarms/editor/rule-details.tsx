import { Link } from 'wouter';
import { EntryDetails } from '../../../components/facts.tsx';
import { FailureNotice } from '../../../components/notice.tsx';
import { useLive, useReadable } from '../../../data/react.ts';
import type { EntityRecord } from '../../../data/stream/entity-store.ts';
import { AlarmCard } from '../active/alarm-card.tsx';
import { useAcknowledge } from '../active/use-acknowledge.tsx';
import { ALARMS_ROUTE } from '../routes.ts';
import { RULES } from '../rules.ts';
import { usePlaces } from '../use-channel.ts';

export function RuleDetails({ record: { view } }: { record: EntityRecord<'alarm-rule'> }) {
  const alarms = useReadable(useLive().alarms.list).filter(({ rule }) => rule === view.id);
  const placeOf = usePlaces();
  const { one, openDialog, dialog, failure, dismiss } = useAcknowledge();
  return (
    <EntryDetails label={RULES.detailsTitle}>
      <FailureNotice title="Cannot acknowledge the alarm" text={failure?.message} onClose={dismiss} />
      <section className="details-section">
        <h3 className="facts-title">{RULES.detailsTitle}</h3>
        {alarms.length === 0 ? (
          <p className="dim">
            No active alarms. <Link href={ALARMS_ROUTE}>All alarms</Link>
          </p>
        ) : (
          alarms.map((alarm) => (
            <AlarmCard
              key={alarm.id}
              alarm={alarm}
              place={placeOf(alarm)}
              isSought={false}
              hasRuleLink={false}
              onAcknowledge={one}
              onOpenDialog={openDialog}
            />
          ))
        )}
      </section>
      <section className="details-section">
        <h3 className="facts-title">MQTT topic</h3>
        <p className="dim">
          <span className="mono">{`{name}/${view.rule.serial}/alarm`}</span>, with the name of each MQTT client.
        </p>
      </section>
      {dialog}
    </EntryDetails>
  );
}
