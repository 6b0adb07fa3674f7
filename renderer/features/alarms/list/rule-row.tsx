import { memo } from 'react';
import type { ListedProps } from '../../../components/config-editor/entry-list.tsx';
import { EntryRow } from '../../../components/config-editor/entry-row.tsx';
import { formatRule, stateOf } from '../../../data/alarms/labels.ts';
import type { RuleView } from '../../../data/alarms/rule-store.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { AlarmBadge } from '../alarm-badge.tsx';
import { ruleRoute } from '../routes.ts';
import { usePlaces } from '../use-channel-labels.ts';
import { useUnitOf } from '../use-channel-unit.ts';

export const RuleRow = memo(function RuleRow({ view, ...listed }: ListedProps<RuleView>) {
  const { id, rule } = view;
  const place = usePlaces()(rule);
  const unit = useUnitOf()(rule);
  const device = place.device ? `${place.device} · ` : '';
  return (
    <EntryRow
      id={id}
      route={ruleRoute(id)}
      name={place.channel}
      badge={<RuleBadge id={id} enabled={rule.enabled} />}
      {...listed}
      facts={
        <span className="ellipsis" title={device + place.serial}>
          <span className="rule-device">{device}</span>
          {place.serial}
        </span>
      }
      error={null}
      figures={formatRule(rule, unit).map((words) => <span key={words}>{words}</span>)}
    />
  );
});

function RuleBadge({ id, enabled }: { id: string; enabled: boolean }) {
  const alarm = useReadable(useLive().alarms.list).find(({ rule }) => rule === id);
  if (alarm) return <AlarmBadge state={stateOf(alarm)} />;
  return enabled ? null : <span className="badge">Disabled</span>;
}
