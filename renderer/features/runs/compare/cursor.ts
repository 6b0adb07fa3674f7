/** Where the cursor over the time since the start can be. */
import type { View } from '../../charts/view/view.ts';

/** Steps of the keys, as parts of the view. */
const SMALL_STEP = 1 / 100;
const LARGE_STEP = 1 / 10;

/** The cursor is at whole multiples of these, in milliseconds. */
const GRAINS_MS = [60_000, 10_000, 1000, 100, 10] as const;

/** Parts of the view that the cursor tells apart. */
const PARTS = 1000;

/** The time at a part of the view, as exact as a pixel, in milliseconds. @param part beyond 0 to 1: at its end */
export function cursorNear({ from, to }: View, part: number): number {
  const grain = GRAINS_MS.find((one) => one * PARTS <= to - from) ?? 1;
  const time = Math.round((from + (to - from) * part) / grain) * grain;
  return Math.max(from, Math.min(to, time));
}

/**
 * What a key does: arrows move the cursor, Shift or Page keys further, Home and End to the ends; Escape hides it.
 * @returns undefined for another key
 */
export function cursorKey(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  cursor: number | undefined,
  view: View,
): { readonly cursor: number | undefined } | undefined {
  const by = (parts: number): { cursor: number } => {
    const before = cursor ?? Math.max(view.from, Math.min(view.to, 0));
    const moved = cursor === undefined ? before : before + parts * (view.to - view.from);
    return { cursor: cursorNear(view, (moved - view.from) / (view.to - view.from)) };
  };
  const step = shiftKey ? LARGE_STEP : SMALL_STEP;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return by(-step);
    case 'ArrowRight':
    case 'ArrowUp':
      return by(step);
    case 'PageDown':
      return by(-LARGE_STEP);
    case 'PageUp':
      return by(LARGE_STEP);
    case 'Home':
      return { cursor: view.from };
    case 'End':
      return { cursor: view.to };
    case 'Escape':
      return cursor === undefined ? undefined : { cursor: undefined };
    default:
      return undefined;
  }
}
