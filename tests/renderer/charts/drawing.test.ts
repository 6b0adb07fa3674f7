import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extremes, pointsFor } from '../../../renderer/features/charts/data/decimate.ts';
import { PointBuffer } from '../../../renderer/features/charts/data/point-buffer.ts';
import { drawPlot, lineWidthOf, type Projection } from '../../../renderer/features/charts/drawing/draw-plot.ts';
import { SvgSurface } from '../../../renderer/features/charts/image-export/svg-surface.ts';
import { DashPhase } from '../../../renderer/features/charts/scene/series.ts';
import { type Pair, sampleRing } from '../samples/support.ts';

const asIs: Projection = { x: (time) => time, y: (value) => value };

function buffer(points: readonly Pair[]): PointBuffer {
  const result = new PointBuffer();
  for (const [time, value] of points) result.append(time, value ?? Number.NaN);
  return result;
}

function contents(points: PointBuffer): Pair[] {
  return Array.from({ length: points.length }, (_, index): Pair => {
    const value = points.value(index);
    return [points.time(index), Number.isNaN(value) ? null : value];
  });
}

/** The paths and circles of a plot of 100 by 100 pixels, from 0 to 100 in time and value, as SVG. */
function drawing(
  points: PointBuffer,
  dash: readonly number[] = [],
  dashOffset = 0,
  floor = Number.NEGATIVE_INFINITY,
): string[] {
  const surface = new SvgSurface({ width: 100, height: 100 }, 'sans-serif');
  drawPlot(surface, {
    box: { x: 0, y: 0, width: 100, height: 100 },
    xTicks: [],
    yTicks: [],
    lines: [{ points, color: 'red', dash, dashOffset }],
    lineWidth: 1,
    floor,
    limits: [],
    share: { x: (time) => time / 100, y: (value) => value / 100 },
    colors: { softLine: 'silver', dim: 'gray', bad: 'maroon', background: 'white' },
  });
  return surface.text.match(/<(?:path|circle)[^>]*>/g) ?? [];
}

