/** The dialogs that belong to the whole window, of which one at most is open. */
import { type Readable, ValueStore } from '../data/store.ts';

/** `palette`: commands by name. `shortcuts`: what keys do. `checks`: what is checked of this computer. */
export type WindowDialog = 'palette' | 'shortcuts' | 'checks';

const open = new ValueStore<WindowDialog | null>(null);

/** What had the focus before they opened; undefined: it has been given back. */
let origin: Element | null | undefined;

/** Which one is open; null for none. */
export const openDialog: Readable<WindowDialog | null> = open;

/** Opens one in the place of any other. */
export function showDialog(dialog: WindowDialog): void {
  // In the place of another one: what had the focus before that.
  if (open.get() === null) origin = document.activeElement;
  open.set(dialog);
}

/** Closes this one, where it is the one that is open. */
export function closeDialog(dialog: WindowDialog): void {
  if (open.get() === dialog) open.set(null);
}

/**
 * For the `finalFocus` of each: once the last of them closes, the focus goes back to where it was, or to the page where
 * that is gone. By our own hand: what is focused by script alone, as the page is, would be taken for its first control.
 */
export function restoreFocus(): false {
  if (origin === undefined || open.get() !== null) return false;
  const isThere = origin instanceof HTMLElement && origin.isConnected && origin !== document.body;
  const target = isThere ? (origin as HTMLElement) : document.querySelector<HTMLElement>('main');
  origin = undefined;
  target?.focus();
  return false;
}
