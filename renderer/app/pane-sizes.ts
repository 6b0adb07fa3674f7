/** The widths of panes, as the user dragged them: in pixels, so that a wider window does not widen the list. */
import { type RefObject, useCallback, useRef } from 'react';
import type { GroupProps } from 'react-resizable-panels';
import { readPreference, writePreference } from '../data/preferences.ts';

/** Wider than any screen, in pixels. */
const MAX_WIDTH = 20_000;

/** @param stored what local storage holds, which another program may have written @returns a width in pixels */
export function paneWidth(stored: string | undefined, otherwise: number): number {
  const width = Number(stored);
  return width > 0 && width <= MAX_WIDTH ? width : otherwise;
}

export interface PaneSizes {
  /** Goes to the group's element. */
  group: RefObject<HTMLDivElement | null>;
  /** The remembered width of a pane in pixels, or the one given. */
  sizeOf: (pane: string, otherwise: number) => number;
  onLayoutChanged: NonNullable<GroupProps['onLayoutChanged']>;
}

/** @param id names the page whose panes these are */
export function usePaneSizes(id: string): PaneSizes {
  const group = useRef<HTMLDivElement>(null);
  const sizeOf = useCallback(
    (pane: string, otherwise: number) => paneWidth(readPreference(`panes.${id}.${pane}`), otherwise),
    [id],
  );
  const onLayoutChanged = useCallback<PaneSizes['onLayoutChanged']>(
    (layout, { isUserInteraction }) => {
      const width = group.current?.clientWidth;
      if (!isUserInteraction || !width) return;
      for (const [pane, percentage] of Object.entries(layout)) {
        writePreference(`panes.${id}.${pane}`, String(Math.round((percentage / 100) * width)));
      }
    },
    [id],
  );
  return { group, sizeOf, onLayoutChanged };
}
