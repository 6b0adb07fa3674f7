/** A stretch of a plot, in CSS pixels from its left edge. */
export interface Selection {
  readonly from: number;
  readonly to: number;
}

/** Shades what is being selected, over one plot. */
export class SelectionMark {
  readonly #element: HTMLElement;

  /** @param area the plot between its axes */
  constructor(area: HTMLElement) {
    this.#element = document.createElement('div');
    this.#element.className = 'chart-selection';
    this.#element.hidden = true;
    area.append(this.#element);
  }

  /** @param selection undefined: nothing is selected */
  show(selection: Selection | undefined): void {
    this.#element.hidden = selection === undefined;
    if (!selection) return;
    this.#element.style.left = `${selection.from}px`;
    this.#element.style.width = `${selection.to - selection.from}px`;
  }
}
