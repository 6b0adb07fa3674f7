import { FigureWidth } from './value-text.ts';

/** The elements of `ChartStack` that the engine fills. */
export interface PanelElements {
  /** Contains the others. */
  readonly panel: HTMLElement;
  readonly plot: HTMLElement;
  readonly message: HTMLElement;
  /** Explains values that the axis does not show. */
  readonly axisNote: HTMLElement;
  /** Where each channel's value is written, by key. */
  readonly values: ReadonlyMap<string, HTMLElement>;
  /** Where the least and the greatest are written, likewise. */
  readonly ranges: ReadonlyMap<string, HTMLElement>;
  /** Minimum and maximum in the time window, likewise. */
  readonly minima: ReadonlyMap<string, HTMLElement>;
  readonly maxima: ReadonlyMap<string, HTMLElement>;
  /** Of the panels together. */
  readonly figureWidth: FigureWidth;
}

export interface StackElements {
  /** Has the keyboard. */
  readonly region: HTMLElement;
  readonly panels: readonly PanelElements[];
  readonly overview: HTMLElement;
  readonly overviewPlot: HTMLElement;
  readonly overviewWindow: HTMLElement;
  /** The range in view, unless it is live. */
  readonly when: HTMLElement;
  /** Explains missing readings. */
  readonly note: HTMLElement;
  /** The figures as a table for screen readers: their range, and a row for each channel. */
  readonly summaryRange: HTMLElement;
  readonly summary: HTMLTableSectionElement;
}

function find<T extends Element>(within: Element, selector: string): T {
  const found = within.querySelector<T>(selector);
  if (!found) throw new Error(`Chart element not found: ${selector}`);
  return found;
}

/** Finds the parts. Throws when the layout lacks one. */
export function findElements(root: HTMLElement): StackElements {
  const region = find<HTMLElement>(root, '.chart-region');
  const figureWidth = new FigureWidth(region);
  return {
    region,
    panels: [...root.querySelectorAll<HTMLElement>('.chart-panel')].map((panel) => panelElements(panel, figureWidth)),
    overview: find(root, '.chart-overview'),
    overviewPlot: find(root, '.chart-overview-plot'),
    overviewWindow: find(root, '.chart-overview-window'),
    when: find(root, '.chart-when'),
    note: find(root, '.chart-note'),
    summaryRange: find(root, '.chart-summary-stretch'),
    summary: find(root, '.chart-summary tbody'),
  };
}

function panelElements(panel: HTMLElement, figureWidth: FigureWidth): PanelElements {
  const byKey = (selector: string): Map<string, HTMLElement> =>
    new Map(
      [...panel.querySelectorAll<HTMLElement>(selector)].map((element) => [element.dataset['key'] ?? '', element]),
    );
  return {
    panel,
    plot: find(panel, '.chart-plot'),
    message: find(panel, '.chart-message'),
    axisNote: find(panel, '.chart-axis-note'),
    values: byKey('.chart-value'),
    ranges: byKey('.chart-range'),
    minima: byKey('.chart-minimum'),
    maxima: byKey('.chart-maximum'),
    figureWidth,
  };
}

/** Writes a text only if it differs: an unchanged one costs no layout and no announcement. */
export function writeText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** The same for a style, compared as the browser returns it. */
export function writeStyle(element: HTMLElement, property: 'right' | 'width', value: string): void {
  if (element.style[property] !== value) element.style[property] = value;
}

/** The same for the visibility of an element. */
export function writeHidden(element: HTMLElement, isHidden: boolean): void {
  if (element.hidden !== isHidden) element.hidden = isHidden;
}
