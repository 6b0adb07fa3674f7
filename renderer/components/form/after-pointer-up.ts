/**
 * Runs something once nothing is pressed. A field that is left by pressing the mouse elsewhere must not show what is wrong
 * with it before the mouse is up: what is pressed would move away from under it, and the click would be lost.
 */
export function afterPointerUp(run: () => void): void {
  if (!document.querySelector(':active')) {
    run();
    return;
  }
  const controller = new AbortController();
  const onEnd = (): void => {
    controller.abort();
    // The click comes after the pointer is up.
    setTimeout(run);
  };
  for (const name of ['pointerup', 'pointercancel']) {
    addEventListener(name, onEnd, { signal: controller.signal, capture: true });
  }
}
