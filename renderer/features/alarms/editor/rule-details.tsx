import { Link } from 'wouter';
import { deviceKey, isRuleOfChannel, type RuleTarget } from '../../../../service/contract/index.ts';
import { EntryDetails } from '../../../components/facts.tsx';
import { FailureNotice } from '../../../components/notice.tsx';
import { ruleDevices } from '../../../data/alarms/rule-channels.ts';
import { deviceTitle } from '../../../data/devices/labels.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import type { EntityRecord } from '../../../data/stream/entity-store.ts';
import { deviceRoute } from '../../devices/routes.ts';
import { AlarmCard } from '../active/alarm-card.tsx';
import { useAcknowledge } from '../active/use-acknowledge.tsx';
import { ALARMS_ROUTE } from '../routes.ts';
import { RULES } from '../rules.ts';
import { usePlaces } from '../use-channel.ts';

/** Devices listed at most. */
const MAX_LISTED = 20;

/** The devices of a rule of several. */
function WatchedDevices({ rule }: { rule: RuleTarget }) {
  const devices = ruleDevices(rule, useReadable(useLive().devices.known)).map(({ device }) => device);
  return (
    <section className="details-section">
      <h3 className="facts-title">Devices</h3>
      {devices.length === 0 ? (
        <p className="dim">No device with this channel.</p>
      ) : (
        <ul className="watched-devices">
          {devices.slice(0, MAX_LISTED).map((device) => (
            <li key={deviceKey(device)}>
              <Link href={deviceRoute(device)}>{deviceTitle(device)}</Link>
            </li>
          ))}
        </ul>
      )}
      {devices.length > MAX_LISTED && <p className="dim">and {devices.length - MAX_LISTED} more</p>}
    </section>
  );
}

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
      {!isRuleOfChannel(view.rule) && <WatchedDevices rule={view.rule} />}
      <section className="details-section">
        <h3 className="facts-title">MQTT topic</h3>
        <p className="dim">
          <span className="mono">{`{name}/${view.rule.serial ?? '{serial number}'}/alarm`}</span>, with the name of each
          MQTT client.
        </p>
      </section>
      {dialog}
    </EntryDetails>
  );
}
