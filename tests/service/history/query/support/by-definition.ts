/** What readings come to, straight from the definitions of `Summary`: over plain arrays, with none of the code tested. */
import { type Aggregate, GAP } from '../../../../../service/history/types.ts';

/** One point, as simple as can be. */
export interface Point {
  readonly at: number;
  readonly value: number;
}

export const isValid = ({ value }: Point): boolean => Number.isFinite(value);
export const isFailed = ({ value }: Point): boolean => Number.isNaN(value);
export const isMark = ({ value }: Point): boolean => value === GAP;
export const isReading = (point: Point): boolean => !isMark(point);

/** The summary of points in order of time. */
export function summaryByDefinition(points: readonly Point[]): Aggregate {
  const values = points.filter(isValid).map(({ value }) => value);
  const places = points.flatMap((point, index) => (isValid(point) ? [index] : []));
  const mean = meanOf(values);
  const isEmpty = values.length === 0;
  const isInterrupted = (from: number, to: number): boolean => points.slice(from, to).some((point) => !isValid(point));
  const lastPlace = places.at(-1) ?? -1;
  return {
    count: values.length,
    failed: points.filter(isFailed).length,
    min: isEmpty ? Number.NaN : Math.min(...values),
    max: isEmpty ? Number.NaN : Math.max(...values),
    mean,
    m2: isEmpty ? Number.NaN : values.reduce((sum, value) => sum + (value - mean) ** 2, 0),
    gaps: places.slice(1).filter((place, index) => isInterrupted((places[index] ?? 0) + 1, place)).length,
    brokenBefore: isInterrupted(0, places[0] ?? points.length),
    brokenAfter: isInterrupted(lastPlace + 1, points.length),
  };
}

/** Area in the unit times seconds, null if nothing is covered, and the milliseconds that it covers. */
export function trapezoidsByDefinition(points: readonly Point[]): [area: number | null, covered: number] {
  const pairs = points.slice(1).map((point, index) => [points[index] ?? point, point] as const);
  const joined = pairs.filter(([one, next]) => isValid(one) && isValid(next));
  const covered = joined.reduce((sum, [one, next]) => sum + next.at - one.at, 0);
  const area = joined.reduce(
    (sum, [one, next]) => sum + ((one.value + next.value) / 2) * ((next.at - one.at) / 1000),
    0,
  );
  return [covered === 0 ? null : area, covered];
}

/** The mean of values that are near each other; NaN of none. */
function meanOf(values: readonly number[]): number {
  const [first] = values;
  if (first === undefined) return Number.NaN;
  return first + values.reduce((sum, value) => sum + (value - first), 0) / values.length;
}

/** The beginning of the bucket of a moment. */
export function bucketOf(at: number, width: number): number {
  return Math.floor(at / width) * width;
}

/** Groups that keep the order in which their first members come. */
export function groupBy<Member, Key>(members: readonly Member[], keyOf: (member: Member) => Key): [Key, Member[]][] {
  const groups = new Map<Key, Member[]>();
  for (const member of members) {
    const key = keyOf(member);
    groups.set(key, [...(groups.get(key) ?? []), member]);
  }
  return [...groups];
}
