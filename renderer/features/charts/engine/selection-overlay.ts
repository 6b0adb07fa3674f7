import { writeHidden } from './write.ts';

/** A range of a plot, in CSS pixels from its left edge. */
export interface Selection {
  readonly from: number;
  readonly to: number;
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
    this.#element = document.createElement('div');
    this.#element.className = 'chart-selection';
    this.#element.hidden = true;
    area.append(this.#element);
  }

  /** @param selection undefined for none */
  show(selection: Selection | undefined): void {
    const isAway = selection === undefined || selection.to < -EDGE || selection.from > this.#area.clientWidth + EDGE;
    writeHidden(this.#element, isAway);
    if (isAway) return;
    // Clipped: browsers limit the width of an element.
    const from = Math.max(-EDGE, selection.from);
    this.#element.style.left = `${from}px`;
    this.#element.style.width = `${Math.min(this.#area.clientWidth + EDGE, selection.to) - from}px`;
  }
}
