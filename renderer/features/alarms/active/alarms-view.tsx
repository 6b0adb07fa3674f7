import { CircleCheck, List } from 'lucide-react';
import { Link } from 'wouter';
import type { AlarmRule } from '../../../../service/contract/index.ts';
import { NARROW, useMedia } from '../../../app/use-media.ts';
import { Notice } from '../../../components/notice.tsx';
import { countAlarms, countsWords } from '../../../data/alarms/labels.ts';
import { formatCount } from '../../../data/format/numbers.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { AlarmLogSection } from '../log/alarm-log-section.tsx';
import { useAlarmLog } from '../log/use-alarm-log.ts';
import { RULES_ROUTE } from '../routes.ts';
import { AlarmList } from './alarm-list.tsx';
import { NoRules } from './no-rules.tsx';
import { useAcknowledge } from './use-acknowledge.ts';

/** @param sought the id of the alarm in the address; empty for none */
export function AlarmsView({ sought }: { sought: string }) {
  const live = useLive();
  const alarms = useReadable(live.alarms.list);
  const rules = useReadable(live.rules.list);
  const log = useAlarmLog();
  const acknowledging = useAcknowledge();
  const counts = countAlarms(alarms);
  const past = log.alarms.filter(({ id }) => !alarms.some((alarm) => alarm.id === id));
  const isFound = sought === '' || [...alarms, ...past].some(({ id }) => id === sought);
  const { failure, dismiss, one, all, busy } = acknowledging;
  return (
    <article className="entry-view alarms-view" aria-label="All alarms">
      <header className="entry-header">
        <div className="entry-identity">
          <h2>Alarms</h2>
          <p className="entry-facts dim">{countsWords(counts)}</p>
        </div>
        <div className="entry-controls">
          <RulesLink />
          {counts.unacknowledged + counts.unseen > 0 && (
            <button type="button" className="button" disabled={busy} onClick={all}>
              Acknowledge all
            </button>
          )}
        </div>
      </header>
      <div className="entry-notices">
        <div role="alert">
          {failure && (
            <Notice tone="bad" title="Cannot acknowledge alarms" onClose={dismiss}>
              <p>{failure.message}</p>
            </Notice>
          )}
        </div>
        {!isFound && !log.isLoading && (
          <Notice tone="info" title="This alarm is no longer open">
            <p>
              It was cleared and acknowledged. If the alarm history below does not list it, select Show older alarms.
            </p>
          </Notice>
        )}
      </div>
      <AlarmList
        title="Active"
        alarms={alarms.filter(({ ended }) => ended === null)}
        sought={sought}
        onAcknowledge={one}
      />
      <AlarmList
        title="Cleared, unacknowledged"
        alarms={alarms.filter(({ ended }) => ended !== null)}
        sought={sought}
        onAcknowledge={one}
      />
      {alarms.length === 0 && (rules.length > 0 ? <AllQuiet rules={rules} /> : <NoRules />)}
      <AlarmLogSection log={log} alarms={past} sought={sought} />
    </article>
  );
}

/** A narrow window shows the rules on a page of their own. */
function RulesLink() {
  const isNarrow = useMedia(NARROW);
  if (!isNarrow) return null;
  return (
    <Link href={RULES_ROUTE} className="button">
      <List aria-hidden size={15} /> Alarm rules
    </Link>
  );
}

function AllQuiet({ rules }: { rules: readonly AlarmRule[] }) {
  const enabled = rules.filter(({ rule }) => rule.enabled).length;
  return (
    <p className="alarms-quiet">
      <CircleCheck aria-hidden size={17} />
      <span>
        No active alarms.{' '}
        <span className="dim">
          {enabled === 0
            ? 'All alarm rules are disabled.'
            : `${enabled === 1 ? '1 alarm rule' : `${formatCount(enabled)} alarm rules`} enabled.`}
        </span>
      </span>
    </p>
  );
}
