/** The parts of the page that the engine fills, as ChartStack lays them out. */
export interface PanelElements {
  readonly plot: HTMLElement;
  readonly message: HTMLElement;
  /** Where each channel's value is written, by key. */
  readonly values: ReadonlyMap<string, HTMLElement>;
}

export interface StackElements {
  /** Has the keyboard. */
  readonly region: HTMLElement;
  readonly panels: readonly PanelElements[];
  readonly overview: HTMLElement;
  readonly overviewPlot: HTMLElement;
  readonly overviewWindow: HTMLElement;
  readonly summary: HTMLTableSectionElement;
}

function find<T extends Element>(within: Element, selector: string): T {
  const found = within.querySelector<T>(selector);
  if (!found) throw new Error(`The chart has no ${selector}`);
  return found;
}

/** Finds the parts. Throws when the layout lacks one. */
export function findElements(root: HTMLElement): StackElements {
  return {
    region: find(root, '.chart-region'),
    panels: [...root.querySelectorAll<HTMLElement>('.chart-panel')].map(panelElements),
    overview: find(root, '.chart-overview'),
    overviewPlot: find(root, '.chart-overview-plot'),
    overviewWindow: find(root, '.chart-overview-window'),
    summary: find(root, '.chart-summary tbody'),
  };
}

function panelElements(panel: HTMLElement): PanelElements {
  const values = [...panel.querySelectorAll<HTMLElement>('.chart-value')];
  return {
    plot: find(panel, '.chart-plot'),
    message: find(panel, '.chart-message'),
    values: new Map(values.map((element) => [element.dataset['key'] ?? '', element])),
  };
}
