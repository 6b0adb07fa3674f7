/** Writes into the page only what differs: an unchanged text costs no layout, and is not announced anew. */
export function writeText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
