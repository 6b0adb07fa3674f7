import { type ComponentType, type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import type { Entities, EntityKind } from '../../../service/contract/index.ts';
import { forceNavigate } from '../../app/guarded-location.ts';
import { NARROW, useMedia } from '../../app/use-media.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { type ListboxRow, useListbox } from '../use-listbox.ts';
import type { EntryDefinition } from './entry-definition.ts';

export interface ListedProps<View> extends ListboxRow {
  view: View;
  selected: boolean;
  /** Only one row is reachable with Tab. */
  tabStop: boolean;
}

export interface EntryListProps<Kind extends EntityKind> {
  entries: EntryDefinition<Kind>;
  /** Page heading; default: the title of the list. */
  heading?: string;
  /** Identifier; empty for none. */
  selected: string;
  /** Between heading and list. */
  above?: ReactNode;
  actions?: ReactNode;
  row: ComponentType<ListedProps<Entities[Kind]>>;
}

export function EntryList<Kind extends EntityKind>(props: EntryListProps<Kind>) {
  const { entries, heading = entries.title, selected, above, actions, row: Row } = props;
  const { title, storeOf, routeOf } = entries;
  const live = useLive();
  const store = storeOf(live);
  const views = useReadable(store.list);
  const { state } = useReadable(live.connection);
  const rows = views.map((view) => ({ view, id: store.keyOf(view), route: routeOf(store.keyOf(view)) }));
  const { list, onKeyDown, tabStop } = useListbox(rows, selected);
  return (
    <section className="list-pane entry-list" aria-label={title}>
      <div className="list-head">
        <h1>{heading}</h1>
        <div className="entry-list-actions">
          {actions}
          <Link href={entries.newRoute} className="button primary">
            Add {entries.word}
          </Link>
        </div>
      </div>
      {above}
      <div className="list-scroll">
        {views.length > 0 ? (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> cannot hold live values
          <div role="listbox" tabIndex={-1} aria-label={title} ref={list} onKeyDown={onKeyDown}>
            {rows.map((row) => (
              <Row key={row.id} {...row} selected={row.id === selected} tabStop={row.id === tabStop} />
            ))}
          </div>
        ) : (
          <p className="list-empty">{state === 'live' ? entries.none : 'Loading…'}</p>
        )}
      </div>
    </section>
  );
}

/** Selects the first entry if the route names none, except in a narrow window, which shows the list. */
export function useFirstEntry<Kind extends EntityKind>(entries: EntryDefinition<Kind>, isNone: boolean): void {
  const narrow = useMedia(NARROW);
  const store = entries.storeOf(useLive());
  const [first] = useReadable(store.list);
  const route = first && isNone && !narrow ? entries.routeOf(store.keyOf(first)) : undefined;
  useEffect(() => {
    if (route !== undefined) forceNavigate(route, { replace: true });
  }, [route]);
}
