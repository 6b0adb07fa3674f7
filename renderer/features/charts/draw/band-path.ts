import type { PathContext, Projection } from './line-path.ts';
import type { PointBuffer } from './point-buffer.ts';

export interface AreaPen extends PathContext {
  closePath(): void;
}

/** Draws the outline between minimum and maximum, one closed piece for each run without a gap. */
export function drawBand(points: PointBuffer, to: Projection, pen: AreaPen): void {
  let start = 0;
  for (let index = 0; index <= points.length; index += 1) {
    if (index < points.length && !Number.isNaN(points.value(index))) continue;
    if (index - start > 1) outline(points, start, index, to, pen);
    start = index + 1;
  }
}

function outline(points: PointBuffer, start: number, end: number, to: Projection, pen: AreaPen): void {
  pen.moveTo(to.x(points.time(start)), to.y(points.high(start)));
  for (let index = start + 1; index < end; index += 1) pen.lineTo(to.x(points.time(index)), to.y(points.high(index)));
  for (let index = end - 1; index >= start; index -= 1) pen.lineTo(to.x(points.time(index)), to.y(points.low(index)));
  pen.closePath();
}
