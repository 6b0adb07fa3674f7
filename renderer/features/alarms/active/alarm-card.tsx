import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Link } from 'wouter';
import {
  type Alarm,
  alarmStateOf,
  type DisplayUnit,
  deviceKey,
  FLAP_WINDOW_MS,
  formatAlarmLimit,
  formatElapsed,
  isDifference,
} from '../../../../service/contract/index.ts';
import type { ChannelLabel } from '../../../data/alarms/channel-label.ts';
import { formatAlarmValue } from '../../../data/alarms/labels.ts';
import { useDecimals } from '../../../data/computed/decimals.ts';
import { formatDuration } from '../../../data/format/durations.ts';
import { formatCount, formatTimestamp } from '../../../data/format/numbers.ts';
import { useDevice, useDisplayUnits, useLive, useReadable, useServiceNow } from '../../../data/react.ts';
import { AlarmBadge, SeverityBadge } from '../alarm-badge.tsx';
import { ChannelLink } from '../channel-link.tsx';
import { ChartLink } from '../chart-link.tsx';
import { ruleRoute } from '../routes.ts';
import { openSnooze } from '../snooze/snooze-actions.ts';
import { useAlarmKind } from '../use-alarm-kind.ts';

const FLAP_WINDOW = formatDuration(FLAP_WINDOW_MS / 1000);

export interface AlarmCardProps {
  alarm: Alarm;
  place: ChannelLabel;
  /** The address names this alarm. */
  isSought: boolean;
  hasRuleLink?: boolean;
  onAcknowledge: (id: string) => void;
  /** Opens a dialog for a name and a comment. */
  onOpenDialog: (alarm: Alarm) => void;
}

export function AlarmCard({ alarm, place, isSought, hasRuleLink = true, onAcknowledge, onOpenDialog }: AlarmCardProps) {
  const unit = useDisplayUnits().of(alarm.unit);
  const kindOf = useAlarmKind();
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const state = alarmStateOf(alarm);
  useEffect(() => {
    if (isSought) card.current?.focus();
  }, [isSought]);
  return (
    <article
      ref={card}
      // Takes the focus when the address names it.
      tabIndex={-1}
      className={`alarm-card ${state}`}
      aria-labelledby={titleId}
      aria-current={isSought || undefined}
    >
      <div className="alarm-card-head">
        <h4 id={titleId}>
          <bdi>{place.channel}</bdi> {kindOf(alarm)}
        </h4>
        <span className="alarm-badges">
          <SeverityBadge severity={alarm.severity} />
          <AlarmBadge alarm={alarm} />
        </span>
      </div>
      <ChannelLink of={alarm} place={place} />
      {alarm.message && (
        <p className="rule-message">
          <bdi>{alarm.message}</bdi>
        </p>
      )}
      <dl className="alarm-figures">
        {alarm.ended === null && alarm.limit !== null && <Present alarm={alarm} unit={unit} />}
        <Readings alarm={alarm} unit={unit} />
        <Figure name="Raised">{formatTimestamp(Date.parse(alarm.since))}</Figure>
        {alarm.count > 1 && (
          <Figure name="Count" title="Number of times it was raised">
            {formatCount(alarm.count)}
          </Figure>
        )}
        <Lasting alarm={alarm} />
        {alarm.acknowledged !== null && (
          <Figure name="Acknowledged">{formatTimestamp(Date.parse(alarm.acknowledged))}</Figure>
        )}
        {alarm.acknowledged_by && (
          <Figure name="Acknowledged by">
            <bdi>{alarm.acknowledged_by}</bdi>
          </Figure>
        )}
        {alarm.acknowledgment_comment && (
          <Figure name="Comment">
            <bdi>{alarm.acknowledgment_comment}</bdi>
          </Figure>
        )}
      </dl>
      {alarm.flapping && <p className="dim">Raised repeatedly. Clears {FLAP_WINDOW} after the last repetition ends.</p>}
      <div className="alarm-card-actions">
        {alarm.acknowledged === null && (
          <>
            <button type="button" className="button" onClick={() => onAcknowledge(alarm.id)} aria-describedby={titleId}>
              Acknowledge
            </button>
            <button type="button" className="button" onClick={() => onOpenDialog(alarm)} aria-describedby={titleId}>
              Acknowledge with comment…
            </button>
          </>
        )}
        {alarm.ended === null && <SnoozeButton alarm={alarm} describedBy={titleId} />}
        <ChartLink alarm={alarm} describedBy={titleId} />
        {hasRuleLink && (
          <Link href={ruleRoute(alarm.rule)} aria-describedby={titleId}>
            Edit alarm rule
          </Link>
        )}
      </div>
    </article>
  );
}

/** Nothing for an alarm of a deleted rule. */
function SnoozeButton({ alarm, describedBy }: { alarm: Alarm; describedBy: string }) {
  const record = useReadable(useLive().rules.known).get(alarm.rule);
  if (!record || record.gone) return null;
  return (
    <button type="button" className="button" onClick={() => openSnooze(record.view)} aria-describedby={describedBy}>
      Snooze…
    </button>
  );
}

function Present({ alarm, unit }: { alarm: Alarm; unit: DisplayUnit }) {
  const device = useDevice(deviceKey(alarm))?.device.device;
  const precision = useDecimals()(alarm) ?? alarm.channel;
  const magnitude = device?.channels[alarm.channel]?.value?.magnitude ?? null;
  return (
    <Figure name="Current value">
      {unit.format(magnitude, precision)} {unit.unit}
    </Figure>
  );
}

function Readings({ alarm, unit }: { alarm: Alarm; unit: DisplayUnit }) {
  const { limit, magnitude, peak, channel } = alarm;
  const precision = useDecimals()(alarm) ?? channel;
  if (limit === null) return null;
  const word = isDifference(alarm.kind) ? 'difference' : 'value';
  return (
    <>
      <Figure name="Limit">{formatAlarmLimit(alarm.kind, limit, unit)}</Figure>
      <Figure name={`Trigger ${word}`}>{formatAlarmValue(alarm, magnitude, unit, precision)}</Figure>
      <Figure name={`Peak ${word}`} title={`Furthest ${word} beyond the limit`}>
        {formatAlarmValue(alarm, peak, unit, precision)}
      </Figure>
    </>
  );
}

function Lasting({ alarm: { since, ended } }: { alarm: Alarm }) {
  if (ended === null) return <Running since={since} />;
  return (
    <>
      <Figure name="Cleared">{formatTimestamp(Date.parse(ended))}</Figure>
      <Figure name="Duration">{formatElapsed(Date.parse(ended) - Date.parse(since))}</Figure>
    </>
  );
}

function Running({ since }: { since: string }) {
  return <Figure name="Duration">{formatElapsed(useServiceNow() - Date.parse(since))}</Figure>;
}

function Figure({ name, title, children }: { name: string; title?: string; children: ReactNode }) {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
