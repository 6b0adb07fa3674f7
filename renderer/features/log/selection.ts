import type { LogEntry } from '../../../service/contract/index.ts';

/** IDs of entries; null if none is selected. */
export type Selection = { anchor: number; active: number } | null;

/** In order, without entries that are gone. */
export function selectedLines(entries: readonly LogEntry[], selection: Selection): readonly LogEntry[] {
  if (!selection) return [];
  const from = Math.min(selection.anchor, selection.active);
  const to = Math.max(selection.anchor, selection.active);
  return entries.filter(({ id }) => id >= from && id <= to);
}

/** Extends the selection to an entry, or selects only that entry. */
export function selectionTo(selection: Selection, id: number, isExtended: boolean): Selection {
  return { anchor: isExtended && selection ? selection.anchor : id, active: id };
}
