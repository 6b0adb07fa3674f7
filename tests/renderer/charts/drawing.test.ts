import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DashPhase } from '../../../renderer/features/charts/draw/dash-phase.ts';
import { extremes, pointsFor } from '../../../renderer/features/charts/draw/decimate.ts';
import { type DashPattern, drawLine, type Projection } from '../../../renderer/features/charts/draw/line-path.ts';
import { PointBuffer } from '../../../renderer/features/charts/draw/point-buffer.ts';
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

/** What was drawn, as an SVG path with circles. */
function path(points: PointBuffer, dash?: DashPattern): string {
  const drawn: string[] = [];
  const pen = {
    moveTo: (x: number, y: number) => drawn.push(`M${x},${y}`),
    lineTo: (x: number, y: number) => drawn.push(`L${x},${y}`),
  };
  drawLine(points, asIs, pen, (x, y) => drawn.push(`O${x},${y}`), dash);
  return drawn.join(' ');
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
    expect(extremes(points, view)).toEqual({ min: Math.min(...values), max: Math.max(...values) });
  });

  test('has the extremes of a line that crosses the view between two readings, but not of a gap', () => {
    const joined = buffer([
      [0, 10],
      [100, 20],
    ]);
    expect(extremes(joined, { from: 25, to: 75 })).toEqual({ min: 12.5, max: 17.5 });
    const none = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
    expect(extremes(joined, { from: 125, to: 175 })).toEqual(none);
    const gap = buffer([
      [0, 10],
      [50, null],
      [100, 20],
    ]);
    expect(extremes(gap, { from: 25, to: 75 })).toEqual(none);
    expect(extremes(gap, { from: 60, to: 75 })).toEqual(none);
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

describe('drawLine', () => {
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
    expect(path(points)).toBe('M0,0 L1,1 O5,5 M8,8 L9,9');
    expect(path(buffer([]))).toBe('');
  });

  test('draws dashes along the line', () => {
    const dash = { pattern: [4, 2], phase: new DashPhase(6) };
    const points = buffer([
      [0, 0],
      [10, 0],
      [20, 0],
    ]);
    expect(path(points, dash)).toBe('M0,0 L4,0 M6,0 L10,0 L10,0 M12,0 L16,0 M18,0 L20,0');
  });

  test('keeps the position of dashes while points leave on the left', () => {
    const dash = { pattern: [4, 2], phase: new DashPhase(6) };
    const all: Pair[] = [0, 5, 10, 15, 20].map((time): Pair => [time, 0]);
    const later = buffer(all.slice(2));
    dash.phase.advance(buffer(all), later, asIs);
    expect(dash.phase.value).toBe(4);
    expect(path(later, dash)).toBe('M10,0 M12,0 L15,0 L16,0 M18,0 L20,0');
    dash.phase.advance(later, buffer(all), asIs);
    expect(dash.phase.value).toBe(0);
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
