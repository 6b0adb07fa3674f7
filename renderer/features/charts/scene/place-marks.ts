import type { View } from '../view/view.ts';
import type { ChartMark } from './chart-mark.ts';

/** Marks shown at most; more would cover the plot. */
const MOST = 200;

/** Limits of the width of a name, in CSS pixels. */
const LEAST_NAME = 28;
const LONGEST_NAME = 320;

export interface PlacedMark {
  readonly mark: ChartMark;
  /** From the left edge of the plot, in CSS pixels. */
  readonly x: number;
  /** Width that its name may have, in CSS pixels; 0 if none fits before the next mark. */
  readonly nameWidth: number;
}

/** Positions of the marks in view, in a plot and in its image. @param marks ascending by time @param width of the plot */
export function placeMarks(marks: readonly ChartMark[], { from, to }: View, width: number): PlacedMark[] {
  const shown = marks.filter(({ at }) => at >= from && at <= to).slice(0, MOST);
  const xOf = ({ at }: ChartMark): number => ((at - from) / (to - from)) * width;
  return shown.map((mark, index) => {
    const x = xOf(mark);
    const next = shown[index + 1];
    const space = (next ? xOf(next) : width) - x;
    return { mark, x, nameWidth: space < LEAST_NAME ? 0 : Math.min(LONGEST_NAME, Math.floor(space) - 2) };
  });
}
