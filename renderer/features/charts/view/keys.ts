/** The keys of the charts; their help is generated from the same list. */

export type Command =
  | { readonly kind: 'pan'; readonly windows: number }
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'oldest' }
  | { readonly kind: 'cursor'; readonly pixels: number }
  /** Sets the start or end of the selection, measuring cursor A or B, to the cursor. */
  | { readonly kind: 'select'; readonly end: 'from' | 'to' }
  | { readonly kind: 'show-selection' }
  | { readonly kind: 'mark' }
  | { readonly kind: 'page'; readonly action: PageAction }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'live' };

/** What the page does with the charts, which do not change by it. */
export type PageAction = 'table' | 'large-values' | 'save-image' | 'copy-link';

/** Factor of one zoom step. */
export const ZOOM_STEP = 1.25;

const SMALL_STEP = 0.1;
const LARGE_STEP = 0.5;

/** Steps of the cursor, in CSS pixels. */
const SMALL_CURSOR_STEP = 2;
const LARGE_CURSOR_STEP = 40;

export interface ChartKey {
  /** Values of `KeyboardEvent.key`. */
  readonly keys: readonly string[];
  /** @param isLarge with Shift, for a larger step */
  readonly command: (isLarge: boolean) => Command;
}

export interface ChartKeys {
  /** As printed on the keyboard. */
  readonly caps: readonly string[];
  /** As read aloud: `Left and right arrow`. */
  readonly shown: string;
  /** An imperative phrase: `zoom to the selection`. */
  readonly does: string;
  readonly each: readonly ChartKey[];
}

const page = (letter: string, action: PageAction): ChartKey => ({
  keys: [letter, letter.toUpperCase()],
  command: () => ({ kind: 'page', action }),
});

const pan =
  (direction: 1 | -1) =>
  (isLarge: boolean): Command => ({ kind: 'pan', windows: direction * (isLarge ? LARGE_STEP : SMALL_STEP) });

export const CHART_KEYS: readonly ChartKeys[] = [
  {
    caps: ['←', '→'],
    shown: 'Left and right arrow',
    does: 'move in time; with Shift, in larger steps',
    each: [
      { keys: ['ArrowLeft'], command: pan(-1) },
      { keys: ['ArrowRight'], command: pan(1) },
    ],
  },
  {
    caps: ['Page Up', 'Page Down'],
    shown: 'Page Up and Page Down',
    does: 'move by one time window',
    each: [
      { keys: ['PageDown'], command: () => ({ kind: 'pan', windows: -1 }) },
      { keys: ['PageUp'], command: () => ({ kind: 'pan', windows: 1 }) },
    ],
  },
  {
    caps: ['+', '−'],
    shown: 'Plus and minus',
    does: 'zoom in or out',
    each: [
      { keys: ['+', '='], command: () => ({ kind: 'zoom', factor: 1 / ZOOM_STEP }) },
      { keys: ['-', '_'], command: () => ({ kind: 'zoom', factor: ZOOM_STEP }) },
    ],
  },
  {
    caps: [',', '.'],
    shown: 'Comma and period',
    does: 'move the cursor; with Shift, in larger steps',
    each: [
      { keys: [','], command: () => ({ kind: 'cursor', pixels: -SMALL_CURSOR_STEP }) },
      { keys: ['.'], command: () => ({ kind: 'cursor', pixels: SMALL_CURSOR_STEP }) },
      // The same keys with Shift, on several keyboard layouts.
      { keys: ['<', ';'], command: () => ({ kind: 'cursor', pixels: -LARGE_CURSOR_STEP }) },
      { keys: ['>', ':'], command: () => ({ kind: 'cursor', pixels: LARGE_CURSOR_STEP }) },
    ],
  },
  {
    caps: ['A', 'B'],
    shown: 'A and B',
    does: 'place measuring cursor A or B at the cursor; arrow keys move the focused one by one reading',
    each: [
      { keys: ['a', 'A', '[', 's', 'S'], command: () => ({ kind: 'select', end: 'from' }) },
      { keys: ['b', 'B', ']', 'e', 'E'], command: () => ({ kind: 'select', end: 'to' }) },
    ],
  },
  {
    caps: ['Enter'],
    shown: 'Enter',
    does: 'zoom to the selection',
    each: [{ keys: ['Enter'], command: () => ({ kind: 'show-selection' }) }],
  },
  {
    caps: ['M'],
    shown: 'M',
    does: 'add a marker at the cursor',
    each: [{ keys: ['m', 'M'], command: () => ({ kind: 'mark' }) }],
  },
  {
    caps: ['T'],
    shown: 'T',
    does: 'show the time window as a table',
    each: [page('t', 'table')],
  },
  {
    caps: ['V'],
    shown: 'V',
    does: 'show the values in large figures in full screen, on a legend entry only its own; Escape returns',
    each: [page('v', 'large-values')],
  },
  {
    caps: ['P'],
    shown: 'P',
    does: 'save the charts as a PNG image',
    each: [page('p', 'save-image')],
  },
  {
    caps: ['L'],
    shown: 'L',
    does: 'copy a link to the view',
    each: [page('l', 'copy-link')],
  },
  {
    caps: ['Space'],
    shown: 'Space',
    does: 'pause or resume',
    each: [{ keys: [' '], command: () => ({ kind: 'toggle' }) }],
  },
  {
    caps: ['Home', 'End', 'Escape'],
    shown: 'Home, End or Escape',
    does: 'return to live; Escape clears the selection first',
    each: [{ keys: ['Escape', 'Home', 'End'], command: () => ({ kind: 'live' }) }],
  },
];

const BY_KEY = new Map(
  CHART_KEYS.flatMap(({ each }) => each.flatMap(({ keys, command }) => keys.map((key) => [key, command] as const))),
);

/** Whether the key is a letter: those work without the focus, while the pointer is over the charts. */
export function isLetter(key: string): boolean {
  return /^[a-z]$/i.test(key);
}

/** The command of a key; undefined if the charts do not use it. */
export function chartKeyCommand(key: string, isLarge: boolean): Command | undefined {
  return BY_KEY.get(key)?.(isLarge);
}
