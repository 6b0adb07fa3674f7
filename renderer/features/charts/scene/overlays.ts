import { writeHidden } from './elements.ts';

function placed(parent: HTMLElement, className: string): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  element.hidden = true;
  parent.append(element);
  return element;
}

/** Width of a character and padding of the cursor's label, at most, in CSS pixels. */
const CHARACTER = 6.6;
const PADDING = 10;

/** Estimated, in CSS pixels: measuring it would force a layout. */
export function cursorLabelWidth(label: string): number {
  return label.length * CHARACTER + PADDING;
}

/** How far the label may extend over the value axis, and over the margin at the right, in CSS pixels. */
const LABEL_BEYOND = 36;
const LABEL_MARGIN = 14;

/** The cursor line and a dot on each series, over one plot. */
export class CursorMark {
  readonly #line: HTMLElement;
  readonly #time: HTMLElement;
  readonly #dots: readonly HTMLElement[];

  /** @param area the plot between its axes @param colors by series */
  constructor(area: HTMLElement, colors: readonly string[]) {
    this.#line = placed(area, 'chart-cursor');
    this.#time = placed(area, 'chart-cursor-time');
    this.#dots = colors.map((color) => {
      const dot = placed(area, 'chart-cursor-dot');
      dot.style.background = color;
      return dot;
    });
  }

  /** @param x CSS pixels in the plot; undefined without a pointer @param time label below; empty for none */
  move(x: number | undefined, time: string): void {
    writeHidden(this.#line, x === undefined);
    if (x !== undefined) this.#line.style.transform = `translateX(${x}px)`;
    writeHidden(this.#time, x === undefined || time === '');
    if (x === undefined) return;
    this.#time.textContent = time;
    // Half of a short label may extend beyond the plot on the left, less on the right.
    const half = cursorLabelWidth(time) / 2;
    this.#time.style.left = `clamp(${half - LABEL_BEYOND}px, ${x}px, 100% - ${half - LABEL_MARGIN}px)`;
  }

  /** @param at fractions of the plot's width and height, from the bottom; undefined hides the dot */
  dot(series: number, at: { x: number; y: number } | undefined): void {
    const dot = this.#dots[series];
    if (!dot) return;
    writeHidden(dot, at === undefined || at.x < 0 || at.x > 1 || at.y < 0 || at.y > 1);
    if (!at) return;
    dot.style.left = `${at.x * 100}%`;
    dot.style.bottom = `${at.y * 100}%`;
  }
}

/** A range of a plot, in CSS pixels from its left edge. */
export interface Selection {
  readonly from: number;
  readonly to: number;
  /** The values of a box, as fractions of the height, from the bottom; undefined for the whole height. */
  readonly values: { readonly min: number; readonly max: number } | undefined;
  /** Times of the measuring cursors. */
  readonly labels: Readonly<Record<Edge, string>>;
}

/** Clip distance beyond the plot, in CSS pixels. */
const EDGE = 8;

/** The ends of the selection, which are the measuring cursors. */
export type Edge = 'from' | 'to';

export const EDGE_NAMES: Readonly<Record<Edge, string>> = { from: 'A', to: 'B' };

/** The measuring cursor that contains an element, if any. */
export function edgeAt(target: EventTarget | null): Edge | undefined {
  const edge = target instanceof Element ? target.closest<HTMLElement>('.chart-edge')?.dataset['edge'] : undefined;
  return edge === 'from' || edge === 'to' ? edge : undefined;
}

/** Shades the selection over one plot, with a measuring cursor at each end. */
export class SelectionMark {
  readonly #element: HTMLElement;
  readonly #edges: Readonly<Record<Edge, HTMLElement>>;

  /** @param area the plot between its axes @param isForKeyboard its measuring cursors take the focus */
  constructor(area: HTMLElement, isForKeyboard: boolean) {
    this.#element = placed(area, 'chart-selection');
    const edge = (name: Edge): HTMLElement => {
      const element = placed(area, 'chart-edge');
      element.dataset['edge'] = name;
      element.title = 'Drag to move';
      const tag = document.createElement('span');
      tag.textContent = EDGE_NAMES[name];
      element.append(tag);
      if (!isForKeyboard) {
        element.ariaHidden = 'true';
        return element;
      }
      element.tabIndex = 0;
      element.role = 'slider';
      element.ariaLabel = `Measuring cursor ${EDGE_NAMES[name]}`;
      [element.ariaValueMin, element.ariaValueMax] = ['0', '100'];
      return element;
    };
    this.#edges = { from: edge('from'), to: edge('to') };
  }

  /** @param selection undefined for none @param width of the plot, in CSS pixels */
  show(selection: Selection | undefined, width: number): void {
    if (selection === undefined) {
      for (const element of [this.#element, this.#edges.from, this.#edges.to]) writeHidden(element, true);
      return;
    }
    for (const edge of ['from', 'to'] as const) this.#showEdge(edge, selection, width);
    const isHidden = selection.to < -EDGE || selection.from > width + EDGE;
    writeHidden(this.#element, isHidden);
    if (isHidden) return;
    // Clipped: browsers limit the width of an element.
    const from = Math.max(-EDGE, selection.from);
    this.#element.style.left = `${from}px`;
    this.#element.style.width = `${Math.min(width + EDGE, selection.to) - from}px`;
    const { min, max } = selection.values ?? { min: 0, max: 1 };
    const clipped = (share: number): number => Math.max(0, Math.min(1, share)) * 100;
    this.#element.style.insetBlock = `${100 - clipped(max)}% ${clipped(min)}%`;
    this.#element.classList.toggle('is-box', selection.values !== undefined);
  }

  #showEdge(edge: Edge, selection: Selection, width: number): void {
    const element = this.#edges[edge];
    const x = selection[edge];
    const isHidden = !(x >= -1 && x <= width + 1);
    writeHidden(element, isHidden);
    if (isHidden) return;
    element.style.transform = `translateX(${x}px)`;
    if (element.tabIndex < 0) return;
    element.ariaValueNow = String(Math.round((x / Math.max(1, width)) * 100));
    element.ariaValueText = selection.labels[edge];
  }
}
