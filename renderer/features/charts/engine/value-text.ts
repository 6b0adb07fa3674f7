/** Width of a point or comma, in digits. */
const NARROW = /[.,\s]/g;

/** The width of a figure in tabular digits, in `ch`. */
function widthOf(text: string): number {
  return text.length - (text.match(NARROW)?.length ?? 0) / 2;
}

/** A figure that changes often: written only when it differs, and never narrower than before. */
export class ValueText {
  readonly #element: HTMLElement;
  #text = '';
  #widest = 0;

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  write(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#element.textContent = text;
    const width = widthOf(text);
    if (width <= this.#widest) return;
    this.#widest = width;
    this.#element.style.minWidth = `${width}ch`;
  }
}
