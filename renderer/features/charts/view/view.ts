/** A stretch of time: whole milliseconds since 1970. */
export interface View {
  readonly from: number;
  readonly to: number;
}

/** The shortest stretch that can be looked at, in milliseconds. */
export const SHORTEST_MS = 1000;

/** The view, moved and if need be shortened to lie within the limits. */
export function clamped({ from, to }: View, limits: View): View {
  const longest = Math.max(SHORTEST_MS, Math.floor(limits.to - limits.from));
  const length = Math.min(longest, Math.max(SHORTEST_MS, Math.round(to - from)));
  const end = Math.round(Math.min(limits.to, Math.max(to, limits.from + length)));
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
