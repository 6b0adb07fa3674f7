/**
 * Moves the focus from the save bar to the form before the bar disappears.
 * @param form must be focusable
 */
export function keepFormFocus(form: HTMLFormElement | null): void {
  const focused = document.activeElement;
  const isInBar = focused?.closest('.save-bar') !== null;
  // A disabled button has already lost the focus.
  if (isInBar || focused === document.body) form?.focus({ preventScroll: true });
}
