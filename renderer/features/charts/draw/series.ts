import type { ChartChannel } from '../types.ts';
import type { View } from '../view/view.ts';
import { drawBand } from './band-path.ts';
import { DashPhase } from './dash-phase.ts';
import { extremes } from './decimate.ts';
import { type DashPattern, drawLine, type Projection } from './line-path.ts';
import { PointBuffer } from './point-buffer.ts';

export interface PointSource {
  /** Writes the points of a view into `out`. @param width in screen pixels */
  fill(view: View, width: number, out: PointBuffer): void;
}

/** Radius of an isolated point, in CSS pixels. */
const DOT = 1.75;

/** One channel's line in a plot. */
export class Series {
  readonly channel: ChartChannel;
  readonly #dashPeriod: number;
  #points = new PointBuffer();
  #lastPoints = new PointBuffer();
  /** Kept, since the canvas also draws without new points when its size changes. */
  #isNew = false;
  #dash: { dash: DashPattern; phase: DashPhase; ratio: number } | undefined;

  constructor(channel: ChartChannel) {
    this.channel = channel;
    this.#dashPeriod = channel.dash.reduce((sum, length) => sum + length, 0);
  }

  get isEmpty(): boolean {
    return this.#points.length === 0;
  }

  get points(): PointBuffer {
    return this.#points;
  }

  /**
   * Collects the points of the next drawing.
   * @param width in screen pixels
   * @returns minimum and maximum in view; infinities without a value
   */
  take(source: PointSource, view: View, width: number): { min: number; max: number } {
    [this.#points, this.#lastPoints] = [this.#lastPoints, this.#points];
    this.#isNew = true;
    source.fill(view, width, this.#points);
    return extremes(this.#points, view);
  }

  /** The band between minimum and maximum; null for raw readings. */
  band(to: Projection): Path2D | null {
    if (!this.#points.hasBand) return null;
    const path = new Path2D();
    drawBand(this.#points, to, path);
    return path;
  }

  /**
   * The line and the isolated points.
   * @param ratio screen pixels for each CSS pixel
   */
  draw(to: Projection, ratio: number): { stroke: Path2D; fill: Path2D } {
    const stroke = new Path2D();
    const fill = new Path2D();
    const dot = (x: number, y: number): void => {
      fill.moveTo(x + DOT * ratio, y);
      fill.arc(x, y, DOT * ratio, 0, 2 * Math.PI);
    };
    drawLine(this.#points, to, stroke, dot, this.#dashFor(to, ratio));
    return { stroke, fill };
  }

  #dashFor(to: Projection, ratio: number): DashPattern | undefined {
    if (this.#dashPeriod <= 0) return undefined;
    if (this.#dash?.ratio !== ratio) {
      const phase = new DashPhase(this.#dashPeriod * ratio);
      const pattern = this.channel.dash.map((length) => length * ratio);
      this.#dash = { dash: { pattern, phase }, phase, ratio };
    }
    if (this.#isNew) this.#dash.phase.advance(this.#lastPoints, this.#points, to);
    this.#isNew = false;
    return this.#dash.dash;
  }
}
