import { type Readable, ValueStore } from '../data/store.ts';

/** `checks`: the system checks. */
export type WindowDialog = 'palette' | 'shortcuts' | 'checks';

const open = new ValueStore<WindowDialog | null>(null);

/** Had the focus before the dialog opened; undefined once the focus is back. */
let origin: Element | null | undefined;

export const openDialog: Readable<WindowDialog | null> = open;

/** Replaces an open dialog. */
export function showDialog(dialog: WindowDialog): void {
  // A replaced dialog has noted it already.
  if (open.get() === null) origin = document.activeElement;
  open.set(dialog);
}

export function closeDialog(dialog: WindowDialog): void {
  if (open.get() === dialog) open.set(null);
}

/**
 * For `finalFocus`: returns the focus once the last dialog closes, to the page if the element is gone.
 * Done here because the library would focus the page's first control instead of the page.
 */
export function restoreFocus(): false {
  if (origin === undefined || open.get() !== null) return false;
  const isThere = origin instanceof HTMLElement && origin.isConnected && origin !== document.body;
  const target = isThere ? (origin as HTMLElement) : document.querySelector<HTMLElement>('main');
  origin = undefined;
  target?.focus();
  return false;
}
