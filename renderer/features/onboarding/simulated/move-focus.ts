/**
 * For the `ref` of what vanishes by its own doing: the focus would be lost with it, and goes to the page instead.
 */
export function moveFocus(element: HTMLElement | null): () => void {
  return () => {
    if (element && document.activeElement === element) document.querySelector<HTMLElement>('main')?.focus();
  };
}
