/** Writes into the page only what differs: an unchanged text costs no layout, and is not announced anew. */
export function writeText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** The same for a style, as the browser says it again. */
export function writeStyle(element: HTMLElement, property: 'right' | 'width', value: string): void {
  if (element.style[property] !== value) element.style[property] = value;
}

/** The same for whether an element is shown at all. */
export function writeHidden(element: HTMLElement, isHidden: boolean): void {
  if (element.hidden !== isHidden) element.hidden = isHidden;
}
