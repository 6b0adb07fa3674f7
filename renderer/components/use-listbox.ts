import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { rawRoute } from '../app/guarded-location.ts';
import { indexAfterKey } from './list-keys.ts';

export interface Listbox {
  /** The listbox, or an element around it. */
  list: RefObject<HTMLDivElement | null>;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Index of the one row that is reachable with Tab: the selected one, else the first. */
  tabStop: number;
}

/**
 * Selects rows of a listbox with keys, and keeps the selected one in view.
 * @param routes of the rows, in order
 * @param selected index; -1 for none
 * @param isFiltered search results stay scrolled to the top
 */
export function useListbox(routes: readonly string[], selected: number, isFiltered = false): Listbox {
  const [, navigate] = useLocation();
  const list = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const present = routes[selected];

  useEffect(() => {
    if (present === undefined) return;
    const row = list.current?.querySelector<HTMLElement>('[role="option"][aria-selected="true"]');
    if (moved.current || !isFiltered) row?.scrollIntoView({ block: 'nearest' });
    if (moved.current) row?.focus();
    moved.current = false;
  }, [present, isFiltered]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const route = routes[indexAfterKey(event.key, selected, routes.length) ?? -1];
    if (route === undefined) return;
    event.preventDefault();
    if (route === present) return;
    navigate(route, { replace: true });
    // Unsaved changes may have prevented it.
    moved.current = rawRoute.get() === route;
  };
  return { list, onKeyDown, tabStop: Math.max(0, selected) };
}
