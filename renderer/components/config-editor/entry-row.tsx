import type { ReactNode } from 'react';
import { useRowActivation } from '../list-keys.ts';

export interface EntryRowProps {
  id: string;
  route: string;
  name: string;
  badge: ReactNode;
  selected: boolean;
  tabStop: boolean;
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
