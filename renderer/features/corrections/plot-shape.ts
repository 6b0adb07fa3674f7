/** Geometry of a small plot: values to places in CSS pixels. */
import { axisTicksOf } from '../../../service/contract/value-ticks.ts';

export interface PlotValue {
  readonly x: number;
  /** Null: no value, the line has a gap. */
  readonly y: number | null;
}

/** A point with a line to where it should be. */
export interface PlotStem {
  readonly x: number;
  readonly y: number;
  /** Other end of the line. */
  readonly base: number;
}

export interface PlotInput {
  readonly curve: readonly PlotValue[];
  readonly stems: readonly PlotStem[];
  /** Size of the plot with its axes, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** The value axis has at least this length. */
  readonly leastSpan: number;
}

export interface PlacedTick {
  readonly at: number;
  readonly label: string;
}

export interface PlotShape {
  /** Edges of the area between the axes. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly xTicks: readonly PlacedTick[];
  readonly yTicks: readonly PlacedTick[];
  /** Of the value 0. */
  readonly zero: number;
  /** Of an SVG path; empty without two values in a row. */
  readonly path: string;
  readonly stems: readonly PlotStem[];
  readonly toX: (value: number) => number;
}

/** Room for the labels, in CSS pixels. */
const LEFT = 62;
const RIGHT = 14;
const TOP = 8;
const BOTTOM = 22;

/** One tick for this many CSS pixels. */
const X_STEP = 80;
const Y_STEP = 34;

/** Free part of the value axis above and below. */
const MARGIN = 0.08;

/** Undefined without two different values along the x axis. */
export function plotShape({ curve, stems, width, height, leastSpan }: PlotInput): PlotShape | undefined {
  const xs = [...curve.map(({ x }) => x), ...stems.map(({ x }) => x)];
  const xRange = { min: Math.min(...xs), max: Math.max(...xs) };
  if (!(xRange.max > xRange.min)) return undefined;
  const ys = [0, ...curve.flatMap(({ y }) => y ?? []), ...stems.flatMap(({ y, base }) => [y, base])];
  const yRange = widened(Math.min(...ys), Math.max(...ys), leastSpan);
  const [left, right, top, bottom] = [LEFT, width - RIGHT, TOP, height - BOTTOM];
  const place = (share: number, from: number, to: number): number => from + share * (to - from);
  const toX = (x: number): number => place((x - xRange.min) / (xRange.max - xRange.min), left, right);
  const toY = (y: number): number => place((y - yRange.min) / (yRange.max - yRange.min), bottom, top);
  const ticks = (range: typeof xRange, from: number, to: number, step: number): PlacedTick[] =>
    axisTicksOf(range, false, Math.max(1, Math.abs(to - from) / step)).map(({ at, label }) => ({
      at: place(at, from, to),
      label,
    }));
  return {
    left,
    right,
    top,
    bottom,
    xTicks: ticks(xRange, left, right, X_STEP),
    yTicks: ticks(yRange, bottom, top, Y_STEP),
    zero: toY(0),
    path: pathOf(curve, toX, toY),
    stems: stems.map(({ x, y, base }) => ({ x: toX(x), y: toY(y), base: toY(base) })),
    toX,
  };
}

function widened(min: number, max: number, leastSpan: number): { min: number; max: number } {
  const missing = Math.max(0, leastSpan - (max - min)) / 2;
  const margin = MARGIN * Math.max(leastSpan, max - min);
  return { min: min - missing - margin, max: max + missing + margin };
}

function pathOf(curve: readonly PlotValue[], toX: (x: number) => number, toY: (y: number) => number): string {
  let path = '';
  let isJoined = false;
  for (const { x, y } of curve) {
    if (y !== null) path += `${isJoined ? 'L' : 'M'}${tenths(toX(x))} ${tenths(toY(y))}`;
    isJoined = y !== null;
  }
  return path;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
