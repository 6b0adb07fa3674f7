import type { DashPhase } from './dash-phase.ts';
import type { PointBuffer } from './point-buffer.ts';

/** Implemented by Path2D, and by tests. */
export interface PathContext {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
}

/** Converts time and value to pixels. */
export interface Projection {
  x(time: number): number;
  y(value: number): number;
}

export interface DashPattern {
  /** Lengths in pixels, alternately drawn and skipped. */
  readonly pattern: readonly number[];
  readonly phase: DashPhase;
}

/**
 * Draws a line through the points, with their gaps. Dashes are separate lines: the canvas would start the pattern at the
 * left edge, and the dashes would run along a sliding line.
 * @param dot draws an isolated point
 */
export function drawLine(
  points: PointBuffer,
  to: Projection,
  pen: PathContext,
  dot: (x: number, y: number) => void,
  dash?: DashPattern,
): void {
  let start = 0;
  for (let index = 0; index <= points.length; index += 1) {
    if (index < points.length && !Number.isNaN(points.value(index))) continue;
    if (index - start === 1) dot(to.x(points.time(start)), to.y(points.value(start)));
    else if (index > start) drawRange(points, start, index, to, pen, dash);
    start = index + 1;
  }
}

function drawRange(
  points: PointBuffer,
  start: number,
  end: number,
  to: Projection,
  pen: PathContext,
  dash?: DashPattern,
): void {
  let x = to.x(points.time(start));
  let y = to.y(points.value(start));
  const dasher = dash && new Dasher(dash.pattern, start === 0 ? dash.phase.value : 0, pen);
  if (dasher) dasher.begin(x, y);
  else pen.moveTo(x, y);
  for (let index = start + 1; index < end; index += 1) {
    const nextX = to.x(points.time(index));
    const nextY = to.y(points.value(index));
    if (dasher) dasher.lineTo(x, y, nextX, nextY);
    else pen.lineTo(nextX, nextY);
    x = nextX;
    y = nextY;
  }
}

/** Walks along a line and lifts the pen in the gaps of the pattern. */
class Dasher {
  readonly #pattern: readonly number[];
  readonly #pen: PathContext;
  #index = 0;
  #left = 0;

  constructor(pattern: readonly number[], phase: number, pen: PathContext) {
    this.#pattern = pattern;
    this.#pen = pen;
    this.#left = pattern[0] ?? 0;
    let skip = phase;
    while (skip >= this.#left) {
      skip -= this.#left;
      this.#next();
    }
    this.#left -= skip;
  }

  begin(x: number, y: number): void {
    this.#pen.moveTo(x, y);
  }

  lineTo(fromX: number, fromY: number, toX: number, toY: number): void {
    const length = Math.hypot(toX - fromX, toY - fromY);
    let done = 0;
    while (length - done > this.#left) {
      done += this.#left;
      const share = done / length;
      this.#to(fromX + share * (toX - fromX), fromY + share * (toY - fromY));
      this.#next();
    }
    this.#left -= length - done;
    this.#to(toX, toY);
  }

  #to(x: number, y: number): void {
    if (this.#index % 2 === 0) this.#pen.lineTo(x, y);
    else this.#pen.moveTo(x, y);
  }

  #next(): void {
    this.#index = (this.#index + 1) % this.#pattern.length;
    this.#left = this.#pattern[this.#index] ?? 0;
  }
}