describe('pointsFor', () => {
  const noisy = sampleRing(Array.from({ length: 12_000 }, (_, index): Pair => [index * 100, Math.sin(index * 7)]));

  test('returns at most two points for each pixel, with the extremes of the view', () => {
    const view = { from: 300_000, to: 900_000 };
    const points = new PointBuffer();
    pointsFor(noisy, view, 500, points);
    expect(points.length).toBeLessThanOrEqual(2 * 503);
    const inView = Array.from({ length: 12_000 }, (_, index) => index).filter((i) => i >= 3000 && i <= 9000);
    const values = inView.map((index) => Math.sin(index * 7));
    expect(extremes(points, view)).toMatchObject({ min: Math.min(...values), max: Math.max(...values) });
  });

  test('has the extremes of a line that crosses the view between two readings, but not of a gap', () => {
    const joined = buffer([
      [0, 10],
      [100, 20],
    ]);
    expect(extremes(joined, { from: 25, to: 75 })).toMatchObject({ min: 12.5, max: 17.5 });
    const none = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY, isCut: false };
    expect(extremes(joined, { from: 125, to: 175 })).toEqual(none);
    const gap = buffer([
      [0, 10],
      [50, null],
      [100, 20],
    ]);
    expect(extremes(gap, { from: 25, to: 75 })).toEqual(none);
    expect(extremes(gap, { from: 60, to: 75 })).toEqual(none);
  });

  test('has the extremes of a line that goes further at the edges of the view than at its readings', () => {
    const points = buffer([
      [0, 0],
      [100, 10],
      [200, -10],
    ]);
    expect(extremes(points, { from: 60, to: 140 })).toMatchObject({ min: 2, max: 10 });
    expect(extremes(points, { from: 60, to: 110 })).toMatchObject({ min: 6, max: 10 });
  });

  test('leaves values at or below the floor out of the extremes, and reports it', () => {
    const view = { from: 0, to: 100 };
    const points = buffer([
      [0, -5],
      [50, 0],
      [60, 2],
      [100, 8],
    ]);
    expect(extremes(points, view, 0)).toEqual({ min: 2, max: 8, isCut: true });
    expect(extremes(points, view, -10)).toEqual({ min: -5, max: 8, isCut: false });
    const nothing = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY, isCut: true };
    expect(extremes(buffer([[50, -1]]), view, 0)).toEqual(nothing);
  });

  test('finds no nearest point beyond its end', () => {
    const points = buffer([
      [0, 10],
      [100, 20],
      [510, 30],
    ]);
    points.clear();
    for (const time of [0, 100]) points.append(time, 10);
    expect(points.nearest(105, 10)).toBe(1);
    expect(points.nearest(500, 20)).toBe(-1);
    expect(points.nearest(500, Number.POSITIVE_INFINITY)).toBe(1);
    expect(points.nearest(-50, 10)).toBe(-1);
  });

  test('does not change visible points while sliding', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), (shift) => {
        const [before, after] = [new PointBuffer(), new PointBuffer()];
        pointsFor(noisy, { from: 300_000, to: 900_000 }, 500, before);
        pointsFor(noisy, { from: 300_000 + shift, to: 900_000 + shift }, 500, after);
        const common = (points: PointBuffer) =>
          contents(points).filter(([time]) => time > 300_000 + shift && time < 890_000);
        expect(common(after)).toEqual(common(before));
      }),
      { numRuns: 30 },
    );
  });

  test('returns no points for a channel without samples', () => {
    const points = buffer([[0, 1]]);
    pointsFor(undefined, { from: 0, to: 1000 }, 500, points);
    expect(points.length).toBe(0);
    expect(extremes(points, { from: 0, to: 1000 }).min).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('PointBuffer', () => {
  test('grows, joins gaps and can be reused', () => {
    const points = buffer(Array.from({ length: 1000 }, (_, index): Pair => [index, index % 2 === 0 ? index : null]));
    expect(points.length).toBe(1000);
    points.append(1000, Number.NaN);
    expect(points.length).toBe(1000);
    points.clear();
    points.append(0, Number.NaN);
    expect(points.length).toBe(0);
  });
});

describe('drawPlot', () => {
  const line = 'fill="none" stroke="red" stroke-width="1" stroke-linejoin="round"';

  test('skips gaps and marks isolated points', () => {
    const points = buffer([
      [0, 0],
      [1, 1],
      [1, null],
      [5, 5],
      [5, null],
      [8, 8],
      [9, 9],
    ]);
    expect(drawing(points)).toEqual([`<path d="M0 100L1 99M8 92L9 91" ${line}/>`, '<circle cx="5" cy="95" r="3"/>']);
    expect(drawing(buffer([]))).toEqual([]);
  });

  test('starts the dashes where the line has slid to, and anew after a gap', () => {
    const points = buffer([
      [0, 0],
      [10, 0],
      [10, null],
      [20, 0],
      [30, 0],
    ]);
    expect(drawing(points, [4, 2])).toEqual([`<path d="M0 100L10 100M20 100L30 100" ${line} stroke-dasharray="4 2"/>`]);
    expect(drawing(points, [4, 2], 3)).toEqual([
      `<path d="M0 100L10 100" ${line} stroke-dasharray="4 2" stroke-dashoffset="3"/>`,
      `<path d="M20 100L30 100" ${line} stroke-dasharray="4 2"/>`,
    ]);
  });

  test('fills a band below the line, along the maximum and back along the minimum, in pieces', () => {
    const points = new PointBuffer();
    points.append(0, 50, 40, 60);
    points.append(10, 50, 45, 55);
    points.append(10, Number.NaN);
    points.append(20, 50, 40, 60);
    expect(drawing(points)).toEqual([
      '<path d="M0 40L10 45L10 55L0 60Z" fill="red" opacity="0.24"/>',
      `<path d="M0 50L10 50" ${line}/>`,
      '<circle cx="20" cy="50" r="3"/>',
    ]);
  });
});

describe('a plot with two value axes', () => {
  const box = { x: 10, y: 0, width: 100, height: 100 };
  const flat = (value: number): PointBuffer =>
    buffer([
      [0, value],
      [100, value],
    ]);
  const common = { floor: Number.NEGATIVE_INFINITY, limits: [] };
  const time = (at: number): number => at / 100;
  const line = (points: PointBuffer, color: string) => ({ points, color, dash: [], dashOffset: 0 });

  test('draws each line on its own axis, with the labels of the second on the right', () => {
    const surface = new SvgSurface({ width: 150, height: 100 }, 'sans-serif');
    drawPlot(surface, {
      ...common,
      box,
      xTicks: [],
      yTicks: [{ at: 0.5, label: '50' }],
      lines: [{ ...line(flat(50), 'red'), opacity: 0.25 }],
      share: { x: time, y: (value) => value / 100 },
      right: {
        ...common,
        yTicks: [{ at: 0.25, label: '2' }],
        lines: [{ ...line(flat(2), 'blue'), thickness: 2 }],
        share: { x: time, y: (value) => value / 8 },
      },
      lineWidth: 1,
      colors: { softLine: 'silver', dim: 'gray', bad: 'maroon', background: 'white' },
    });
    const [red, blue] = surface.text.match(/<path[^>]*>/g) ?? [];
    expect(red).toContain('d="M10 50L110 50"');
    expect(red).toContain('opacity="0.25"');
    expect(blue).toContain('d="M10 75L110 75"');
    expect(blue).toContain('stroke-width="2"');
    expect(surface.text).toMatch(/<text x="118" y="79"[^>]*>2</);
    expect(surface.text).toMatch(/<text x="2" y="54"[^>]*text-anchor="end">50</);
  });
});

describe('DashPhase', () => {
  test('keeps the position of dashes while points leave on the left', () => {
    const phase = new DashPhase(6);
    const all: Pair[] = [0, 5, 10, 15, 20].map((time): Pair => [time, 0]);
    const later = buffer(all.slice(2));
    phase.advance(buffer(all), later, asIs);
    expect(phase.value).toBe(4);
    phase.advance(later, buffer(all), asIs);
    expect(phase.value).toBe(0);
  });

  test('restarts the dashes if no point of the line is left', () => {
    const phase = new DashPhase(6);
    phase.advance(
      buffer([
        [0, 0],
        [5, 0],
      ]),
      buffer([[5, 0]]),
      asIs,
    );
    expect(phase.value).toBe(5);
    phase.advance(buffer([[5, 0]]), buffer([[9, 0]]), asIs);
    expect(phase.value).toBe(0);
  });
});

describe('the floor of a plot', () => {
  test('is a gap for the values at or below it', () => {
    const points = buffer([
      [0, 10],
      [10, 20],
      [20, 0],
      [30, 20],
      [40, 10],
    ]);
    const [line] = drawing(points, [], 0, 0);
    expect(line).toContain('d="M0 90L10 80M30 80L40 90"');
  });
});

test('draws thin lines in a plot of more than ten', () => {
  const lines = (length: number): { lines: undefined[] } => ({ lines: Array.from({ length }) });
  expect([10, 11].map((count) => lineWidthOf(lines(count)))).toEqual([1.5, 1]);
});
