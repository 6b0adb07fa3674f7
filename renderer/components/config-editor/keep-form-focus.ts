/**
 * Keeps the focus in a form whose bar goes when there is nothing to save.
 * @param form takes the focus that was in the bar; it must be focusable
 */
export function keepFormFocus(form: HTMLFormElement | null): void {
  const focused = document.activeElement;
  const isInBar = focused?.closest('.save-bar') !== null;
  // A button that was disabled while it worked has lost its focus already.
  if (isInBar || focused === document.body) form?.focus({ preventScroll: true });
}
