import type { View } from '../view/view.ts';

/** The overview shows the whole history up to this many time windows. */
const ALL_WINDOWS = 60;

/** Beyond that it shows this many. */
const WINDOWS = 30;

/** It stays unchanged within these limits, in time windows, while it contains the current one. */
const LEAST_WINDOWS = 12;
const MOST_WINDOWS = 75;

/**
 * The range of the overview, around the time window.
 * @param previous range of the overview
 * @param limits of all readings
 */
export function overviewRange(previous: View | undefined, view: View, limits: View, isLive: boolean): View {
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
