/** The ranges of readings that runs hold back from the retention. Times are milliseconds since 1970. */
import { type ChannelRef, channelPath } from '../../contract/index.ts';
import type { Resolution, StoredRun, TimeSpan } from '../types.ts';
import type { CoverageStart } from './resolution-coverage.ts';
import { SpanCounts } from './span-counts.ts';

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
    const complete = Math.max(completeFrom[level], start);
    const spans = [...held.within(channel, level, start, Math.min(complete, end))];
    if (complete < end) {
      const touching = spans.at(-1)?.to === complete ? spans.pop() : undefined;
      spans.push({ from: touching?.from ?? complete, to: end });
    }
    return spans.map((span) => [span.from, Number.isFinite(span.to) ? span.to : null] as const);
  };
  return Object.fromEntries(
    channels.map((channel) => [
      channelPath(channel),
      { raw: spansOf(channel, 'raw'), minute: spansOf(channel, 'minute'), hour: spansOf(channel, 'hour') },
    ]),
  );
}

const NONE: readonly TimeSpan[] = [];
const LEVELS = ['raw', 'minute', 'hour'] as const;

/**
 * The held ranges of all runs, by channel. A change costs as much as its run has channels, however many runs there are.
 * Memory: 16 bytes for each hour in which runs of a channel start or end, for each resolution: at most some 100 MB, if
 * 10,000 runs of 64 channels share no hour.
 */
export class HeldRanges {
  readonly #counts: Readonly<Record<Resolution, Map<string, SpanCounts>>> = {
    raw: new Map(),
    minute: new Map(),
    hour: new Map(),
  };
  #version = 0;

  /** @param holds fastest in the order of their start */
  constructor(holds: Iterable<Hold>) {
    for (const hold of holds) this.#count(hold, 1);
  }

  /** Another number after each change. */
  get version(): number {
    return this.#version;
  }

  get isEmpty(): boolean {
    return Object.values(this.#counts).every(({ size }) => size === 0);
  }

  add(hold: Hold): void {
    this.#count(hold, 1);
    this.#version += 1;
  }

  /** @param holds each of which was added */
  remove(holds: readonly Hold[]): void {
    for (const hold of holds) this.#count(hold, -1);
    this.#version += 1;
  }

  /** In ascending order, without overlap; in whole hours. */
  of(channel: ChannelRef, level: Resolution): readonly TimeSpan[] {
    return this.#counts[level].get(channelPath(channel))?.union ?? NONE;
  }

  /** The parts within [from, to), likewise. */
  within(channel: ChannelRef, level: Resolution, from: number, to: number): readonly TimeSpan[] {
    return this.#counts[level].get(channelPath(channel))?.within(from, to) ?? NONE;
  }

  /** Whether a block of the resolution, with its first and last timestamp, has data of a held range. */
  isHeld(channel: ChannelRef, level: Resolution, first: number, last: number): boolean {
    return this.#counts[level].get(channelPath(channel))?.meets(first, last) ?? false;
  }

  #count(hold: Hold, by: 1 | -1): void {
    for (const [path, levels] of Object.entries(hold)) {
      for (const level of LEVELS) {
        const spans = levels[level];
        if (spans.length === 0) continue;
        const byPath = this.#counts[level];
        const counts = byPath.get(path) ?? new SpanCounts();
        for (const [from, to] of spans) counts.count({ from, to: to ?? Number.POSITIVE_INFINITY }, by);
        if (counts.isEmpty) byPath.delete(path);
        else byPath.set(path, counts);
      }
    }
  }
}
