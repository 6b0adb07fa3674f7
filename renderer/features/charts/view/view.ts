/** A stretch of time: milliseconds since 1970, whole ones unless it is very short. */
export interface View {
  readonly from: number;
  readonly to: number;
}

/** The shortest stretch that can be looked at, in milliseconds. */
export const SHORTEST_MS = 100;

/** Views shorter than this move by parts of a millisecond: a pixel is worth less than one. */
const FINE_BELOW_MS = 10_000;

/** The least such part: a power of two, so that sums stay exact. */
const FINE_MS = 1 / 32;

/** The view, moved and if need be shortened to lie within the limits. */
export function clamped({ from, to }: View, limits: View): View {
  const longest = Math.max(SHORTEST_MS, Math.floor(limits.to - limits.from));
  const grain = to - from < FINE_BELOW_MS ? FINE_MS : 1;
  const round = (time: number): number => Math.round(time / grain) * grain;
  const length = Math.min(longest, Math.max(SHORTEST_MS, round(to - from)));
  const end = Math.min(limits.to, round(Math.max(to, limits.from + length)));
  return { from: end - length, to: end };
}

/** @param ms forward in time; negative: back */
export function panned(view: View, ms: number, limits: View): View {
  return clamped({ from: view.from + ms, to: view.to + ms }, limits);
}

/**
 * Lengthens or shortens the view while one moment stays where it is.
 * @param factor above 1: a longer stretch
 * @param at the moment, usually under the pointer
 */
export function zoomed(view: View, factor: number, at: number, limits: View): View {
  const longest = Math.max(SHORTEST_MS, limits.to - limits.from);
  const length = Math.min(longest, Math.max(SHORTEST_MS, (view.to - view.from) * factor));
  const share = (at - view.from) / (view.to - view.from);
  const from = at - share * length;
  return clamped({ from, to: from + length }, limits);
}
