/** Which lines of the log are selected: a stretch from where it began to where it is led. */
import type { LogEntry } from '../../../service/contract/index.ts';

/** Ids of lines; null where none is selected. */
export type Selection = { anchor: number; active: number } | null;

/** The lines of a selection, in their order; a line that went leaves the others. */
export function selectedLines(entries: readonly LogEntry[], selection: Selection): readonly LogEntry[] {
  if (!selection) return [];
  const from = Math.min(selection.anchor, selection.active);
  const to = Math.max(selection.anchor, selection.active);
  return entries.filter(({ id }) => id >= from && id <= to);
}

/** The selection that leads to a line: on from where it began, or that line alone. */
export function selectionTo(selection: Selection, id: number, isExtended: boolean): Selection {
  return { anchor: isExtended && selection ? selection.anchor : id, active: id };
}
