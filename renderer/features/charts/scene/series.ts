import type { ChartChannel } from '../channels.ts';
import type { ChannelSource } from '../data/channel-source.ts';
import { extremes } from '../data/decimate.ts';
import { PointBuffer } from '../data/point-buffer.ts';
import { DashPhase } from '../drawing/dash-phase.ts';
import type { PlotLine } from '../drawing/draw-plot.ts';
import type { Projection } from '../drawing/line.ts';
import type { Palette } from '../drawing/palette.ts';
import type { View } from '../view/view.ts';

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
   * @returns minimum and maximum in view; infinities without a value
   */
  take(source: ChannelSource, view: View, width: number): { min: number; max: number } {
    [this.#points, this.#lastPoints] = [this.#lastPoints, this.#points];
    source.fill(view, width, this.#points);
    return extremes(this.#points, view);
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
