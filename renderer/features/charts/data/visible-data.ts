import type { PastStore } from '../../../data/history-tiles/past-store.ts';
import type { TileSubscription } from '../../../data/history-tiles/tile-loader.ts';
import type { SampleStore } from '../../../data/samples/sample-store.ts';
import { minDefined } from '../../../data/waits.ts';
import type { ChartChannel } from '../channels.ts';
import type { View } from '../view/view.ts';
import { ChannelSource } from './channel-source.ts';

/** Minimum time between two requests while the view moves, in milliseconds. */
const REQUEST_INTERVAL_MS = 200;

export interface VisibleDataOptions {
  readonly channels: readonly ChartChannel[];
  readonly store: SampleStore;
  readonly past: PastStore;
  /** The service's time in milliseconds since 1970. */
  readonly now: () => number;
}

/** A range and its width, in screen pixels. */
export interface VisibleRange {
  readonly view: View;
  readonly width: number;
}

/** The data in view of a stack of charts: the source of each channel, and the requests to the service. */
export class VisibleData {
  readonly #options: VisibleDataOptions;
  /** For the panels. */
  readonly sources: ReadonlyMap<string, ChannelSource>;
  /** For the overview, which has a range of its own. */
  readonly overviewSources: ReadonlyMap<string, ChannelSource>;
  readonly #keys: readonly string[];
  #claim: TileSubscription | undefined;
  #requestedAt = Number.NEGATIVE_INFINITY;

  constructor(options: VisibleDataOptions) {
    const { channels, store, past } = options;
    const sources = (): Map<string, ChannelSource> =>
      new Map(channels.map((channel) => [channel.key, new ChannelSource(channel, store, past)]));
    this.#options = options;
    this.sources = sources();
    this.overviewSources = sources();
    this.#keys = channels.map(({ key }) => key);
  }

  start(): void {
    this.#claim ??= this.#options.past.loader.claim();
  }

  stop(): void {
    this.#claim?.end();
    this.#claim = undefined;
  }

  /** Time of the oldest reading of any channel; NaN without any. */
  get firstTime(): number {
    let first = Number.NaN;
    for (const { firstTime } of this.sources.values()) if (!(first <= firstTime)) first = firstTime;
    return first;
  }

  /** Time at which the first line enters a view, or starts in it; NaN while unknown, infinite without a line. */
  firstIn(view: View, width: number): number {
    if (!this.#options.past.stored.isKnown) return Number.NaN;
    // Math.min returns NaN if any is.
    return Math.min(...[...this.sources.values()].map((source) => source.firstIn(view, width)));
  }

  /** Shortest usual interval of any channel, in milliseconds; undefined if unknown. */
  get interval(): number | undefined {
    let shortest: number | undefined;
    for (const { ring } of this.sources.values()) {
      const interval = ring?.interval;
      if (interval !== undefined && !(shortest !== undefined && shortest <= interval)) shortest = interval;
    }
    return shortest;
  }

  /**
   * Requests the data in view.
   * @param frameTime milliseconds of any clock
   * @param overviewOf the channel of the overview
   * @returns milliseconds until the next call is useful; undefined to wait for a change
   */
  request(
    frameTime: number,
    panels: VisibleRange,
    overview: VisibleRange,
    overviewOf: string | undefined,
  ): number | undefined {
    const wait = this.#requestedAt + REQUEST_INTERVAL_MS - frameTime;
    if (wait > 0) return wait;
    this.#requestedAt = frameTime;
    const { past, now } = this.#options;
    const around = { from: Math.min(panels.view.from, overview.view.from), to: overview.view.to };
    const again = minDefined(past.stored.ensureLoaded(this.#keys), past.annotations.ensureLoaded(around));
    const main = [...this.sources.values()].map((source) => source.wants(panels.view, panels.width, now()));
    const shown = overviewOf === undefined ? undefined : this.overviewSources.get(overviewOf);
    const inOverview = shown?.wants(overview.view, overview.width, now()) ?? [];
    // The nearest tiles of all channels first: they share a request.
    const longest = Math.max(0, ...main.map(({ length }) => length));
    const inTurn = Array.from({ length: longest }, (_, index) => main.flatMap((wants) => wants[index] ?? []));
    this.#claim?.set([...inTurn.flat(), ...inOverview]);
    return again;
  }
}
