/** Draws the chart of a message: values over a range of time, without any text. */
import { type ChartPoint, type ChartSeries, isDrawn, linesOf } from '../contract/chart-series.ts';
import { encodePng } from './png.ts';
import { type Color, type Point, Raster, type Rectangle } from './raster.ts';

/** In pixels; shown at half of it, so that it is sharp on dense screens. */
export const CHART_WIDTH = 1200;
export const CHART_HEIGHT = 360;

/** Further ones, the oldest, are not drawn. */
const MAX_POINTS = 2000;

/** Lines of the grid divide the range into so many parts. */
const COLUMNS = 6;
const ROWS = 4;

/** Share of the values' range that stays free above and below. */
const PADDING = 0.1;

const FRAME: Color = [176, 176, 176];
const GRID: Color = [232, 232, 232];
const LINE: Color = [44, 82, 130];
const LIMIT: Color = [196, 49, 75];

/** In pixels. */
const FRAME_WIDTH = 2;
const LINE_WIDTH = 4;
const LIMIT_WIDTH = 3;
const DASH = 18;
const DASH_PERIOD = 30;

/** Opacity of the band from the lowest to the highest value. */
const BAND_ALPHA = 0.25;

export const PLOT: Rectangle = {
  left: FRAME_WIDTH,
  top: FRAME_WIDTH,
  right: CHART_WIDTH - FRAME_WIDTH,
  bottom: CHART_HEIGHT - FRAME_WIDTH,
};

export interface ChartOptions {
  /** Shown range, in milliseconds since 1970. */
  from: number;
  to: number;
  /** In the unit of the values; null: none. */
  limit: number | null;
}

/** @returns a PNG of `CHART_WIDTH` by `CHART_HEIGHT` pixels on white */
export function drawChart(series: ChartSeries, { from, to, limit }: ChartOptions): Buffer {
  const raster = new Raster(CHART_WIDTH, CHART_HEIGHT);
  drawGrid(raster);
  const yOf = verticalScale(series, limit);
  const xOf = (at: number): number => PLOT.left + ((at - from) / (to - from)) * (PLOT.right - PLOT.left);
  const runs = linesOf(series, xOf, yOf, Math.max(0, series.at.length - MAX_POINTS));
  for (const run of runs) drawBand(raster, run);
  raster.stroke(runs, LINE_WIDTH, PLOT, LINE);
  if (limit !== null) raster.stroke(dashes(yOf(limit)), LIMIT_WIDTH, PLOT, LIMIT);
  drawFrame(raster);
  return encodePng(CHART_WIDTH, CHART_HEIGHT, raster.rgb);
}

/** All values and the limit are within the plot; a single value is in its middle. */
function verticalScale({ low, high }: ChartSeries, limit: number | null): (value: number) => number {
  // Halves, because the range of doubles can be wider than the largest one.
  const halves = [...low.slice(-MAX_POINTS), ...high.slice(-MAX_POINTS), limit].filter(isDrawn).map((one) => one / 2);
  const min = Math.min(...halves);
  const max = Math.max(...halves);
  const height = PLOT.bottom - PLOT.top;
  const inner = height * (1 - 2 * PADDING);
  return (value) => {
    const share = max > min ? (value / 2 - min) / (max - min) : 0.5;
    return PLOT.bottom - height * PADDING - share * inner;
  };
}

function drawBand(raster: Raster, run: readonly ChartPoint[]): void {
  const [first] = run;
  if (first && run.length === 1) {
    const left = Math.round(first.x) - LINE_WIDTH / 2;
    for (let x = left; x < left + LINE_WIDTH; x += 1) {
      raster.fillColumn(x, first.top, first.bottom, PLOT, LINE, BAND_ALPHA);
    }
  }
  run.forEach((point, index) => {
    const before = run[index - 1];
    if (!before) return;
    const last = Math.min(PLOT.right, Math.ceil(point.x - 0.5));
    for (let x = Math.max(PLOT.left, Math.ceil(before.x - 0.5)); x < last; x += 1) {
      const share = (x + 0.5 - before.x) / (point.x - before.x);
      const between = (one: number, other: number): number => one + share * (other - one);
      const top = between(before.top, point.top);
      raster.fillColumn(x, top, between(before.bottom, point.bottom), PLOT, LINE, BAND_ALPHA);
    }
  });
}

function dashes(y: number): Point[][] {
  const lines: Point[][] = [];
  for (let x = PLOT.left; x < PLOT.right; x += DASH_PERIOD) {
    lines.push([
      { x, y },
      { x: x + DASH, y },
    ]);
  }
  return lines;
}

function drawGrid(raster: Raster): void {
  const { left, top, right, bottom } = PLOT;
  for (let column = 1; column < COLUMNS; column += 1) {
    const x = Math.round((CHART_WIDTH * column) / COLUMNS);
    raster.fillRectangle({ left: x - 1, top, right: x + 1, bottom }, GRID);
  }
  for (let row = 1; row < ROWS; row += 1) {
    const y = Math.round((CHART_HEIGHT * row) / ROWS);
    raster.fillRectangle({ left, top: y - 1, right, bottom: y + 1 }, GRID);
  }
}

function drawFrame(raster: Raster): void {
  const { left, top, right, bottom } = PLOT;
  const [width, height] = [CHART_WIDTH, CHART_HEIGHT];
  raster.fillRectangle({ left: 0, top: 0, right: width, bottom: top }, FRAME);
  raster.fillRectangle({ left: 0, top: bottom, right: width, bottom: height }, FRAME);
  raster.fillRectangle({ left: 0, top, right: left, bottom }, FRAME);
  raster.fillRectangle({ left: right, top, right: width, bottom }, FRAME);
}
