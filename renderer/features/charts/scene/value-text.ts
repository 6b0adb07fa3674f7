/** Width of a point or comma, in digits. */
const NARROW = /[.,\s]/g;

/** The width of a figure in tabular digits, in `ch`. */
function widthOf(text: string): number {
  return text.length - (text.match(NARROW)?.length ?? 0) / 2;
}

/** The one width of all figures in the legends of a stack: their columns align, and the cursor moves nothing. */
export class FigureWidth {
  readonly #style: Pick<CSSStyleDeclaration, 'setProperty'>;
  #widest = 0;

  /** @param stack contains the legends */
  constructor({ style }: { readonly style: Pick<CSSStyleDeclaration, 'setProperty'> }) {
    this.#style = style;
  }

  /** Makes room for a text that may follow; never less than before. */
  reserve(text: string): void {
    const width = widthOf(text);
    if (width <= this.#widest) return;
    this.#widest = width;
    this.#style.setProperty('--figure-width', `${width}ch`);
  }
}

/** A figure that changes often: written only when it differs. */
export class ValueText {
  readonly #element: HTMLElement;
  readonly #width: FigureWidth;
  #text = '';

  constructor(element: HTMLElement, width: FigureWidth) {
    this.#element = element;
    this.#width = width;
  }

  write(text: string): void {
    if (text === this.#text) return;
    this.#width.reserve(text);
    this.#text = text;
    this.#element.textContent = text;
  }
}
