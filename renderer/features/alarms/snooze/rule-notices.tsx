import type { AlarmRule } from '../../../../service/contract/index.ts';
import { Notice } from '../../../components/notice.tsx';
import { formatDayTimes } from '../../../data/format/weekdays.ts';
import { stopSnooze } from './snooze-actions.ts';
import { formatSnooze, formatSnoozeReason } from './snooze-form.ts';

/** Why a rule raises no alarms now, above its form. @param name its channel in a sentence */
export function RuleNotices({ view, name }: { view: AlarmRule; name: string }) {
  const { rule, snoozed, watching } = view;
  const reason = formatSnoozeReason(view);
  return (
    <>
      {!rule.enabled && (
        <Notice tone="info" title="This rule is disabled">
          <p>It does not raise alarms until you enable it.</p>
        </Notice>
      )}
      {snoozed && (
        <Notice tone="info" title={formatSnooze(view)} actions={<EndSnoozeButton view={view} name={name} />}>
          {reason && (
            <p>
              <bdi>{reason}</bdi>
            </p>
          )}
          <p>It does not raise alarms until then.</p>
        </Notice>
      )}
      {rule.enabled && !snoozed && !watching && (
        <Notice tone="info" title="Not watching now">
          <p>{describeWatchTimes(rule)}</p>
        </Notice>
      )}
    </>
  );
}

export function EndSnoozeButton({ view, name }: { view: AlarmRule; name: string }) {
  return (
    <button type="button" className="button" onClick={() => void stopSnooze(view, name)}>
      End snooze<span className="visually-hidden"> of the alarm rule for {name}</span>
    </button>
  );
}

function describeWatchTimes({ watch_days, watch_from, watch_to }: AlarmRule['rule']): string {
  if (watch_days.length === 0) return '';
  const times = formatDayTimes(watch_days, watch_from, watch_to);
  return `It watches ${times}, in the time zone of the computer that runs Mensura.`;
}
