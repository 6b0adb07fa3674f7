/** Width of a point or comma, in digits. */
const NARROW = /[.,\s]/g;

/** The width of a figure in tabular digits, in `ch`. */
function widthOf(text: string): number {
  return text.length - (text.match(NARROW)?.length ?? 0) / 2;
}

/** The style sheet's least width of a figure, in `ch`. */
const LEAST_WIDTH = 7;

/** A figure that changes often: written only when it differs, and never narrower than before. */
export class ValueText {
  readonly #element: HTMLElement;
  #text = '';
  #widest = LEAST_WIDTH;

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  write(text: string): void {
    if (text === this.#text) return;
    this.reserve(text);
    this.#text = text;
    this.#element.textContent = text;
  }

  /** Makes room for a text that may follow. */
  reserve(text: string): void {
    const width = widthOf(text);
    if (width <= this.#widest) return;
    this.#widest = width;
    this.#element.style.minWidth = `${width}ch`;
  }
}
