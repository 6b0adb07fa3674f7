/** The dialogs that belong to the whole window, of which one at most is open. */
import { type Readable, ValueStore } from '../data/store.ts';

/** `palette`: commands by name. `shortcuts`: what keys do. `checks`: what is checked of this computer. */
export type WindowDialog = 'palette' | 'shortcuts' | 'checks';

const open = new ValueStore<WindowDialog | null>(null);

/** What had the focus before. */
let origin: Element | null = null;

/** Which one is open; null for none. */
export const openDialog: Readable<WindowDialog | null> = open;

/** Opens one in the place of any other. */
export function showDialog(dialog: WindowDialog): void {
  if (open.get() === null) origin = document.activeElement;
  open.set(dialog);
}

/** Closes this one, where it is the one that is open. */
export function closeDialog(dialog: WindowDialog): void {
  if (open.get() === dialog) open.set(null);
}

/** Where the focus goes when the last of them closes: where it was, or to the page where that is gone. */
export function focusAfter(): HTMLElement | null {
  if (origin instanceof HTMLElement && origin.isConnected && origin !== document.body) return origin;
  return document.querySelector<HTMLElement>('main');
}
