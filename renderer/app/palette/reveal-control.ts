/** For a page to load its code and its data, in milliseconds. */
const DEADLINE_MS = 5000;

/** Signs that the user has taken over. */
const USER_EVENTS = ['pointerdown', 'keydown', 'hashchange'] as const;

let current: AbortController | undefined;

/**
 * Focuses a control of the current page as soon as it is there and enabled. Ends with the next call, after the deadline
 * and when the user acts.
 * @param selector of the control
 * @param press whether to press it, too: for a button that opens a form
 */
export function revealControl(selector: string, { press = false } = {}): void {
  current?.abort();
  const waiting = new AbortController();
  const { signal } = waiting;
  current = waiting;
  const tryOnce = (): void => {
    const control = document.querySelector<HTMLElement>(`main ${selector}`);
    if (!control || control.matches(':disabled')) return;
    waiting.abort();
    control.scrollIntoView({ block: 'center' });
    control.focus({ preventScroll: true });
    if (press) control.click();
  };
  const observer = new MutationObserver(tryOnce);
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });
  const deadline = setTimeout(() => waiting.abort(), DEADLINE_MS);
  for (const event of USER_EVENTS) addEventListener(event, () => waiting.abort(), { signal, capture: true });
  signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(deadline);
  });
  // After the palette has given back the focus.
  queueMicrotask(tryOnce);
}
