/** All shortcuts of the window; those of the charts come from `charts/view/keys.ts`. */

import { capitalized } from '../../data/format/text.ts';
import { CHART_KEYS } from '../../features/charts/view/keys.ts';
import type { WindowDialog } from '../dialogs.ts';

export interface Shortcut {
  /** Alternatives, each a list of keys pressed together; `Mod` is Ctrl, or Cmd on a Mac. */
  readonly keys: readonly (readonly string[])[];
  readonly does: string;
}

export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

/** Opens a dialog of the window from anywhere. */
export interface OpeningShortcut extends Shortcut {
  readonly opens: WindowDialog;
  readonly matches: (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>) => boolean;
  /** A plain letter, ignored while the user types. */
  readonly isPlain: boolean;
}

export const OPENING: readonly OpeningShortcut[] = [
  {
    keys: [['Mod', 'K']],
    does: 'Open command palette',
    opens: 'palette',
    isPlain: false,
    matches: ({ key, ctrlKey, metaKey, altKey, shiftKey }) =>
      key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey,
  },
  {
    keys: [['?']],
    does: 'Show keyboard shortcuts',
    opens: 'shortcuts',
    isPlain: true,
    matches: ({ key, ctrlKey, metaKey, altKey }) => key === '?' && !ctrlKey && !metaKey && !altKey,
  },
];

export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'All pages',
    shortcuts: [
      ...OPENING,
      { keys: [['Tab'], ['Shift', 'Tab']], does: 'Move to the next or previous control' },
      { keys: [['Escape']], does: 'Close the dialog, menu or details' },
    ],
  },
  {
    title: 'Lists',
    shortcuts: [
      { keys: [['↑'], ['↓']], does: 'Move to the previous or next item' },
      { keys: [['Home'], ['End']], does: 'Move to the first or last item' },
      { keys: [['Page Up'], ['Page Down']], does: 'Move by 8 items' },
      { keys: [['↓']], does: 'Move from the search field to the list' },
      { keys: [['Escape']], does: 'Clear the search field' },
      { keys: [['F']], does: 'Add a device to the favorites, or remove it' },
      { keys: [['Shift', 'F10']], does: 'Open the menu of a device' },
    ],
  },
  {
    title: 'Forms',
    shortcuts: [
      { keys: [['Mod', 'S']], does: 'Save changes' },
      { keys: [['Escape']], does: 'Cancel renaming' },
    ],
  },
  {
    title: 'Panels of charts',
    shortcuts: [
      {
        keys: [
          ['Alt', '↑'],
          ['Alt', '↓'],
        ],
        does: 'On a channel of a legend: move it to another panel',
      },
      {
        keys: [
          ['Mod', 'Enter'],
          ['Mod', 'Click'],
        ],
        does: 'On a channel of a legend: show it alone; again, the others too',
      },
      { keys: [['Mod', 'Drag']], does: 'In a plot: zoom to the range; with Shift instead, select it' },
      { keys: [['↑'], ['↓']], does: 'On the border below a panel: change its height; with Shift, in larger steps' },
      { keys: [['Delete']], does: 'On the border below a panel: reset its height' },
    ],
  },
  {
    title: 'Charts (when focused; letters also when pointed at)',
    shortcuts: CHART_KEYS.map(({ caps, does }) => ({ keys: caps.map((cap) => [cap]), does: capitalized(does) })),
  },
  {
    title: 'Chart overview (when focused)',
    shortcuts: [
      { keys: [['←'], ['→']], does: 'Move in time; with Shift, in larger steps' },
      { keys: [['Home']], does: 'Go to the oldest reading' },
      { keys: [['End'], ['Escape']], does: 'Return to live' },
    ],
  },
  {
    title: 'Value axis (on its button)',
    shortcuts: [
      { keys: [['+'], ['-']], does: 'Zoom in or out' },
      { keys: [['↑'], ['↓']], does: 'Move to higher or lower values' },
      { keys: [['Delete']], does: 'Reset to automatic' },
    ],
  },
  {
    title: 'Tiles of a dashboard (while editing)',
    shortcuts: [
      { keys: [['←'], ['→'], ['↑'], ['↓']], does: 'Move the tile; with Shift, resize it' },
      { keys: [['Enter']], does: 'Open its settings' },
      { keys: [['Delete']], does: 'Remove it' },
      { keys: [['Mod', 'Z']], does: 'Undo the last change' },
    ],
  },
  {
    title: 'Pane dividers',
    shortcuts: [{ keys: [['←'], ['→']], does: 'Resize the pane' }],
  },
];

export function keyCap(key: string, isMac: boolean): string {
  if (key === 'Mod') return isMac ? '⌘' : 'Ctrl';
  return key;
}

export function isMacKeyboard(): boolean {
  return /mac/i.test(navigator.userAgent);
}

/** Whether `Mod` is held. On a Mac, Ctrl and a click are the secondary click. */
export function isModHeld(
  { ctrlKey, metaKey }: Pick<MouseEvent, 'ctrlKey' | 'metaKey'>,
  isMac = isMacKeyboard(),
): boolean {
  return isMac ? metaKey : ctrlKey;
}

const TEXT_FIELD = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/** Whether the user types letters into an element. */
export function takesText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TEXT_FIELD) !== null;
}
