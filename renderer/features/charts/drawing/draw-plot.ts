import type { Tick } from '../../../../service/contract/value-ticks.ts';
import type { PointBuffer } from '../data/point-buffer.ts';
import { drawLimits, type PlotLimit, writeLimits } from './draw-limits.ts';
import type { Palette } from './palette.ts';
import type { Box, DrawingSurface, Pen } from './surface.ts';

/** The line of a channel. */
export interface PlotLine {
  readonly points: PointBuffer;
  readonly color: string;
  /** Dash pattern in CSS pixels; empty for a solid line. */
  readonly dash: readonly number[];
  /** Position in the pattern at the first point, in CSS pixels. */
  readonly dashOffset: number;
  /** From 0 to 1; 1 by default. */
  readonly opacity?: number;
  /** Relative to the plot's line width; 1 by default. */
  readonly thickness?: number;
}

/** What a plot shows on a value axis. */
export interface PlotAxis {
  readonly yTicks: readonly Tick[];
  readonly lines: readonly PlotLine[];
  /** Values at or below it are gaps; −∞ for none. */
  readonly floor: number;
  readonly limits: readonly PlotLimit[];
  /** From time and value to a fraction of the box, from its bottom left. */
  readonly share: Projection;
}

/** Everything that a plot shows, its left axis with a grid line for each tick. Lengths in CSS pixels. */
export interface PlotScene extends PlotAxis {
  /** The plot between its axes. */
  readonly box: Box;
  readonly xTicks: readonly Tick[];
  readonly right?: PlotAxis | undefined;
  readonly lineWidth: number;
  readonly colors: Pick<Palette, 'softLine' | 'dim' | 'bad' | 'background'>;
}

/** More lines in a plot are thin. */
const FEW_LINES = 10;

/**
 * Width of the lines of a plot, in CSS pixels. Many thin lines overlap less, and take a sixth of the time to draw
 * without a graphics card.
 */
export function lineWidthOf({ lines, right }: { lines: readonly unknown[]; right?: PlotAxis | undefined }): number {
  return lines.length + (right?.lines.length ?? 0) > FEW_LINES ? 1 : 1.5;
}

/** Height of the labels, in CSS pixels. */
export const LABEL_SIZE = 11;

/** Opacity of the band between minimum and maximum. */
const BAND_OPACITY = 0.24;

/** Radius of an isolated point, in CSS pixels: alone in a plot, a smaller one would be taken for dirt. */
const DOT = 3;

/** Distance of the value labels from the plot, and of the time labels' baseline, in CSS pixels. */
const VALUE_LABEL_GAP = 8;
const TIME_LABEL_BASELINE = 17;

/** Length of a tick of the right axis, which has no grid lines, in CSS pixels. */
const RIGHT_TICK = 4;

/** From the middle of a label to its baseline, in CSS pixels. */
const HALF_LABEL = 4;

/** Clip distance of lines beyond the plot, in CSS pixels: values outside the view can be very far away. */
const BEYOND = 4096;

/** From time and value to the pixels of a plot. */
export function pixelsOf(box: Box, share: Projection): Projection {
  return {
    x: (time) => box.x + box.width * share.x(time),
    y: (value) => {
      const y = box.y + box.height * (1 - share.y(value));
      return Math.max(box.y - BEYOND, Math.min(box.y + box.height + BEYOND, y));
    },
  };
}

/** Draws axes, grid, limits and lines. @param lines draws the lines in another way */
export function drawPlot(surface: DrawingSurface, scene: PlotScene, lines = () => drawLines(surface, scene)): void {
  drawAxes(surface, scene);
  const limits = [...scene.limits, ...(scene.right?.limits ?? [])];
  drawLimits(surface, scene.box, limits, scene.colors.bad);
  lines();
  writeLimits(surface, scene.box, limits, scene.colors);
}

/** A part of a plot from left to right, in CSS pixels. */
export type Strip = Pick<Box, 'x' | 'width'>;

/** Draws the lines of a plot, or a strip of them. */
export function drawLines(surface: DrawingSurface, scene: PlotScene, strip: Strip = scene.box): void {
  const { box, lineWidth, right } = scene;
  const drawn = [scene, ...(right ? [right] : [])].flatMap(({ lines, floor, share }) => {
    const to = pixelsOf(box, share);
    return lines.map((line) => ({ line, to, runs: runsIn(strip, line.points, floor, to) }));
  });
  // A line along the edge is as wide as everywhere.
  surface.within({ ...strip, y: box.y - lineWidth / 2, height: box.height + lineWidth }, () => {
    // Bands first, so that none covers another channel's line.
    for (const { line, runs, to } of drawn) drawLineBand(surface, line, runs, to);
    for (const { line, runs, to } of drawn) drawSeries(surface, line, runs, to, lineWidth);
  });
}

function drawAxes(surface: DrawingSurface, { box, xTicks, yTicks, right, colors }: PlotScene): void {
  const { dim, softLine } = colors;
  const bottom = box.y + box.height;
  for (const { at, label } of yTicks) {
    const y = bottom - at * box.height;
    // Whole pixels: a blurred line would look thicker than the others.
    surface.rect({ ...box, y: Math.round(y - 0.5), height: 1 }, softLine);
    surface.write(box.x - VALUE_LABEL_GAP, y + HALF_LABEL, label, { color: dim, size: LABEL_SIZE, align: 'end' });
  }
  for (const { at, label } of right?.yTicks ?? []) {
    const [x, y] = [box.x + box.width, bottom - at * box.height];
    surface.rect({ x, y: Math.round(y - 0.5), width: RIGHT_TICK, height: 1 }, dim);
    surface.write(x + VALUE_LABEL_GAP, y + HALF_LABEL, label, { color: dim, size: LABEL_SIZE });
  }
  for (const { at, label } of xTicks) {
    const style = { color: dim, size: LABEL_SIZE, align: 'middle' } as const;
    surface.write(box.x + at * box.width, bottom + TIME_LABEL_BASELINE, label, style);
  }
}

