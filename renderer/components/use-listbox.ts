import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { rawRoute } from '../app/guarded-location.ts';
import { indexAfterKey } from './list-keys.ts';

export interface ListboxRow {
  id: string;
  /** Selects the row. */
  route: string;
}

export interface Listbox {
  /** The listbox, or an element around it. Each of its rows has its ID as `data-entry`. */
  list: RefObject<HTMLDivElement | null>;
  onKeyDown: (event: KeyboardEvent) => void;
  /** ID of the one row that is reachable with Tab: the selected one, else the first. */
  tabStop: string | undefined;
}

/**
 * Selects rows of a listbox with keys, and keeps a newly selected one in view.
 * @param selected ID; it may be missing from the rows
 * @param isFiltered search results stay scrolled to the top
 */
export function useListbox(rows: readonly ListboxRow[], selected: string, isFiltered = false): Listbox {
  const [, navigate] = useLocation();
  const list = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const index = rows.findIndex(({ id }) => id === selected);
  const isEmpty = rows.length === 0;

  useEffect(() => {
    if (isEmpty) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(selected)}"]`);
    if (moved.current || !isFiltered) row?.scrollIntoView({ block: 'nearest' });
    if (moved.current) row?.focus();
    moved.current = false;
  }, [selected, isFiltered, isEmpty]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[indexAfterKey(event.key, index, rows.length) ?? -1];
    if (!row) return;
    event.preventDefault();
    if (row.id === selected) return;
    navigate(row.route, { replace: true });
    // Unsaved changes may have prevented it.
    moved.current = rawRoute.get() === row.route;
  };
  return { list, onKeyDown, tabStop: rows[Math.max(0, index)]?.id };
}
