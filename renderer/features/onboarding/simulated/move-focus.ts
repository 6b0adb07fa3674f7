/** For the `ref` of an element that removes itself: moves its focus to the page. */
export function moveFocus(element: HTMLElement | null): () => void {
  return () => {
    if (element && document.activeElement === element) document.querySelector<HTMLElement>('main')?.focus();
  };
}
