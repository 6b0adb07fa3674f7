import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

/**
 * Removes a form and moves its focus.
 * Leaves the focus alone if the user has moved on: typed text must not land elsewhere.
 * @param end removes the form
 * @param target may appear only after that
 */
export function closeForm(end: () => void, target: RefObject<HTMLElement | null>): void {
  flushSync(end);
  if (document.activeElement === document.body) target.current?.focus();
}
