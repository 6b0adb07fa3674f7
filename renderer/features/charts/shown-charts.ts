import { type Readable, ValueStore } from '../../data/store.ts';

export interface ShownCharts {
  readonly paused: boolean;
  readonly setPaused: (paused: boolean) => void;
  /** Opens the form of a new marker. */
  readonly mark: () => void;
  readonly showTable: () => void;
  /** Places both measuring cursors, unless there are some. */
  readonly measure: () => void;
  /** Copies a link to the view. */
  readonly copyLink: () => void;
  /** Shows the values of the visible channels in full screen. */
  readonly showLargeValues: () => void;
  /** Downloads a PNG image. */
  readonly saveImage: () => void;
  /** Back to the panels that the channels suggest. */
  readonly resetPanels: () => void;
}

/** All that are on the page, the last registered last. */
let registered: readonly ShownCharts[] = [];

const shown = new ValueStore<ShownCharts | null>(null);

/** The charts of the current page, of several those that changed last; null without any. */
export const shownCharts: Readable<ShownCharts | null> = shown;

/** Registers the charts of the page. @returns removes them */
export function registerCharts(charts: ShownCharts): () => void {
  const set = (all: readonly ShownCharts[]): void => {
    registered = all;
    shown.set(all.at(-1) ?? null);
  };
  set([...registered, charts]);
  return () => set(registered.filter((one) => one !== charts));
}
