import type { PointBuffer } from '../data/point-buffer.ts';
import type { Pen } from './surface.ts';

/** Converts time and value to pixels, or to fractions of a plot. */
export interface Projection {
  x(time: number): number;
  y(value: number): number;
}

/** Points without a gap, from the index `start` to before `end`. */
export interface Run {
  readonly start: number;
  readonly end: number;
}

/** The parts of a line between its gaps. */
export function runsOf(points: PointBuffer): Run[] {
  const runs: Run[] = [];
  let start = 0;
  for (let index = 0; index <= points.length; index += 1) {
    if (index < points.length && !Number.isNaN(points.value(index))) continue;
    if (index > start) runs.push({ start, end: index });
    start = index + 1;
  }
  return runs;
}

/** Draws the line of each run; a run of one point has none. */
export function drawLine(points: PointBuffer, runs: readonly Run[], to: Projection, pen: Pen): void {
  for (const { start, end } of runs) {
    if (end - start === 1) continue;
    pen.moveTo(to.x(points.time(start)), to.y(points.value(start)));
    for (let index = start + 1; index < end; index += 1)
      pen.lineTo(to.x(points.time(index)), to.y(points.value(index)));
  }
}

/** Draws the outline between minimum and maximum of each run. */
export function drawBand(points: PointBuffer, runs: readonly Run[], to: Projection, pen: Pen): void {
  for (const { start, end } of runs) {
    if (end - start === 1) continue;
    pen.moveTo(to.x(points.time(start)), to.y(points.high(start)));
    for (let index = start + 1; index < end; index += 1) pen.lineTo(to.x(points.time(index)), to.y(points.high(index)));
    for (let index = end - 1; index >= start; index -= 1) pen.lineTo(to.x(points.time(index)), to.y(points.low(index)));
    pen.closePath();
  }
}
