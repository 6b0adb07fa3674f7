import { type Readable, ValueStore } from '../../data/store.ts';

export interface ShownCharts {
  readonly paused: boolean;
  readonly setPaused: (paused: boolean) => void;
  readonly showTable: () => void;
  /** Places both measuring cursors, unless there are some. */
  readonly measure: () => void;
  /** Copies a link to the view. */
  readonly copyLink: () => void;
  /** Back to the panels that the channels suggest. */
  readonly resetPanels: () => void;
}

const shown = new ValueStore<ShownCharts | null>(null);

/** The charts of the current page; null without any. */
export const shownCharts: Readable<ShownCharts | null> = shown;

/** Registers the charts of the page. @returns removes them */
export function registerCharts(charts: ShownCharts): () => void {
  shown.set(charts);
  return () => {
    if (shown.get() === charts) shown.set(null);
  };
}
