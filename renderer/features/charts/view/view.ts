import type { AxisLimits } from '../axis/axis-settings.ts';

/** Maximum lag of the right edge, in milliseconds. */
const LONGEST_LAG_MS = 2000;

/** Lag in sampling intervals: slightly above 1 for the transmission of a sample. */
const LAG_INTERVALS = 1.1;

/** Relative change of the interval that changes the lag; smaller jitter does not move the edge. */
const LAG_TOLERANCE = 0.25;

/**
 * The right edge of a live view: the service's clock, one sampling interval behind. The line always reaches the edge, and
 * slides evenly instead of jumping with each sample.
 */
export class LiveClock {
  readonly #now: () => number;
  #lag = 0;

  /** @param now the service's time in milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param interval the usual time between samples in milliseconds, if known */
  edge(interval: number | undefined): number {
    const lag = Math.min((interval ?? 0) * LAG_INTERVALS, LONGEST_LAG_MS);
    if (Math.abs(lag - this.#lag) > LAG_TOLERANCE * this.#lag) this.#lag = lag;
    return Math.floor(this.#now() - this.#lag);
  }
}

/** A range in milliseconds since 1970, in whole milliseconds unless it is very short. */
export interface View {
  readonly from: number;
  readonly to: number;
}

/** A selected range; a box selects values too. */
export interface ChartSelection extends View {
  readonly values?: SelectedValues;
}

/** A part of a value axis, in its contract unit. */
export interface SelectedValues extends AxisLimits {
  /** `ChannelAxis.id` */
  readonly axis: string;
  /** The same part of the panel's right axis, if it has one. */
  readonly right?: SelectedValues;
}

/** Shortest range, in milliseconds. */
export const SHORTEST_MS = 100;

/** Shorter views move by fractions of a millisecond: a pixel is less than one. */
const FINE_BELOW_MS = 10_000;

/** Smallest such fraction: a power of two, so that sums stay exact. */
const FINE_MS = 1 / 32;

/** Moves the view, and shortens it if necessary, into the limits. */
export function clamped({ from, to }: View, limits: View): View {
  const longest = Math.max(SHORTEST_MS, Math.floor(limits.to - limits.from));
  const grain = to - from < FINE_BELOW_MS ? FINE_MS : 1;
  const round = (time: number): number => Math.round(time / grain) * grain;
  const length = Math.min(longest, Math.max(SHORTEST_MS, round(to - from)));
  const end = Math.min(limits.to, round(Math.max(to, limits.from + length)));
  return { from: end - length, to: end };
}

/** @param ms forward; negative for back */
export function panned(view: View, ms: number, limits: View): View {
  return clamped({ from: view.from + ms, to: view.to + ms }, limits);
}

/**
 * Changes the length of the view around a fixed time.
 * @param factor above 1 for a longer range
 * @param at the fixed time, usually under the pointer
 */
export function zoomed(view: View, factor: number, at: number, limits: View): View {
  const longest = Math.max(SHORTEST_MS, limits.to - limits.from);
  const length = Math.min(longest, Math.max(SHORTEST_MS, (view.to - view.from) * factor));
  const share = (at - view.from) / (view.to - view.from);
  const from = at - share * length;
  return clamped({ from, to: from + length }, limits);
}

/** The time window while live. A new object, even of the same length, is a new selection. */
export interface Span {
  readonly ms: number;
}

/** The range of the charts, for the controls of a page. */
export interface ShownView {
  /** Its length in milliseconds; the chosen time window while live, even if there are fewer readings. */
  readonly ms: number;
  /** Undefined while live. */
  readonly fixed: View | undefined;
}
