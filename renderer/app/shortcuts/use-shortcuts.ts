import { useEffect } from 'react';
import { showDialog } from '../dialogs.ts';
import { heldLeave } from '../guarded-location.ts';
import { OPENING, takesText } from './shortcuts.ts';

/** Dispatched by the menu of the desktop app. */
const PALETTE_EVENT = 'mensura:palette';

export function useShortcuts(): void {
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const onKey = (event: KeyboardEvent): void => {
      const shortcut = OPENING.find(({ matches, isPlain }) => matches(event) && !(isPlain && takesText(event.target)));
      if (!shortcut) return;
      // Browsers use Ctrl+K themselves.
      event.preventDefault();
      if (!isAsking()) showDialog(shortcut.opens);
    };
    addEventListener('keydown', onKey, { signal });
    addEventListener(PALETTE_EVENT, () => !isAsking() && showDialog('palette'), { signal });
    return () => controller.abort();
  }, []);
}

/** Nothing may cover an open question. */
function isAsking(): boolean {
  return heldLeave.get() !== null || document.querySelector('[role="alertdialog"]') !== null;
}
