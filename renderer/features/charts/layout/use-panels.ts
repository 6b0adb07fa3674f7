import { useMemo, useState } from 'react';
import type { DisplayUnits } from '../../../../service/contract/index.ts';
import { useReadable } from '../../../data/react.ts';
import type { ChartChannel, Panel } from '../channels.ts';
import { arranged, panelsOf } from './layout.ts';
import type { LayoutStore } from './layout-store.ts';
import { PanelActions } from './panel-actions.ts';

export interface ShownPanels {
  /** The same list until a channel is elsewhere. */
  readonly panels: readonly Panel[];
  /** Of the plots by `Panel.index`, in CSS pixels; undefined: the panels share the height. */
  readonly heights: readonly (number | undefined)[];
  /** Keys of hidden channels. */
  readonly hidden: ReadonlySet<string>;
  /** Channels of the panels that are not shown. */
  readonly others: readonly ChartChannel[];
  readonly actions: PanelActions;
  /** The channel whose entry the user moved last; a new object for each move. */
  readonly moved: { readonly key: string } | undefined;
}

/** The panels of a stack, as the user arranged them. */
export function usePanels(store: LayoutStore, channels: readonly ChartChannel[], units: DisplayUnits): ShownPanels {
  const stored = useReadable(store.layout);
  const [moved, setMoved] = useState<{ key: string }>();
  const layout = useMemo(() => arranged(stored, channels), [stored, channels]);
  // Compared by content: new panels would restart the charts, and not for a height or a line.
  const found = panelsOf(layout, channels);
  const plan = JSON.stringify(found.map(({ index, left, right }) => [index, left, right]));
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const panels = useMemo(() => found, [plan, channels]);
  const keys = layout.hidden.join('\n');
  const hidden = useMemo(() => new Set(keys === '' ? [] : keys.split('\n')), [keys]);
  const others = useMemo(() => {
    const shown = new Set(panels.flatMap((panel) => panel.channels));
    return channels.filter((channel) => !shown.has(channel));
  }, [panels, channels]);
  const actions = useMemo(
    () => new PanelActions({ store, channels, panels, units, onMoved: (key) => setMoved({ key }) }),
    [store, channels, panels, units],
  );
  const heights = useMemo(() => layout.panels.map(({ height }) => height), [layout]);
  return { panels, heights, hidden, others, actions, moved };
}
