/**
 * Runs something after the mouse button is up: an error message that appears earlier would move the pressed button, and
 * the click would be lost.
 */
export function afterPointerUp(run: () => void): void {
  if (!document.querySelector(':active')) {
    run();
    return;
  }
  const controller = new AbortController();
  const onEnd = (): void => {
    controller.abort();
    // The click follows the pointer event.
    setTimeout(run);
  };
  for (const name of ['pointerup', 'pointercancel']) {
    addEventListener(name, onEnd, { signal: controller.signal, capture: true });
  }
}
