/** A figure that changes often: written only when it differs, and never narrower than it has been. */
export class ValueText {
  readonly #element: HTMLElement;
  #text = '';
  #longest = 0;

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  write(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#element.textContent = text;
    if (text.length <= this.#longest) return;
    this.#longest = text.length;
    this.#element.style.minWidth = `${text.length}ch`;
  }
}
