import { type ComponentType, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { rawRoute } from '../../app/guarded-location.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { indexAfterKey } from '../list-keys.ts';

export interface ListedProps<View> {
  view: View;
  selected: boolean;
  /** Only one row is reachable with Tab. */
  tabStop: boolean;
}

export interface EntryListProps<View> {
  title: string;
  /** Page heading; default `title`. */
  heading?: string;
  views: readonly View[];
  idOf: (view: View) => string;
  routeOf: (id: string) => string;
  /** Identifier; empty for none. */
  selected: string;
  add: { route: string; word: string };
  /** Between heading and list. */
  above?: ReactNode;
  actions?: ReactNode;
  /** Text for an empty list. */
  none: string;
  row: ComponentType<ListedProps<View>>;
}

export function EntryList<View>(props: EntryListProps<View>) {
  const { title, heading = title, views, add, above, actions, none } = props;
  const { state } = useReadable(useLive().connection);
  return (
    <section className="list-pane entry-list" aria-label={title}>
      <div className="list-head">
        <h1>{heading}</h1>
        <div className="entry-list-actions">
          {actions}
          <Link href={add.route} className="button primary">
            {add.word}
          </Link>
        </div>
      </div>
      {above}
      <div className="list-scroll">
        {views.length > 0 ? <Rows {...props} /> : <p className="list-empty">{state === 'live' ? none : 'Loading…'}</p>}
      </div>
    </section>
  );
}

function Rows<View>({ title, views, idOf, routeOf, selected, row: Row }: EntryListProps<View>) {
  const [, navigate] = useLocation();
  const list = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const ids = views.map(idOf);
  const selectedIndex = ids.indexOf(selected);
  // The selected row, else the first.
  const tabStop = Math.max(0, selectedIndex);

  useEffect(() => {
    const element = list.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(selected)}"]`);
    element?.scrollIntoView({ block: 'nearest' });
    if (moved.current) element?.focus();
    moved.current = false;
  }, [selected]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const index = indexAfterKey(event.key, selectedIndex, ids.length);
    const id = index === undefined ? undefined : ids[index];
    if (id === undefined) return;
    event.preventDefault();
    if (id === selected) return;
    const route = routeOf(id);
    navigate(route, { replace: true });
    // Unsaved changes may have prevented it.
    moved.current = rawRoute.get() === route;
  };

  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> cannot hold live values
    <div role="listbox" tabIndex={-1} aria-label={title} ref={list} onKeyDown={onKeyDown}>
      {views.map((view, index) => (
        <Row key={ids[index]} view={view} selected={index === selectedIndex} tabStop={index === tabStop} />
      ))}
    </div>
  );
}
