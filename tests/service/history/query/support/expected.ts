/** What must be answered, from the words of the contract: each reading is looked at by itself. */
import { expect } from 'vitest';
import { bucketWidth, type HistoryPart } from '../../../../../service/contract/index.ts';
import { bucketOf, groupBy, isReading, type Point, summaryByDefinition } from './by-definition.ts';
import type { Past } from './series.ts';

/** The width in milliseconds that a moment is still known to; 0: as it was measured. */
function resolutionAt({ reader }: Past, at: number): number {
  if (reader.isKept('raw', at)) return 0;
  return reader.isKept('minute', at) ? 60_000 : 3_600_000;
}

/** The points that a question is about: where readings are gone, those of every sum that it touches. */
export function pointsAsked(past: Past): Point[] {
  const { from, to } = past;
  return past.reader.all.filter(({ at }) => {
    const width = resolutionAt(past, at);
    if (width === 0) return at >= from && at < to;
    return bucketOf(at, width) < to && bucketOf(at, width) + width > from;
  });
}

/** The coarsest that any of the points is known to. Milliseconds. */
export function resolutionOf(past: Past): number {
  return Math.max(0, ...pointsAsked(past).map(({ at }) => resolutionAt(past, at)));
}

export function expectedParts(past: Past, points: number): HistoryPart[] {
  const asked = pointsAsked(past);
  const isMany = asked.filter(isReading).length > points;
  const width = isMany ? bucketWidth(past.from, past.to, points) : 0;
  return groupBy(asked, ({ at }) => Math.max(width, resolutionAt(past, at))).flatMap(([wide, members]) => {
    if (wide === 0) return readings(members);
    // Buckets cannot say that there was a mark alone.
    return members.some(isReading) ? buckets(members, wide) : [];
  });
}

function readings(points: readonly Point[]): HistoryPart {
  const shown = points.filter(isReading);
  const broken = points.flatMap((point, index) =>
    isReading(point) ? [] : [points.slice(0, index).filter(isReading).length],
  );
  return {
    kind: 'readings',
    at: shown.map(({ at }) => at),
    magnitude: shown.map(({ value }) => (Number.isNaN(value) ? null : value)),
    broken: [...new Set(broken)],
  };
}

function buckets(points: readonly Point[], width: number): HistoryPart {
  const all = groupBy(points, ({ at }) => bucketOf(at, width));
  // Where only marks are, there is no bucket: they break the line in the next one, or after the last.
  const groups = all.filter(([, members]) => members.some(isReading));
  const isMarked = (before: number, at: number): boolean =>
    all.some(([start, members]) => start > before && start < at && !members.some(isReading));
  const startOf = (place: number, otherwise: number): number => groups[place]?.[0] ?? otherwise;
  const summaries = groups.map(([at, members], index) => {
    const summary = summaryByDefinition(members);
    const isLast = index === groups.length - 1;
    return {
      ...summary,
      brokenBefore: summary.brokenBefore || isMarked(startOf(index - 1, Number.NEGATIVE_INFINITY), at),
      brokenAfter: summary.brokenAfter || (isLast && isMarked(at, Number.POSITIVE_INFINITY)),
    };
  });
  const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);
  return {
    kind: 'buckets',
    width_ms: width,
    at: groups.map(([at]) => at),
    count: summaries.map(({ count }) => count),
    min: summaries.map(({ min }) => orNull(min)),
    max: summaries.map(({ max }) => orNull(max)),
    mean: summaries.map(({ mean }) => orNull(mean)),
    broken: summaries.map(
      ({ brokenBefore, gaps, brokenAfter }) => (brokenBefore ? 1 : 0) + (gaps > 0 ? 2 : 0) + (brokenAfter ? 4 : 0),
    ),
  };
}

/** Everything the same; means within a part in 10^9 of the largest value. */
export function expectParts(actual: readonly HistoryPart[], expected: readonly HistoryPart[]): void {
  const withoutMeans = (parts: readonly HistoryPart[]) =>
    parts.map((part) => (part.kind === 'buckets' ? { ...part, mean: part.mean.map((mean) => mean !== null) } : part));
  expect(withoutMeans(actual)).toEqual(withoutMeans(expected));
  const meansOf = (parts: readonly HistoryPart[]) =>
    parts.flatMap((part) => (part.kind === 'buckets' ? part.mean : []));
  const wanted = meansOf(expected);
  meansOf(actual).forEach((mean, index) => {
    expectNear(mean, wanted[index] ?? null);
  });
}

/** Within a part in 10^9. @param scale what it is a part of, where that is more than the value itself */
export function expectNear(actual: number | null, wanted: number | null, scale = 0): void {
  if (actual === null || wanted === null) expect(actual).toBe(wanted);
  // Squares of the least doubles vanish.
  else expect(Math.abs(actual - wanted)).toBeLessThanOrEqual(1e-9 * Math.max(Math.abs(wanted), scale) + 1e-200);
}
