/** The focus of what is gone: a form that was saved, a button whose entry was deleted. */

/**
 * Gives the focus, once what had it is gone, to what `target` finds then; to nothing where the user has gone on to
 * something else meanwhile: saving takes its time, and what is typed must not land in another place.
 */
export function giveLostFocus(target: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) target()?.focus();
  });
}
