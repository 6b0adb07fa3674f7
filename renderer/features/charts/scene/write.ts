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
