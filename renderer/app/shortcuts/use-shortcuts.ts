/** Opens the window's dialogs by key, and when the desktop's menu asks for the palette. */
import { useEffect } from 'react';
import { showDialog } from '../dialogs.ts';
import { heldLeave } from '../guarded-location.ts';
import { OPENING } from './shortcuts.ts';

/** The desktop's menu sends it. */
const PALETTE_EVENT = 'mensura:palette';

/** Where a letter is typed, not a shortcut. */
const TYPING = 'input, textarea, select, [contenteditable]';

export function useShortcuts(): void {
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      const isTyping = target instanceof Element && target.closest(TYPING) !== null;
      const shortcut = OPENING.find(({ matches, isPlain }) => matches(event) && !(isPlain && isTyping));
      if (!shortcut) return;
      // Browsers have Ctrl and K for themselves.
      event.preventDefault();
      if (!isAsking()) showDialog(shortcut.opens);
    };
    addEventListener('keydown', onKey, { signal });
    addEventListener(PALETTE_EVENT, () => !isAsking() && showDialog('palette'), { signal });
    return () => controller.abort();
  }, []);
}

/** Whether something waits for the user's answer: nothing may be laid over it. */
function isAsking(): boolean {
  return heldLeave.get() !== null || document.querySelector('[role="alertdialog"]') !== null;
}
