/** What the keys do on the charts: the one list that they act by, and that the help is written from. */

/** What the keyboard asks for. */
export type Command =
  | { readonly kind: 'pan'; readonly windows: number }
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'oldest' }
  /** Moves the cursor. */
  | { readonly kind: 'cursor'; readonly pixels: number }
  /** Begins or ends what is selected at the cursor. */
  | { readonly kind: 'select'; readonly end: 'from' | 'to' }
  | { readonly kind: 'show-selection' }
  /** Names the moment at the cursor. */
  | { readonly kind: 'mark' }
  /** Shows what is in view as a table. */
  | { readonly kind: 'table' }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'live' };

/** Factor of one step of zooming. */
export const ZOOM_STEP = 1.25;

const SMALL_STEP = 0.1;
const LARGE_STEP = 0.5;

/** What the keyboard moves the cursor by, in CSS pixels. */
const SMALL_CURSOR_STEP = 2;
const LARGE_CURSOR_STEP = 40;

export interface ChartKey {
  /** As the browser names them (`KeyboardEvent.key`). */
  readonly keys: readonly string[];
  /** @param isLarge with Shift, where that makes a larger step */
  readonly command: (isLarge: boolean) => Command;
}

export interface ChartKeys {
  /** As they stand on the keyboard. */
  readonly caps: readonly string[];
  /** As they are called: `Left and right arrow`. */
  readonly shown: string;
  /** What they do: `move in time, with Shift further`. */
  readonly does: string;
  readonly each: readonly ChartKey[];
}

const pan =
  (direction: 1 | -1) =>
  (isLarge: boolean): Command => ({ kind: 'pan', windows: direction * (isLarge ? LARGE_STEP : SMALL_STEP) });

export const CHART_KEYS: readonly ChartKeys[] = [
  {
    caps: ['←', '→'],
    shown: 'Left and right arrow',
    does: 'move in time, with Shift further',
    each: [
      { keys: ['ArrowLeft'], command: pan(-1) },
      { keys: ['ArrowRight'], command: pan(1) },
    ],
  },
  {
    caps: ['Page Up', 'Page Down'],
    shown: 'Page Up and Page Down',
    does: 'move by what is shown',
    each: [
      { keys: ['PageDown'], command: () => ({ kind: 'pan', windows: -1 }) },
      { keys: ['PageUp'], command: () => ({ kind: 'pan', windows: 1 }) },
    ],
  },
  {
    caps: ['+', '−'],
    shown: 'Plus and minus',
    does: 'zoom',
    each: [
      { keys: ['+', '='], command: () => ({ kind: 'zoom', factor: 1 / ZOOM_STEP }) },
      { keys: ['-', '_'], command: () => ({ kind: 'zoom', factor: ZOOM_STEP }) },
    ],
  },
  {
    caps: [',', '.'],
    shown: 'Comma and full stop',
    does: 'move the cursor, with Shift further',
    each: [
      { keys: [','], command: () => ({ kind: 'cursor', pixels: -SMALL_CURSOR_STEP }) },
      { keys: ['.'], command: () => ({ kind: 'cursor', pixels: SMALL_CURSOR_STEP }) },
      // The same keys with Shift, on keyboards of several countries.
      { keys: ['<', ';'], command: () => ({ kind: 'cursor', pixels: -LARGE_CURSOR_STEP }) },
      { keys: ['>', ':'], command: () => ({ kind: 'cursor', pixels: LARGE_CURSOR_STEP }) },
    ],
  },
  {
    caps: ['S', 'E'],
    shown: 'S and E',
    does: 'begin and end a selection at the cursor',
    each: [
      { keys: ['[', 's', 'S'], command: () => ({ kind: 'select', end: 'from' }) },
      { keys: [']', 'e', 'E'], command: () => ({ kind: 'select', end: 'to' }) },
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
    does: 'name the moment at the cursor',
    each: [{ keys: ['m', 'M'], command: () => ({ kind: 'mark' }) }],
  },
  {
    caps: ['T'],
    shown: 'T',
    does: 'show what is in view as a table',
    each: [{ keys: ['t', 'T'], command: () => ({ kind: 'table' }) }],
  },
  {
    caps: ['Space'],
    shown: 'Space',
    does: 'pause and go on',
    each: [{ keys: [' '], command: () => ({ kind: 'toggle' }) }],
  },
  {
    caps: ['Home', 'Escape'],
    shown: 'Home or Escape',
    does: 'return to the newest reading; Escape gives up a selection first',
    each: [{ keys: ['Escape', 'Home', 'End'], command: () => ({ kind: 'live' }) }],
  },
];

const BY_KEY = new Map(
  CHART_KEYS.flatMap(({ each }) => each.flatMap(({ keys, command }) => keys.map((key) => [key, command] as const))),
);

/** What a key asks for on the charts; undefined: it is not ours. */
export function chartKeyCommand(key: string, isLarge: boolean): Command | undefined {
  return BY_KEY.get(key)?.(isLarge);
}
