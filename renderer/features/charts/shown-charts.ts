/** The charts that are on the page just now, for what reaches them from outside it. */
import { type Readable, ValueStore } from '../../data/store.ts';

export interface ShownCharts {
  readonly paused: boolean;
  /** Holds them still, or lets them go on. */
  readonly setPaused: (paused: boolean) => void;
  /** Opens what they show as a table. */
  readonly showTable: () => void;
}

const shown = new ValueStore<ShownCharts | null>(null);

/** Null where the page has none. */
export const shownCharts: Readable<ShownCharts | null> = shown;

/** Says that these charts are on the page. @returns ends it */
export function announceCharts(charts: ShownCharts): () => void {
  shown.set(charts);
  return () => {
    if (shown.get() === charts) shown.set(null);
  };
}
