/** The end of a form, and where the focus goes. */
import { flushSync } from 'react-dom';

/**
 * Ends a form, and gives the focus, where it went with it, to what is there then; to nothing where the user has gone on
 * to something else meanwhile: saving takes its time, and what is typed must not land in another place.
 * @param end takes the form away
 * @param target is asked once it is gone
 */
export function closeForm(end: () => void, target: () => HTMLElement | null): void {
  flushSync(end);
  if (document.activeElement === document.body) target()?.focus();
}
