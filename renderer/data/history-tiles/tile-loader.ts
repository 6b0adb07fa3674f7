import type { HistoryColumns } from '../../../service/contract/history-binary.ts';
import { type ChannelRef, channelPath, MAX_HISTORY_CHANNELS } from '../../../service/contract/index.ts';
import { backoffDelay } from '../../../service/support/backoff.ts';
import { type Readable, ValueStore } from '../store.ts';
import { type Tile, tileOf, tilePoints, tileSpan } from './tile.ts';
import type { TileCache } from './tile-cache.ts';

export interface WantedTile {
  readonly channel: ChannelRef;
  /** `channelPath(channel)` */
  readonly key: string;
  readonly level: number;
  readonly index: number;
  /** Needed up to this time: later readings come from the event stream. Milliseconds since 1970. */
  readonly upTo: number;
  /** A shorter tile is requested again after this many milliseconds. */
  readonly patience: number;
}

export interface TileRequest {
  readonly channels: readonly ChannelRef[];
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly points: number;
}

export type FetchHistory = (query: TileRequest, signal: AbortSignal) => Promise<HistoryColumns>;

export interface TileLoaderOptions {
  readonly cache: TileCache;
  readonly load: FetchHistory;
  readonly onTiles: () => void;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

/** The tiles that one chart needs. */
export interface TileSubscription {
  /** Replaces the previous tiles. Nearest first. */
  set(wants: readonly WantedTile[]): void;
  end(): void;
}

/** Concurrent requests. */
const AT_ONCE = 2;

/** Pause after a failure. */
const RETRY_PAUSE = { firstMs: 1000, longestMs: 30_000 } as const;

interface Request {
  readonly level: number;
  readonly index: number;
  readonly wants: readonly WantedTile[];
  readonly abort: AbortController;
}

/** Loads the displayed tiles: few at a time, each once, and only while they are needed. */
export class TileLoader {
  readonly #options: TileLoaderOptions;
  readonly #claims = new Set<{ wants: readonly WantedTile[] }>();
  readonly #underWay = new Set<Request>();
  readonly #problem = new ValueStore<string | null>(null);
  /** Error of the last request, for the user; null without one, or if no tile is missing. */
  readonly problem: Readable<string | null> = this.#problem;
  #failures = 0;
  #notBefore = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: TileLoaderOptions) {
    this.#options = options;
  }

  get underWay(): number {
    return this.#underWay.size;
  }

  claim(): TileSubscription {
    const claim: { wants: readonly WantedTile[] } = { wants: [] };
    this.#claims.add(claim);
    return {
      set: (wants) => {
        claim.wants = wants;
        this.#pump();
      },
      end: () => {
        this.#claims.delete(claim);
        this.#pump();
      },
    };
  }

  /** The service has reconnected: retries at once. */
  retry(): void {
    this.#notBefore = Number.NEGATIVE_INFINITY;
    this.#pump();
  }

  /** Repeats pending requests for channels whose key starts like this: their responses may be outdated. */
  repeatRequests(prefix: string): void {
    for (const request of this.#underWay) {
      if (request.wants.some(({ key }) => key.startsWith(prefix))) this.#end(request);
    }
    this.#pump();
  }

  #pump(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#abandon();
    if (this.#claims.size === 0) return;
    const now = this.#options.now();
    // No missing tile is needed any more.
    if (this.#underWay.size === 0 && this.#due(now).wants.length === 0) this.#problem.set(null);
    let next = this.#notBefore;
    while (this.#underWay.size < AT_ONCE && now >= this.#notBefore) {
      const { wants, again } = this.#due(now);
      const [first] = wants;
      next = again;
      if (!first) break;
      void this.#fetch(first, wants);
    }
    // The end of a request calls this too.
    if (this.#underWay.size >= AT_ONCE || !Number.isFinite(next)) return;
    this.#timer = setTimeout(() => this.#pump(), Math.max(0, next - now));
  }

  /** The next request: all channels that miss the same tile. @returns `again`: when a tile becomes outdated */
  #due(now: number): { wants: WantedTile[]; again: number } {
    const wants: WantedTile[] = [];
    let again = Number.POSITIVE_INFINITY;
    for (const claim of this.#claims) {
      for (const want of claim.wants) {
        const [first] = wants;
        if (first && (want.level !== first.level || want.index !== first.index)) continue;
        if (wants.length === MAX_HISTORY_CHANNELS || this.#isRequested(want)) continue;
        const due = this.#dueAt(want);
        if (due > now) again = Math.min(again, due);
        else if (!wants.some(({ key }) => key === want.key)) wants.push(want);
      }
    }
    return { wants, again };
  }

  #dueAt({ key, level, index, upTo, patience }: WantedTile): number {
    const tile = this.#options.cache.get(key, level, index);
    if (!tile) return Number.NEGATIVE_INFINITY;
    const needed = Math.min((index + 1) * tileSpan(level), upTo);
    return tile.until >= needed ? Number.POSITIVE_INFINITY : tile.requestedAt + patience;
  }

  #isRequested({ key, level, index }: WantedTile): boolean {
    for (const request of this.#underWay) {
      if (request.level !== level || request.index !== index) continue;
      if (request.wants.some((want) => want.key === key)) return true;
    }
    return false;
  }

  /** Aborts requests that nobody needs. */
  #abandon(): void {
    for (const request of this.#underWay) {
      const isWanted = [...this.#claims].some(({ wants }) =>
        wants.some(({ level, index }) => level === request.level && index === request.index),
      );
      if (!isWanted) this.#end(request);
    }
  }

  #end(request: Request): void {
    this.#underWay.delete(request);
    request.abort.abort();
  }

  async #fetch({ level, index }: WantedTile, wants: readonly WantedTile[]): Promise<void> {
    const request: Request = { level, index, wants, abort: new AbortController() };
    this.#underWay.add(request);
    const requestedAt = this.#options.now();
    const from = index * tileSpan(level);
    const channels = wants.map(({ channel }) => channel);
    try {
      const query = { channels, from, to: from + tileSpan(level), points: tilePoints(level) };
      const result = await this.#options.load(query, request.abort.signal);
      if (request.abort.signal.aborted) return;
      this.#storeTiles(result, { level, index, requestedAt });
      this.#failures = 0;
      this.#problem.set(null);
    } catch (error) {
      if (request.abort.signal.aborted) return;
      this.#failures += 1;
      this.#notBefore = this.#options.now() + backoffDelay(RETRY_PAUSE, this.#failures);
      this.#problem.set(error instanceof Error ? error.message : String(error));
    }
    this.#underWay.delete(request);
    this.#pump();
  }

  #storeTiles(result: HistoryColumns, place: Pick<Tile, 'level' | 'index' | 'requestedAt'>): void {
    const until = Date.parse(result.until);
    for (const channel of result.channels) {
      this.#options.cache.set(channelPath(channel), tileOf({ ...place, until }, channel.parts));
    }
    this.#options.onTiles();
  }
}
