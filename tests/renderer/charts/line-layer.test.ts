import { describe, expect, test } from 'vitest';
import { PointBuffer } from '../../../renderer/features/charts/data/point-buffer.ts';
import { drawLines, type PlotLine } from '../../../renderer/features/charts/drawing/draw-plot.ts';
import { movement, type StillScene } from '../../../renderer/features/charts/drawing/line-layer.ts';
import { SvgSurface } from '../../../renderer/features/charts/image-export/svg-surface.ts';
import type { Tick } from '../../../service/contract/value-ticks.ts';

const TICKS: readonly Tick[] = [];
const DASH: readonly number[] = [3, 2];

function buffer(points: readonly (readonly [time: number, value: number])[]): PointBuffer {
  const filled = new PointBuffer();
  for (const [time, value] of points) filled.append(time, value);
  return filled;
}

/** A point every 10 ms from 0 on, at 50. */
function flat(count: number): [number, number][] {
  return Array.from({ length: count }, (_, index) => [index * 10, 50]);
}

function line(points: PointBuffer, color = 'red'): PlotLine {
  return { points, color, dash: DASH, dashOffset: 0 };
}

/** A plot of 100 by 100 pixels that shows 100 ms from `from` on. */
function scene(from: number, points: PointBuffer, others: Partial<StillScene> = {}): StillScene {
  return {
    view: { from, to: from + 100 },
    box: { x: 0, y: 0, width: 100, height: 100 },
    xTicks: [],
    yTicks: TICKS,
    lines: [line(points)],
    lineWidth: 1,
    floor: Number.NEGATIVE_INFINITY,
    limits: [],
    share: { x: (time) => (time - from) / 100, y: (value) => value / 100 },
    colors: { softLine: 'silver', dim: 'gray', bad: 'maroon', background: 'white' },
    ...others,
  };
}

describe('movement', () => {
  const before = scene(0, buffer(flat(12)));

  test('is that of the view, in pixels, while the common points are the same', () => {
    expect(movement(before, scene(25, buffer(flat(14))))).toBe(-25);
    expect(movement(scene(25, buffer(flat(14))), before)).toBe(25);
    expect(movement(before, scene(0, buffer(flat(12))))).toBe(0);
  });

  test.each([
    ['a point has another value', scene(25, buffer(flat(14).with(5, [50, 51])))],
    ['a point was added', scene(25, buffer([...flat(6), [52, 50], ...flat(14).slice(6)]))],
    ['the line ends earlier', scene(25, buffer(flat(10)))],
    ['the value axis changed', scene(25, buffer(flat(14)), { yTicks: [{ at: 0, label: '0' }] })],
    ['the view is longer', scene(0, buffer(flat(12)), { view: { from: 0, to: 101 } })],
    ['the plot is wider', scene(0, buffer(flat(12)), { box: { x: 0, y: 0, width: 101, height: 100 } })],
    ['a line has another color', scene(0, buffer(flat(12)), { lines: [line(buffer(flat(12)), 'blue')] })],
    ['a line is hidden', scene(0, buffer(flat(12)), { lines: [] })],
  ])('is unknown if %s', (_, after) => {
    expect(movement(before, after)).toBeNaN();
  });
});

describe('a strip of lines', () => {
  const paths = (drawn: StillScene, x: number, width: number): string[] => {
    const surface = new SvgSurface({ width: 100, height: 100 }, 'sans-serif');
    drawLines(surface, drawn, { x, width });
    return surface.text.match(/<path[^>]*>/g) ?? [];
  };

  test('is drawn from the point before it to the one after, with the dashes of the whole line', () => {
    const [path, ...others] = paths(scene(0, buffer(flat(12))), 46, 8);
    expect(others).toEqual([]);
    expect(path).toContain('d="M40 50L50 50L60 50"');
    expect(path).toContain('stroke-dashoffset="40"');
  });

  test('has no part of a line that ends before it', () => {
    expect(paths(scene(0, buffer(flat(3))), 46, 8)).toEqual([]);
  });
});
