import { BellRing } from 'lucide-react';
import { Link } from 'wouter';
import { EntryList } from '../../../components/config-editor/entry-list.tsx';
import { countAlarms, countsWords } from '../../../data/alarms/labels.ts';
import { formatCount } from '../../../data/format/numbers.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { ALARMS_ROUTE, NEW_RULE_ROUTE, ruleRoute } from '../routes.ts';
import { RuleRow } from './rule-row.tsx';

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
      title="Alarm rules"
      heading="Alarms"
      views={rules}
      idOf={({ id }) => id}
      routeOf={ruleRoute}
      selected={selected}
      above={
        <>
          <OverviewLink isShown={isOverview} />
          <p className="rules-head" aria-hidden>
            <span>Alarm rules</span>
            <span>{rules.length > 0 && formatCount(rules.length)}</span>
          </p>
        </>
      }
      add={{ route: NEW_RULE_ROUTE, word: 'New rule' }}
      none="No alarm rules"
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
