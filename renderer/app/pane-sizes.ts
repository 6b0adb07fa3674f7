/** Pane widths in pixels, so that a wider window does not widen the list. */
import { type RefObject, useCallback, useRef } from 'react';
import type { GroupProps } from 'react-resizable-panels';
import { readPreference, writePreference } from '../data/preferences.ts';

/** In pixels: wider than any screen. */
const MAX_WIDTH = 20_000;

/**
 * @param stored from local storage, which another program may have changed
 * @returns a width in pixels
 */
export function paneWidth(stored: string | undefined, otherwise: number): number {
  const width = Number(stored);
  return width > 0 && width <= MAX_WIDTH ? width : otherwise;
}

export interface PaneSizes {
  group: RefObject<HTMLDivElement | null>;
  /** The stored width in pixels, or the default. */
  sizeOf: (pane: string, otherwise: number) => number;
  onLayoutChanged: NonNullable<GroupProps['onLayoutChanged']>;
}

/** @param id of the page */
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
