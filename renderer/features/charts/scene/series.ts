import type { ChartChannel } from '../channels.ts';
import type { ChannelSource } from '../data/channel-source.ts';
import { type Extremes, extremes } from '../data/decimate.ts';
import { PointBuffer } from '../data/point-buffer.ts';
import type { PlotLine, Projection } from '../drawing/draw-plot.ts';
import type { Palette } from '../drawing/palette.ts';
import type { View } from '../view/view.ts';

/** The phase at which a dashed line starts, so that its dashes slide with the line. */
export class DashPhase {
  readonly #period: number;
  #value = 0;

  /** @param period length of the pattern, in pixels, above 0 */
  constructor(period: number) {
    this.#period = period;
  }

  /** Pixels, from 0 to below the period. */
  get value(): number {
    return this.#value;
  }

  /**
   * Continues from the last drawing to the next by their first common point. Without one, or after a gap before it, the
   * pattern restarts.
   * @param to the next drawing's scales, which change the dashes
   */
  advance(last: PointBuffer, next: PointBuffer, to: Projection): void {
    let inLast = 0;
    let inNext = 0;
    while (inLast < last.length && inNext < next.length && last.time(inLast) !== next.time(inNext)) {
      if (last.time(inLast) < next.time(inNext)) inLast += 1;
      else inNext += 1;
    }
    const isCommon = inLast < last.length && inNext < next.length;
    const before = isCommon ? distance(last, inLast, this.#value, to) : Number.NaN;
    const after = isCommon ? distance(next, inNext, 0, to) : Number.NaN;
    const value = before - after;
    this.#value = Number.isFinite(value) ? ((value % this.#period) + this.#period) % this.#period : 0;
  }
}

/** The phase at a point; 0 after a gap. */
function distance(points: PointBuffer, index: number, phase: number, to: Projection): number {
  let sum = phase;
  for (let at = 1; at <= index; at += 1) {
    const step = Math.hypot(
      to.x(points.time(at)) - to.x(points.time(at - 1)),
      to.y(points.value(at)) - to.y(points.value(at - 1)),
    );
    sum = Number.isNaN(step) ? 0 : sum + step;
  }
  return sum;
}

/** One channel's line in a plot. */
export class Series {
  readonly channel: ChartChannel;
  readonly #dash: DashPhase | undefined;
  #points = new PointBuffer();
  #lastPoints = new PointBuffer();

  constructor(channel: ChartChannel) {
    this.channel = channel;
    const period = channel.dash.reduce((sum, length) => sum + length, 0);
    this.#dash = period > 0 ? new DashPhase(period) : undefined;
  }

  get points(): PointBuffer {
    return this.#points;
  }

  /**
   * Collects the points of the next drawing.
   * @param width in screen pixels
   * @param floor values at or below it cannot be drawn
   */
  take(source: ChannelSource, view: View, width: number, floor?: number): Extremes {
    [this.#points, this.#lastPoints] = [this.#lastPoints, this.#points];
    source.fill(view, width, this.#points);
    return extremes(this.#points, view, floor);
  }

  /** The line of the points that were taken last. @param to the plot's pixels */
  line(to: Projection, { series }: Palette): PlotLine {
    const { color, dash } = this.channel;
    this.#dash?.advance(this.#lastPoints, this.#points, to);
    return {
      points: this.#points,
      color: series[color % series.length] ?? '',
      dash,
      dashOffset: this.#dash?.value ?? 0,
    };
  }
}
