import type { ReactNode } from 'react';
import type { Badge as BadgeContent } from '../../data/devices/labels.ts';
import { useServiceNow } from '../../data/react.ts';
import { Badge } from '../badge.tsx';
import { useRowActivation } from '../list-keys.ts';
import type { ListedProps } from './entry-list.tsx';

export interface EntryRowProps extends Omit<ListedProps<unknown>, 'view'> {
  name: string;
  badge: ReactNode;
  facts: ReactNode;
  /** Null without an error. */
  error: { text: string; isBad: boolean } | null;
  figures: ReactNode;
}

export function EntryRow({ id, route, name, badge, selected, tabStop, facts, error, figures }: EntryRowProps) {
  const opening = useRowActivation();
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> holds text alone
      role="option"
      data-entry={id}
      className="list-row entry-row"
      aria-selected={selected}
      tabIndex={tabStop ? 0 : -1}
      {...opening(route)}
    >
      <div className="list-row-line">
        <span className="list-row-name ellipsis" title={name}>
          {name}
        </span>
        {badge}
      </div>
      <div className="mono dim entry-row-facts">{facts}</div>
      {error && <p className={error.isBad ? 'entry-row-error bad' : 'entry-row-error'}>{error.text}</p>}
      <div className="entry-row-figures">{figures}</div>
    </div>
  );
}

interface StateBadgeProps {
  /** @param now time of the service, in milliseconds since 1970 */
  badgeAt: (now: number) => BadgeContent;
  /** The badge changes every second. */
  isCounting: boolean;
}

export function StateBadge({ badgeAt, isCounting }: StateBadgeProps) {
  return isCounting ? <Countdown badgeAt={badgeAt} /> : <Badge badge={badgeAt(0)} />;
}

function Countdown({ badgeAt }: Pick<StateBadgeProps, 'badgeAt'>) {
  return <Badge badge={badgeAt(useServiceNow())} />;
}
