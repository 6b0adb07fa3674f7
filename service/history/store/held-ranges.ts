/** The ranges of readings that runs hold back from the retention. Times are milliseconds since 1970. */
import { type ChannelRef, channelPath } from '../../contract/index.ts';
import { spanEndingAfter } from '../query/time-ranges.ts';
import type { Resolution, StoredRun, TimeSpan } from '../types.ts';
import type { CoverageStart } from './resolution-coverage.ts';

const HOUR_MS = 3_600_000;

/** From and to, which null leaves open, of ranges in ascending order without overlap. */
type Spans = readonly (readonly [from: number, to: number | null])[];

/** What a run holds: by channel, the ranges in which a resolution was complete and stays so. In whole hours. */
export type Hold = Readonly<Record<string, Readonly<Record<Resolution, Spans>>>>;

/**
 * What a run holds from now on. Whole hours, so that a held range never splits an aggregate.
 * @param held by all runs: it is complete, although it may be older than `completeFrom`
 */
export function holdOf(
  { from, to, channels }: Pick<StoredRun, 'from' | 'to' | 'channels'>,
  completeFrom: CoverageStart,
  held: HeldRanges,
): Hold {
  const start = Math.floor(Date.parse(from) / HOUR_MS) * HOUR_MS;
  const end = to === null ? Number.POSITIVE_INFINITY : Math.ceil(Date.parse(to) / HOUR_MS) * HOUR_MS;
  const spansOf = (channel: ChannelRef, level: Resolution): Spans => {
    const complete = merged([...held.of(channel, level), { from: completeFrom[level], to: Number.POSITIVE_INFINITY }]);
    return complete
      .map((span) => ({ from: Math.max(span.from, start), to: Math.min(span.to, end) }))
      .filter((span) => span.from < span.to)
      .map((span) => [span.from, Number.isFinite(span.to) ? span.to : null] as const);
  };
  return Object.fromEntries(
    channels.map((channel) => [
      channelPath(channel),
      { raw: spansOf(channel, 'raw'), minute: spansOf(channel, 'minute'), hour: spansOf(channel, 'hour') },
    ]),
  );
}

const NONE: readonly TimeSpan[] = [];

/** The held ranges of all runs, by channel. */
export class HeldRanges {
  readonly #spans: Readonly<Record<Resolution, ReadonlyMap<string, readonly TimeSpan[]>>>;

  constructor(holds: readonly Hold[]) {
    this.#spans = {
      raw: joinedSpans(holds, 'raw'),
      minute: joinedSpans(holds, 'minute'),
      hour: joinedSpans(holds, 'hour'),
    };
  }

  get isEmpty(): boolean {
    return Object.values(this.#spans).every(({ size }) => size === 0);
  }

  /** In ascending order, without overlap; in whole hours. */
  of(channel: ChannelRef, level: Resolution): readonly TimeSpan[] {
    return this.#spans[level].get(channelPath(channel)) ?? NONE;
  }

  /** Whether a block of the resolution, with its first and last timestamp, has data of a held range. */
  isHeld(channel: ChannelRef, level: Resolution, first: number, last: number): boolean {
    const span = spanEndingAfter(this.of(channel, level), first);
    return span !== undefined && span.from <= last;
  }
}

function joinedSpans(holds: readonly Hold[], level: Resolution): Map<string, readonly TimeSpan[]> {
  const byChannel = new Map<string, TimeSpan[]>();
  for (const hold of holds) {
    for (const [path, levels] of Object.entries(hold)) {
      const spans = byChannel.get(path) ?? [];
      spans.push(...toSpans(levels[level]));
      byChannel.set(path, spans);
    }
  }
  return new Map([...byChannel].filter(([, spans]) => spans.length > 0).map(([path, spans]) => [path, merged(spans)]));
}

function toSpans(spans: Spans): TimeSpan[] {
  return spans.map(([from, to]) => ({ from, to: to ?? Number.POSITIVE_INFINITY }));
}

/** Joins ranges that overlap or touch. */
function merged(spans: readonly TimeSpan[]): TimeSpan[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}
