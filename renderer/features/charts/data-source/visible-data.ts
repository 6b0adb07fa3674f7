import type { PastStore, TileSubscription } from '../../../data/history-tiles/index.ts';
import type { SampleStore } from '../../../data/samples/index.ts';
import { minDefined } from '../../../data/waits.ts';
import type { ChartChannel } from '../types.ts';
import type { View } from '../view/view.ts';
import { ChannelSource } from './channel-source.ts';

/** What is looked at changes with every frame while it moves; the service is asked this often at most. In milliseconds. */
const LOOK_MS = 200;

export interface VisibleDataOptions {
  readonly channels: readonly ChartChannel[];
  readonly store: SampleStore;
  readonly past: PastStore;
  /** The service's time in milliseconds since 1970. */
  readonly now: () => number;
}

/** A stretch, and how wide it is drawn in pixels of the screen. */
export interface VisibleRange {
  readonly view: View;
  readonly width: number;
}

/** What a stack of charts looks at: where each channel's points come from, and what the service is asked for. */
export class VisibleData {
  readonly #parts: VisibleDataOptions;
  readonly #panels: ReadonlyMap<string, ChannelSource>;
  readonly #overview: ReadonlyMap<string, ChannelSource>;
  readonly #keys: readonly string[];
  #claim: TileSubscription | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: VisibleDataOptions) {
    const { channels, store, past } = parts;
    const sources = (): Map<string, ChannelSource> =>
      new Map(channels.map((channel) => [channel.key, new ChannelSource(channel, store, past)]));
    this.#parts = parts;
    this.#panels = sources();
    this.#overview = sources();
    this.#keys = channels.map(({ key }) => key);
  }

  start(): void {
    this.#claim ??= this.#parts.past.loader.claim();
  }

  stop(): void {
    this.#claim?.end();
    this.#claim = undefined;
  }

  /** For the panels. */
  get sources(): ReadonlyMap<string, ChannelSource> {
    return this.#panels;
  }

  /** For the overview, which looks at another stretch. */
  get overviewSources(): ReadonlyMap<string, ChannelSource> {
    return this.#overview;
  }

  /** The oldest moment of any channel that can be drawn; NaN when there is none. */
  get firstTime(): number {
    let first = Number.NaN;
    for (const { firstTime } of this.#panels.values()) if (!(first <= firstTime)) first = firstTime;
    return first;
  }

  /** The shortest usual time between readings of any channel, in milliseconds; undefined: none is known. */
  get interval(): number | undefined {
    let shortest: number | undefined;
    for (const { ring } of this.#panels.values()) {
      const interval = ring?.interval;
      if (interval !== undefined && !(shortest !== undefined && shortest <= interval)) shortest = interval;
    }
    return shortest;
  }

  /**
   * Asks for what is looked at.
   * @param frameTime milliseconds of any clock
   * @param overviewOf the channel that the overview shows
   * @returns in how many milliseconds it is worth asking again; undefined: not before something changes
   */
  look(
    frameTime: number,
    panels: VisibleRange,
    overview: VisibleRange,
    overviewOf: string | undefined,
  ): number | undefined {
    const wait = this.#lookedAt + LOOK_MS - frameTime;
    if (wait > 0) return wait;
    this.#lookedAt = frameTime;
    const { past, now } = this.#parts;
    const around = { from: Math.min(panels.view.from, overview.view.from), to: overview.view.to };
    const again = minDefined(past.kept.look(this.#keys), past.marks.look(around));
    const main = [...this.#panels.values()].map((source) => source.wants(panels.view, panels.width, now()));
    const shown = overviewOf === undefined ? undefined : this.#overview.get(overviewOf);
    const inOverview = shown?.wants(overview.view, overview.width, now()) ?? [];
    // All channels' nearest tiles first: they go in one request.
    const longest = Math.max(0, ...main.map(({ length }) => length));
    const inTurn = Array.from({ length: longest }, (_, index) => main.flatMap((wants) => wants[index] ?? []));
    this.#claim?.set([...inTurn.flat(), ...inOverview]);
    return again;
  }
}
