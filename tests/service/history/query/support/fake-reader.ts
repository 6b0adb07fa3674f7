/** A channel's past over arrays, whose sums are made by the definitions. */
import type {
  Buckets,
  ChannelReader,
  Points,
  RawBlock,
  Resolution,
  TimeSpan,
} from '../../../../../service/history/types.ts';
import { bucketOf, groupBy, type Point, summaryByDefinition } from './by-definition.ts';

const WIDTH = { minute: 60_000, hour: 3_600_000 };

/** From when on each level is complete; all of it where nothing is said. And what runs hold, in whole hours. */
export type Kept = Partial<Record<Resolution, number>> & {
  held?: Partial<Record<'raw' | 'minute', readonly TimeSpan[]>>;
};

export class FakeReader implements ChannelReader {
  /** How many blocks were unpacked, and how many buckets were read. */
  unpacked = 0;
  taken = 0;
  /** Every point, as the reader should see them: in order of time, of one moment those of the earlier block first. */
  readonly all: readonly Point[];
  readonly #blocks: readonly (readonly Point[])[];
  readonly #kept: Kept;

  /** @param portions points in the order they came, a block each */
  constructor(portions: readonly (readonly Point[])[], kept: Kept = {}) {
    this.#kept = kept;
    const inTime = (points: readonly Point[]): Point[] => points.toSorted((a, b) => a.at - b.at);
    this.#blocks = portions
      .map((portion) => inTime(portion.filter(({ at }) => this.isKept('raw', at))))
      .filter((block) => block.length > 0)
      .toSorted((a, b) => first(a) - first(b));
    this.all = inTime([...portions.flat().filter(({ at }) => !this.isKept('raw', at)), ...this.#blocks.flat()]);
  }

  held(level: 'raw' | 'minute'): readonly TimeSpan[] {
    return this.#kept.held?.[level] ?? [];
  }

  /** Whether all of a moment is there, at a level. */
  isKept(level: 'raw' | 'minute', at: number): boolean {
    return at >= this.completeFrom(level) || this.held(level).some(({ from, to }) => at >= from && at < to);
  }

  *blocks(from: number, to: number): Generator<RawBlock> {
    for (const block of this.#blocks) {
      if (!block.some(({ at }) => at >= from && at < to)) continue;
      yield {
        first: first(block),
        last: block.at(-1)?.at ?? 0,
        length: block.length,
        summary: summaryByDefinition(block),
        points: () => {
          this.unpacked += 1;
          return columnsOf(block);
        },
      };
    }
  }

  buckets(level: 'minute' | 'hour', from: number, to: number): Buckets {
    const kept = this.all.filter(({ at }) => level === 'hour' || this.isKept(level, at));
    const groups = groupBy(kept, ({ at }) => bucketOf(at, WIDTH[level])).filter(([at]) => at >= from && at < to);
    this.taken += groups.length;
    const summaries = groups.map(([, points]) => summaryByDefinition(points));
    return {
      at: Float64Array.from(groups, ([at]) => at),
      count: Float64Array.from(summaries, ({ count }) => count),
      failed: Float64Array.from(summaries, ({ failed }) => failed),
      min: Float64Array.from(summaries, ({ min }) => min),
      max: Float64Array.from(summaries, ({ max }) => max),
      mean: Float64Array.from(summaries, ({ mean }) => mean),
      m2: Float64Array.from(summaries, ({ m2 }) => m2),
      gaps: Float64Array.from(summaries, ({ gaps }) => gaps),
      broken: Uint8Array.from(summaries, (summary) => Number(summary.brokenBefore) + 2 * Number(summary.brokenAfter)),
    };
  }

  completeFrom(level: Resolution): number {
    return this.#kept[level] ?? Number.NEGATIVE_INFINITY;
  }
}

function first(points: readonly Point[]): number {
  return points[0]?.at ?? 0;
}

export function columnsOf(points: readonly Point[]): Points {
  return { at: Float64Array.from(points, ({ at }) => at), value: Float64Array.from(points, ({ value }) => value) };
}
