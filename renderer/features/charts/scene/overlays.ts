import { writeHidden } from './elements.ts';

function placed(parent: HTMLElement, className: string): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  element.hidden = true;
  parent.append(element);
  return element;
}

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
    // Half of the label may extend beyond the plot on the left, less on the right.
    this.#time.style.left = `min(${x}px, 100% - 26px)`;
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
}

/** Clip distance beyond the plot, in CSS pixels. */
const EDGE = 8;

/** Shades the selection over one plot. */
export class SelectionMark {
  readonly #area: HTMLElement;
  readonly #element: HTMLElement;

  /** @param area the plot between its axes */
  constructor(area: HTMLElement) {
    this.#area = area;
    this.#element = placed(area, 'chart-selection');
  }

  /** @param selection undefined for none */
  show(selection: Selection | undefined): void {
    const isHidden = selection === undefined || selection.to < -EDGE || selection.from > this.#area.clientWidth + EDGE;
    writeHidden(this.#element, isHidden);
    if (isHidden) return;
    // Clipped: browsers limit the width of an element.
    const from = Math.max(-EDGE, selection.from);
    this.#element.style.left = `${from}px`;
    this.#element.style.width = `${Math.min(this.#area.clientWidth + EDGE, selection.to) - from}px`;
    const { min, max } = selection.values ?? { min: 0, max: 1 };
    const clipped = (share: number): number => Math.max(0, Math.min(1, share)) * 100;
    this.#element.style.insetBlock = `${100 - clipped(max)}% ${clipped(min)}%`;
    this.#element.classList.toggle('is-box', selection.values !== undefined);
  }
}
