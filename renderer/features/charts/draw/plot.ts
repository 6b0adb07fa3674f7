import type uPlot from 'uplot';
import type { Projection } from './line-path.ts';
import type { Palette } from './palette.ts';
import type { Series } from './series.ts';

/** A tick with its position as a fraction of the axis. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

export interface PlotFrame {
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  /** Width of the labels of the value axis, in CSS pixels. */
  readonly axisWidth: number;
  /** Height below the plot, with or without a time axis, in CSS pixels. */
  readonly footHeight: number;
  readonly palette: Palette;
  /** From time and value to a fraction of the axis, 0 to 1. */
  readonly share: Projection;
  /** The visible traces. */
  readonly shown: ReadonlySet<Series>;
}

/** Margins around the plot, in CSS pixels. */
export interface PlotArea {
  readonly top: number;
  readonly right: number;
  readonly lineWidth: number;
}

/** Clip distance of lines beyond the plot, in pixels: values outside the view can be very far away. */
const BEYOND = 4096;

const EMPTY: PlotFrame = {
  xTicks: [],
  yTicks: [],
  axisWidth: 0,
  footHeight: 0,
  palette: { series: [], bands: [], softLine: '', dim: '', font: '11px sans-serif' },
  share: { x: () => 0, y: () => 0 },
  shown: new Set(),
};

/**
 * A canvas with axes and lines, drawn by uPlot. Its scales run from 0 to 1, so that neither very large values nor
 * timestamps in milliseconds suffer from the rounding of uPlot's axes.
 */
export class Plot {
  readonly #screen: { readonly pxRatio: number };
  readonly #chart: uPlot;
  readonly #traces: readonly Series[];
  #picture: PlotFrame = EMPTY;

  constructor(UPlot: typeof uPlot, host: HTMLElement, traces: readonly Series[], frame: PlotArea, palette: Palette) {
    this.#screen = UPlot;
    this.#traces = traces;
    this.#picture = { ...EMPTY, palette };
    const lines = traces.flatMap(() => [
      [null, null],
      [null, null],
    ]);
    this.#chart = new UPlot(this.#options(host, frame), [[0, 1], ...lines], host);
  }

  /** The element of the plot between its axes. */
  get area(): HTMLElement {
    return this.#chart.over;
  }

  /** Width between the axes, in screen pixels. */
  get screenWidth(): number {
    return this.#chart.bbox.width;
  }

  /** Width between the axes, in CSS pixels, as last drawn: reading it from the page would force a layout. */
  get width(): number {
    return this.#chart.bbox.width / this.#screen.pxRatio;
  }

  /** Height between the axes, likewise. */
  get height(): number {
    return this.#chart.bbox.height / this.#screen.pxRatio;
  }

  draw(picture: PlotFrame): void {
    this.#picture = picture;
    this.#chart.batch(() => this.#chart.redraw(true, true));
  }

  /** In CSS pixels. */
  resize(width: number, height: number): void {
    if (width > 0 && height > 0 && (width !== this.#chart.width || height !== this.#chart.height)) {
      this.#chart.setSize({ width, height });
    }
  }

  stop(): void {
    this.#chart.destroy();
  }

  #options(host: HTMLElement, frame: PlotArea): uPlot.Options {
    const unit = { time: false, auto: false, range: (): [number, number] => [0, 1] };
    return {
      width: Math.max(1, host.clientWidth),
      height: Math.max(1, host.clientHeight),
      padding: [frame.top, frame.right, 0, 0],
      cursor: { show: false },
      legend: { show: false },
      select: { show: false, left: 0, top: 0, width: 0, height: 0 },
      scales: { x: unit, y: unit },
      axes: [this.#timeAxis(), this.#valueAxis()],
      // Bands first, so that none covers another channel's line.
      series: [
        {},
        ...this.#traces.map((trace) => this.#band(trace)),
        ...this.#traces.map((trace) => this.#series(trace, frame)),
      ],
    };
  }

  #timeAxis(): uPlot.Axis {
    return {
      size: () => this.#picture.footHeight,
      gap: 6,
      font: this.#picture.palette.font,
      stroke: () => this.#picture.palette.dim,
      grid: { show: false },
      ticks: { show: false },
      splits: () => this.#picture.xTicks.map(({ at }) => at),
      values: () => this.#picture.xTicks.map(({ label }) => label),
    };
  }

  #valueAxis(): uPlot.Axis {
    return {
      size: () => this.#picture.axisWidth,
      gap: 8,
      font: this.#picture.palette.font,
      stroke: () => this.#picture.palette.dim,
      grid: { stroke: () => this.#picture.palette.softLine, width: 1 },
      ticks: { show: false },
      splits: () => this.#picture.yTicks.map(({ at }) => at),
      values: () => this.#picture.yTicks.map(({ label }) => label),
    };
  }

  #series(trace: Series, frame: PlotArea): uPlot.Series {
    const colour = (): string => {
      const { series } = this.#picture.palette;
      return series[trace.channel.colour % series.length] ?? '';
    };
    return {
      auto: false,
      pxAlign: 0,
      width: frame.lineWidth,
      stroke: colour,
      fill: colour,
      points: { show: false },
      paths: (chart) => (this.#picture.shown.has(trace) ? trace.draw(...this.#projection(chart)) : null),
    };
  }

  #band(trace: Series): uPlot.Series {
    return {
      auto: false,
      width: 0,
      fill: () => {
        const { bands } = this.#picture.palette;
        return bands[trace.channel.colour % bands.length] ?? '';
      },
      points: { show: false },
      paths: (chart) => {
        const fill = this.#picture.shown.has(trace) ? trace.band(this.#projection(chart)[0]) : null;
        return fill && { stroke: new Path2D(), fill };
      },
    };
  }

  #projection({ bbox }: uPlot): [to: Projection, ratio: number] {
    const { share } = this.#picture;
    const y = (value: number): number => bbox.top + bbox.height * (1 - share.y(value));
    const to = {
      x: (time: number) => bbox.left + bbox.width * share.x(time),
      y: (value: number) => Math.max(bbox.top - BEYOND, Math.min(bbox.top + bbox.height + BEYOND, y(value))),
    };
    return [to, this.#screen.pxRatio];
  }
}