function drawLineBand(
  surface: DrawingSurface,
  { points, color, opacity = 1 }: PlotLine,
  runs: readonly Run[],
  to: Projection,
): void {
  if (!points.hasBand) return;
  surface.path((pen) => drawBand(points, runs, to, pen), { fill: color, opacity: BAND_OPACITY * opacity });
}

function drawSeries(
  surface: DrawingSurface,
  { points, color, dash, dashOffset, opacity, thickness = 1 }: PlotLine,
  runs: readonly Run[],
  to: Projection,
  width: number,
): void {
  const style = { stroke: color, width: width * thickness, dash, ...(opacity !== undefined && { opacity }) };
  // Only the line from the first point has slid; after a gap, the pattern restarts.
  const offsets =
    dash.length > 0 ? runs.map((run) => (run.first === 0 ? dashOffset : 0) + lengthBefore(points, run, to)) : [];
  const restarted = runs.filter((_, index) => !offsets[index]);
  for (const [index, run] of runs.entries()) {
    const offset = offsets[index];
    if (offset) surface.path((pen) => drawLine(points, [run], to, pen), { ...style, dashOffset: offset });
  }
  if (restarted.length > 0) surface.path((pen) => drawLine(points, restarted, to, pen), style);
  const isolated = runs.filter(isIsolated);
  const centers = isolated.map(({ start }) => [to.x(points.time(start)), to.y(points.value(start))] as const);
  if (centers.length > 0) surface.dots(centers, DOT, color);
}

/** Converts time and value to pixels, or to fractions of a plot. */
export interface Projection {
  x(time: number): number;
  y(value: number): number;
}

/** Points without a gap, from the index `first` to `last`: of them, those from `start` to before `end` are drawn. */
interface Run {
  readonly first: number;
  readonly last: number;
  readonly start: number;
  readonly end: number;
}

function isIsolated({ first, last }: Run): boolean {
  return first === last;
}

/** Further than a line or a dot reaches beyond its points, in CSS pixels. */
const REACH = 4;

/** The parts of a line between its gaps, as far as they reach into a strip. */
function runsIn({ x, width }: Strip, points: PointBuffer, floor: number, to: Projection): Run[] {
  const from = indexAt(points, x - REACH, to) - 1;
  const until = indexAt(points, x + width + REACH, to) + 1;
  return runsOf(points, floor)
    .map(([first, last]) => ({ first, last, start: Math.max(first, from), end: Math.min(last + 1, until) }))
    .filter(({ first, last, start, end }) => start + 1 < end || (first === last && start < end));
}

/** Index of the first point at `x` or right of it; the length without one. */
function indexAt(points: PointBuffer, x: number, to: Projection): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (to.x(points.time(middle)) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Length of a run before its drawn part, in CSS pixels. */
function lengthBefore(points: PointBuffer, { first, start }: Run, to: Projection): number {
  let length = 0;
  let [x, y] = [to.x(points.time(first)), to.y(points.value(first))];
  for (let index = first + 1; index <= start; index += 1) {
    const [nextX, nextY] = [to.x(points.time(index)), to.y(points.value(index))];
    // Much faster than Math.hypot.
    length += Math.sqrt((nextX - x) ** 2 + (nextY - y) ** 2);
    [x, y] = [nextX, nextY];
  }
  return length;
}

/** First and last index of the parts of a line between its gaps. */
function runsOf(points: PointBuffer, floor: number): [first: number, last: number][] {
  const runs: [number, number][] = [];
  let start = 0;
  for (let index = 0; index <= points.length; index += 1) {
    // NaN, a gap of the data, is not above the floor either.
    if (index < points.length && points.value(index) > floor) continue;
    if (index > start) runs.push([start, index - 1]);
    start = index + 1;
  }
  return runs;
}

/** Draws the line of each run; a run of one point has none. */
function drawLine(points: PointBuffer, runs: readonly Run[], to: Projection, pen: Pen): void {
  for (const run of runs) {
    if (isIsolated(run)) continue;
    const { start, end } = run;
    pen.moveTo(to.x(points.time(start)), to.y(points.value(start)));
    for (let index = start + 1; index < end; index += 1)
      pen.lineTo(to.x(points.time(index)), to.y(points.value(index)));
  }
}

/** Draws the outline between minimum and maximum of each run. */
function drawBand(points: PointBuffer, runs: readonly Run[], to: Projection, pen: Pen): void {
  for (const run of runs) {
    if (isIsolated(run)) continue;
    const { start, end } = run;
    pen.moveTo(to.x(points.time(start)), to.y(points.high(start)));
    for (let index = start + 1; index < end; index += 1) pen.lineTo(to.x(points.time(index)), to.y(points.high(index)));
    for (let index = end - 1; index >= start; index -= 1) pen.lineTo(to.x(points.time(index)), to.y(points.low(index)));
    pen.closePath();
  }
}
