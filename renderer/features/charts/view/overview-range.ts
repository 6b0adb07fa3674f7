import type { View } from './view.ts';

/** The overview shows all there is where that is no more windows than this. */
const ALL_WINDOWS = 60;

/** Else so many. */
const WINDOWS = 30;

/** It stays as it is while it has no fewer and no more windows than these, and the window lies in it. */
const LEAST_WINDOWS = 12;
const MOST_WINDOWS = 75;

/**
 * The stretch around the window that the overview shows.
 * @param previous what it showed last
 * @param limits of all there is
 */
export function overviewStretch(previous: View | undefined, view: View, limits: View, isLive: boolean): View {
  const window = view.to - view.from;
  const all = limits.to - limits.from;
  if (all <= ALL_WINDOWS * window) return limits;
  const windows = previous ? (previous.to - previous.from) / window : 0;
  const suits = windows >= LEAST_WINDOWS && windows <= MOST_WINDOWS;
  const length = previous && suits ? Math.min(all, previous.to - previous.from) : WINDOWS * window;
  if (isLive) return { from: limits.to - length, to: limits.to };
  if (previous && suits && view.from >= previous.from && view.to <= previous.to) return previous;
  const middle = (view.from + view.to) / 2;
  const to = Math.round(Math.min(limits.to, Math.max(limits.from + length, middle + length / 2)));
  return { from: to - length, to };
}
