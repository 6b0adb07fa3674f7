import { BellRing } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'wouter';
import type { AlarmRule } from '../../../service/contract/index.ts';
import { EntryList, type ListedProps } from '../../components/config-editor/entry-list.tsx';
import { EntryRow } from '../../components/config-editor/entry-row.tsx';
import { formatChannelLabel } from '../../data/alarms/channel-label.ts';
import { countAlarms, countsWords, formatRule } from '../../data/alarms/labels.ts';
import { formatCount } from '../../data/format/numbers.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { AlarmBadge, SeverityBadge } from './alarm-badge.tsx';
import { ALARMS_ROUTE } from './routes.ts';
import { RULES } from './rules.ts';
import { formatSnooze, formatSnoozeReason } from './snooze/snooze-form.ts';
import { usePlaces, useUnitOf } from './use-channel.ts';

const RuleRow = memo(function RuleRow({ view, ...listed }: ListedProps<AlarmRule>) {
  const { rule } = view;
  const placeOf = usePlaces();
  const place = placeOf(rule);
  const unit = useUnitOf()(rule);
  const device = place.device && place.serial ? `${place.device} · ` : place.device;
  return (
    <EntryRow
      name={place.channel}
      badge={<RuleBadge view={view} />}
      {...listed}
      facts={
        <span className="ellipsis" title={device + place.serial}>
          <span className="rule-device">{device}</span>
          {place.serial}
        </span>
      }
      error={null}
      figures={
        <>
          {formatRule(rule, unit, (channel) => formatChannelLabel(placeOf(channel))).map((words) => (
            <span key={words}>{words}</span>
          ))}
          <SeverityBadge severity={rule.severity} />
          <bdi>{formatSnoozeReason(view)}</bdi>
        </>
      }
    />
  );
});

function RuleBadge({ view }: { view: AlarmRule }) {
  const alarm = useReadable(useLive().alarms.list).find(({ rule }) => rule === view.id);
  if (alarm?.ended === null) return <AlarmBadge alarm={alarm} />;
  if (!view.rule.enabled) return <span className="badge">Disabled</span>;
  if (view.snoozed) return <span className="badge">{formatSnooze(view)}</span>;
  if (alarm) return <AlarmBadge alarm={alarm} />;
  return view.watching ? null : <span className="badge">Not watching now</span>;
}

export interface RuleListProps {
  /** The id of the selected rule; empty for none. */
  selected: string;
  /** The page shows all alarms. */
  isOverview: boolean;
}

export function RuleList({ selected, isOverview }: RuleListProps) {
  const rules = useReadable(useLive().rules.list);
  return (
    <EntryList
      entries={RULES}
      heading="Alarms"
      selected={selected}
      above={
        <>
          <OverviewLink isShown={isOverview} />
          <p className="rules-head" aria-hidden>
            <span>{RULES.title}</span>
            <span>{rules.length > 0 && formatCount(rules.length)}</span>
          </p>
        </>
      }
      row={RuleRow}
    />
  );
}

function OverviewLink({ isShown }: { isShown: boolean }) {
  const counts = countAlarms(useReadable(useLive().alarms.list));
  const isOpen = counts.unacknowledged + counts.unseen > 0;
  return (
    <Link href={ALARMS_ROUTE} className="alarms-link" aria-current={isShown ? 'page' : undefined}>
      <BellRing aria-hidden size={16} className={isOpen ? 'is-open' : undefined} />
      <span>
        <span className="alarms-link-title">All alarms</span>
        <span className="dim">{countsWords(counts) || 'No active alarms'}</span>
      </span>
    </Link>
  );
}
