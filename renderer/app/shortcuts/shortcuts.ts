/**
 * All shortcuts of the window: what the overview lists, and, where they are the window's own, what its keys act by. Those
 * of the charts stand beside them (`charts/view/keys.ts`).
 */
import { CHART_KEYS } from '../../features/charts/view/keys.ts';
import type { WindowDialog } from '../dialogs.ts';

export interface Shortcut {
  /** Alternatives, each of keys pressed together; `Mod` is Ctrl, or Cmd on a Mac. */
  readonly keys: readonly (readonly string[])[];
  readonly does: string;
}

export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

/** What opens a dialog of the window, from everywhere. */
export interface OpeningShortcut extends Shortcut {
  readonly opens: WindowDialog;
  readonly matches: (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>) => boolean;
  /** A letter by itself: where one types it is only that. */
  readonly isPlain: boolean;
}

export const OPENING: readonly OpeningShortcut[] = [
  {
    keys: [['Mod', 'K']],
    does: 'Go to anything and do anything by name',
    opens: 'palette',
    isPlain: false,
    matches: ({ key, ctrlKey, metaKey, altKey, shiftKey }) =>
      key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey,
  },
  {
    keys: [['?']],
    does: 'Show these shortcuts',
    opens: 'shortcuts',
    isPlain: true,
    matches: ({ key, ctrlKey, metaKey, altKey }) => key === '?' && !ctrlKey && !metaKey && !altKey,
  },
];

export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      ...OPENING,
      { keys: [['Tab'], ['Shift', 'Tab']], does: 'Go to the next control, or the one before' },
      { keys: [['Escape']], does: 'Close a dialog, a menu or the details' },
    ],
  },
  {
    title: 'Lists',
    shortcuts: [
      { keys: [['↑'], ['↓']], does: 'Show the one above or below' },
      { keys: [['Home'], ['End']], does: 'Show the first or the last' },
      { keys: [['Page Up'], ['Page Down']], does: 'Go several rows further' },
      { keys: [['↓']], does: 'From the search field: into the list' },
      { keys: [['Escape']], does: 'In the search field: empty it' },
    ],
  },
  {
    title: 'Forms',
    shortcuts: [
      { keys: [['Mod', 'S']], does: 'Save what was changed' },
      { keys: [['Escape']], does: 'Give up a name that is being changed' },
    ],
  },
  {
    title: 'Charts, while they have the focus',
    shortcuts: CHART_KEYS.map(({ caps, does }) => ({ keys: caps.map((cap) => [cap]), does: sentence(does) })),
  },
  {
    title: 'Overview below the charts',
    shortcuts: [
      { keys: [['←'], ['→']], does: 'Move the window in time, with Shift further' },
      { keys: [['Home']], does: 'Go to the oldest reading' },
      { keys: [['End'], ['Escape']], does: 'Return to the newest reading' },
    ],
  },
  {
    title: 'Borders between the panes',
    shortcuts: [{ keys: [['←'], ['→']], does: 'Make the pane narrower or wider' }],
  },
];

function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** A key as this computer's keyboard has it. */
export function keyCap(key: string, isMac: boolean): string {
  if (key === 'Mod') return isMac ? '⌘' : 'Ctrl';
  return key;
}

/** Whether this computer's keyboard has Cmd. */
export function isMacKeyboard(): boolean {
  return /mac/i.test(navigator.userAgent);
}
