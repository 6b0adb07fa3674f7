import type { Navigator } from './navigator.ts';

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
  | { readonly kind: 'toggle' }
  | { readonly kind: 'live' };

/** Those that change what is shown. */
export type Movement = Extract<Command, { kind: 'pan' | 'zoom' | 'oldest' | 'toggle' | 'live' }>;

export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** Factor of one step of zooming. */
export const ZOOM_STEP = 1.25;

const SMALL_STEP = 0.1;
const LARGE_STEP = 0.5;

/** What the keyboard moves the cursor by, in CSS pixels. */
const SMALL_CURSOR_STEP = 2;
const LARGE_CURSOR_STEP = 40;

/** The command of a key on the charts; undefined: the key is not ours. */
export function commandFor({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyPress): Command | undefined {
  if (ctrlKey || altKey || metaKey) return undefined;
  const step = shiftKey ? LARGE_STEP : SMALL_STEP;
  switch (key) {
    case 'ArrowLeft':
      return { kind: 'pan', windows: -step };
    case 'ArrowRight':
      return { kind: 'pan', windows: step };
    case '+':
    case '=':
      return { kind: 'zoom', factor: 1 / ZOOM_STEP };
    case '-':
    case '_':
      return { kind: 'zoom', factor: ZOOM_STEP };
    case 'PageDown':
      return { kind: 'pan', windows: -1 };
    case 'PageUp':
      return { kind: 'pan', windows: 1 };
    case ',':
      return { kind: 'cursor', pixels: -SMALL_CURSOR_STEP };
    case '.':
      return { kind: 'cursor', pixels: SMALL_CURSOR_STEP };
    // The same keys with Shift, on keyboards of several countries.
    case '<':
    case ';':
      return { kind: 'cursor', pixels: -LARGE_CURSOR_STEP };
    case '>':
    case ':':
      return { kind: 'cursor', pixels: LARGE_CURSOR_STEP };
    case '[':
    case 's':
    case 'S':
      return { kind: 'select', end: 'from' };
    case ']':
    case 'e':
    case 'E':
      return { kind: 'select', end: 'to' };
    case 'Enter':
      return { kind: 'show-selection' };
    case 'm':
    case 'M':
      return { kind: 'mark' };
    case ' ':
      return { kind: 'toggle' };
    case 'Escape':
    case 'Home':
    case 'End':
      return { kind: 'live' };
    default:
      return undefined;
  }
}

/** The command of a key on the overview, which is a slider: there, Home is the beginning. */
export function overviewCommandFor(press: KeyPress): Command | undefined {
  switch (press.key) {
    case 'Home':
      return { kind: 'oldest' };
    case 'ArrowDown':
      return commandFor({ ...press, key: 'ArrowLeft' });
    case 'ArrowUp':
      return commandFor({ ...press, key: 'ArrowRight' });
    default:
      return commandFor(press);
  }
}

export function isMovement(command: Command): command is Movement {
  return ['pan', 'zoom', 'oldest', 'toggle', 'live'].includes(command.kind);
}

/**
 * Carries out a command.
 * @returns whether the view stands still now
 */
export function carryOut(command: Movement, navigator: Navigator): boolean {
  const { view, limits } = navigator;
  const length = view.to - view.from;
  switch (command.kind) {
    case 'pan':
      navigator.pan(command.windows * length);
      return true;
    case 'zoom':
      // Live, the newest reading is what one looks at.
      navigator.zoom(command.factor, navigator.isLive ? view.to : undefined);
      return true;
    case 'oldest':
      navigator.show({ from: limits.from, to: limits.from + length });
      return true;
    case 'toggle':
      return navigator.isLive;
    case 'live':
  }
  return false;
}
