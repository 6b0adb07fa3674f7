/** Beside the form: the alarms that the rule has raised and that are open, and where they are told. */
import { Link } from 'wouter';
import { Notice } from '../../../components/notice.tsx';
import type { RuleRecord } from '../../../data/alarms/rule-store.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { AlarmCard } from '../now/alarm-card.tsx';
import { useAcknowledge } from '../now/use-acknowledge.ts';
import { ALARMS_ROUTE } from '../routes.ts';
import { usePlaces } from '../use-places.ts';

export function RuleDetails({ record: { view } }: { record: RuleRecord }) {
  const alarms = useReadable(useLive().alarms.list).filter(({ rule }) => rule === view.id);
  const placeOf = usePlaces();
  const { one, failure, dismiss } = useAcknowledge();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className="entry-details" aria-label="Alarms of this rule" tabIndex={0}>
      <div role="alert">
        {failure && (
          <Notice tone="bad" title="That did not work" onClose={dismiss}>
            <p>{failure.message}</p>
          </Notice>
        )}
      </div>
      <section className="details-section">
        <h3 className="facts-title">Alarms of this rule</h3>
        {alarms.length === 0 ? (
          <p className="dim">
            None is open. <Link href={ALARMS_ROUTE}>All alarms and the log</Link>
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
            />
          ))
        )}
      </section>
      <section className="details-section">
        <h3 className="facts-title">Who hears of it</h3>
        <p className="dim">
          This window, the desktop app’s notifications and tray icon, the MQTT clients at{' '}
          <span className="mono">{`{name}/${view.rule.serial}/alarm`}</span>, and the API.
        </p>
      </section>
    </section>
  );
}
