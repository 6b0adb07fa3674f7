import type { ComputedPreview } from '../../../../service/contract/index.ts';

/** Size of the drawing, in its own units. */
export const CHART_SIZE = { width: 600, height: 100 } as const;

const HOUR_MS = 3_600_000;

type Results = Pick<ComputedPreview, 'at' | 'magnitudes'>;

export interface ChartRange {
  /** Milliseconds since 1970: the hour before the last result. */
  from: number;
  to: number;
  min: number;
  max: number;
  /** Results with a value. */
  count: number;
}

/** Undefined without a result. */
export function previewRange({ at, magnitudes }: Results): ChartRange | undefined {
  let [min, max, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const value of magnitudes) {
    if (value === null) continue;
    min = Math.min(min, value);
    max = Math.max(max, value);
    count += 1;
  }
  const to = at.at(-1);
  return to === undefined || count === 0 ? undefined : { from: to - HOUR_MS, to, min, max, count };
}

/** As an SVG path. A result without a value is a gap; a constant line is in the middle; a lone result is a dash. */
export function previewPath({ at, magnitudes }: Results, { from, to, min, max }: ChartRange): string {
  const path: string[] = [];
  const isConstant = max === min;
  let isJoined = false;
  for (const [index, value] of magnitudes.entries()) {
    const time = at[index] ?? 0;
    const isShown = value !== null && time >= from;
    if (isShown) {
      const x = ((time - from) / Math.max(1, to - from)) * CHART_SIZE.width;
      const y = isConstant ? CHART_SIZE.height / 2 : (1 - (value - min) / (max - min)) * CHART_SIZE.height;
      const isAlone = !isJoined && (magnitudes[index + 1] ?? null) === null;
      path.push(`${isJoined ? 'L' : 'M'}${rounded(x)} ${rounded(y)}${isAlone ? 'h1' : ''}`);
    }
    isJoined = isShown;
  }
  return path.join('');
}

function rounded(position: number): number {
  return Math.round(position * 10) / 10;
}
