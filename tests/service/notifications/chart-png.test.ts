import { describe, expect, test } from 'vitest';
import type { ChartSeries } from '../../../service/contract/chart-series.ts';
import { drawChart } from '../../../service/notifications/chart-png.ts';
import { type DecodedPng, decodePng } from './decode-png.ts';

const LINE = '2c5282';
const LIMIT = 'c4314b';
const GRID = 'e8e8e8';
const FRAME = 'b0b0b0';
const WHITE = 'ffffff';

/** One pixel of the plot, which is 1196 wide, for each millisecond. */
const RANGE = { from: 0, to: 1196 };

function series(points: readonly (readonly [at: number, value: number | null, low?: number, high?: number])[]) {
  return {
    at: points.map(([at]) => at),
    value: points.map(([, value]) => value),
    low: points.map(([, value, low]) => low ?? value),
    high: points.map(([, value, , high]) => high ?? value),
  } satisfies ChartSeries;
}

const draw = (points: Parameters<typeof series>[0], limit: number | null = null): DecodedPng =>
  decodePng(drawChart(series(points), { ...RANGE, limit }));

/** Rows of a column that have a color. */
function rowsOf(png: DecodedPng, x: number, color: string): number[] {
  return Array.from({ length: png.height }, (_, y) => y).filter((y) => png.pixel(x, y) === color);
}

describe('the chart of a message', () => {
  test('has a frame and a grid on white', () => {
    const png = draw([]);
    expect(png).toMatchObject({ width: 1200, height: 360 });
    expect([png.pixel(0, 0), png.pixel(1199, 359), png.pixel(1, 180), png.pixel(600, 358)]).toEqual(
      Array(4).fill(FRAME),
    );
    expect([png.pixel(200, 10), png.pixel(999, 10), png.pixel(10, 90), png.pixel(10, 269)]).toEqual(
      Array(4).fill(GRID),
    );
    expect([png.pixel(2, 2), png.pixel(300, 45), png.pixel(1197, 357)]).toEqual(Array(3).fill(WHITE));
  });

  test('draws the lowest value a tenth above the bottom, the highest a tenth below the top', () => {
    const png = draw([
      [0, 10],
      [500, 10],
      [500.001, 20],
      [1196, 20],
    ]);
    // The plot has 356 rows from 2 on: 10 is at 2 + 356 * 0.9 = 322.4, 20 at 2 + 35.6 = 37.6; the line has 4 rows.
    expect(rowsOf(png, 300, LINE)).toEqual([321, 322, 323]);
    expect(rowsOf(png, 900, LINE)).toEqual([36, 37, 38]);
    expect(rowsOf(png, 502, LINE).length).toBeGreaterThan(280);
  });

  test('blends the edges of the line with the paper', () => {
    const png = draw([
      [0, 10],
      [1196, 10],
    ]);
    // A single value is in the middle, at 180: two rows above it and two below.
    expect(rowsOf(png, 300, LINE)).toEqual([178, 179, 180, 181]);
    const slanted = draw([
      [0, 0],
      [1196, 1],
    ]);
    const column = Array.from({ length: 360 }, (_, y) => slanted.pixel(300, y));
    const between = column.filter((color) => ![LINE, WHITE, GRID, FRAME].includes(color));
    expect(between.length).toBeGreaterThanOrEqual(1);
    expect(between.length).toBeLessThanOrEqual(3);
  });

  test('leaves a gap, and shows a value between two gaps as a dot', () => {
    const png = draw([
      [100, 1],
      [300, 1],
      [300, null],
      [500, 1],
      [600, Number.NaN],
      [700, 1],
      [1100, 1],
    ]);
    const isDrawn = (x: number): boolean => rowsOf(png, x, LINE).length > 0;
    expect([250, 310, 450, 502, 550, 650, 720].map(isDrawn)).toEqual([true, false, false, true, false, false, true]);
    expect(rowsOf(png, 300, LINE)).toEqual([178, 179, 180, 181]);
  });

  test('fills the band from the lowest to the highest value', () => {
    const png = draw([
      [0, 15, 10, 20],
      [1196, 15, 10, 20],
    ]);
    const band = rowsOf(png, 300, 'cad4e0');
    // A quarter of the line's color on white, from 37.6 to 322.4, without line and grid in the column.
    expect([band[0], band.at(-1)]).toEqual([38, 321]);
    expect(rowsOf(png, 300, WHITE).at(-1)).toBe(357);
    expect(png.pixel(300, 30)).toBe(WHITE);
  });

  test('draws the limit as a dashed line in the scale of the values', () => {
    const png = draw(
      [
        [0, 0],
        [1196, 0],
      ],
      10,
    );
    // At 37.6, as above, with three rows: 36.1 to 39.1.
    expect(rowsOf(png, 10, LIMIT)).toEqual([37, 38]);
    const dashed = Array.from({ length: 1190 }, (_, x) => (png.pixel(x + 5, 37) === LIMIT ? '-' : ' ')).join('');
    expect(dashed.split(' ').filter(Boolean).length).toBeGreaterThan(30);
    expect(rowsOf(draw([[0, 0]]), 10, LIMIT)).toEqual([]);
  });

  test('stays inside its frame with values of any size and points outside the range', () => {
    const png = draw(
      [
        [-5000, -1e308],
        [400, 1e308],
        [99_999, Number.MAX_VALUE],
        [99_999, Number.POSITIVE_INFINITY],
      ],
      -Number.MAX_VALUE,
    );
    for (let y = 0; y < 360; y += 1) expect([png.pixel(0, y), png.pixel(1199, y)]).toEqual([FRAME, FRAME]);
    expect(rowsOf(png, 402, LINE).length).toBeGreaterThan(0);
  });

  test('draws the newest 2000 points', () => {
    const points = Array.from({ length: 2100 }, (_, index) => [index < 100 ? index : 1000, 1] as const);
    const png = draw(points);
    expect(rowsOf(png, 50, LINE)).toEqual([]);
    // Round: in its first column, the outer rows are covered in part.
    expect(rowsOf(png, 1002, LINE)).toEqual([179, 180]);
  });
});
